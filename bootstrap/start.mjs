// npm start: builds the screens when they are stale, then becomes the portal.
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { endWithChildren } from './children.mjs'
import { buildScreens } from './screens.mjs'

// Otherwise V8 promotes the rows of an export to the old generation and frees them only at a major collection: decision 5.
setFlagsFromString('--no-allocation-site-pretenuring')

// Reuses the compile cache of the last start. Set after the flags, because the cache is kept per set of flags.
enableCompileCache()

endWithChildren()
if (!(await buildScreens())) process.exit(1)
// From here on the portal itself handles signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
await import('../api/src/main.ts')
