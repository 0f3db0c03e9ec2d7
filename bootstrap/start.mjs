// npm start: builds the screens when they are stale, then becomes the portal.
import { endWithChildren } from './children.mjs'
import { buildScreens } from './screens.mjs'

endWithChildren()
if (!(await buildScreens())) process.exit(1)
// From here on the portal itself handles signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
await import('./serve.mjs')
