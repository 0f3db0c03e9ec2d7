// npm run portal -- <command>: the tools of whoever keeps the portal.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../api/src/portal-command.ts')
