// npm start: builds what is stale, then becomes the portal.
import { buildPortal } from './build/build.mjs'
import { endWithChildren } from './children.mjs'

endWithChildren()
if (!(await buildPortal())) process.exit(1)
// From here on the portal itself handles signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
await import('./serve.mjs')
