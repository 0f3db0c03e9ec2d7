// npm start: builds the screens when they are stale, then becomes the portal.
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { endWithChildren } from './children.mjs'
import { buildScreens } from './screens.mjs'

// Else V8 takes the rows of an export for what stays, and keeps all of them until its next great collection: decision 5.
setFlagsFromString('--no-allocation-site-pretenuring')

// What was compiled at the last start is not compiled again. After the flags, by which what was compiled is kept apart.
enableCompileCache()

endWithChildren()
if (!(await buildScreens())) process.exit(1)
// From here on the portal itself answers the signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
await import('../api/src/main.ts')
