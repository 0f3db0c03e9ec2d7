// npm run portal -- <command>: the operator's tools.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../api/src/command/portal-command.ts')
