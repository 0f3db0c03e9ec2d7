// npm start: builds the screens when they are stale, then becomes the portal.
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { endWithChildren, root } from './children.mjs'
import { buildScreens } from './screens.mjs'

// Else V8 takes the rows of an export for what stays, and keeps all of them until its next great collection: decision 5.
setFlagsFromString('--no-allocation-site-pretenuring')

// What was compiled at the last start is not compiled again. Without a place to write it is simply not kept.
enableCompileCache(path.join(root, 'node_modules/.cache/compiled'))

endWithChildren()
if (!(await buildScreens())) process.exit(1)
// From here on the portal itself answers the signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
await import('../api/src/main.ts')
