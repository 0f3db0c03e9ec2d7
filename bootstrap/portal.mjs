// npm run portal -- <command>: the tools of whoever keeps the portal.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../api/src/command/portal-command.ts')
