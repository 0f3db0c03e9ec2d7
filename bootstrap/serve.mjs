// The portal as it is built already, as npm start and the image of deploy/Dockerfile run it.
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { programOf } from './build/built.mjs'

// Otherwise V8 promotes the rows of an export to the old generation and frees them only at a major collection: decision 5.
setFlagsFromString('--no-allocation-site-pretenuring')

// Reuses the compile cache of the last start. Set after the flags, because the cache is kept per set of flags.
enableCompileCache()

// So that an error in the log names its source.
process.setSourceMapsEnabled(true)

await import(programOf('main.js', 'main.ts'))
