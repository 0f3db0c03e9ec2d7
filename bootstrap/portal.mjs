// npm run portal -- <command>: the operator's tools.
import { enableCompileCache } from 'node:module'
import { programOf } from './build/built.mjs'

enableCompileCache()
process.setSourceMapsEnabled(true)
await import(programOf('command.js', 'command/portal-command.ts'))
