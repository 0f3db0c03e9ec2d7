// npm run dev: the API restarts and the screens reload on every change. PORT is the screens', API_PORT the API's.
import path from 'node:path'
import { end, endWithChildren, root, startNode, tool } from './children.mjs'

const port = process.env.PORT ?? '3000'
const apiPort = process.env.API_PORT ?? '3001'

endWithChildren()
const api = startNode(['--watch', '--watch-preserve-output', path.join(root, 'api/src/main.ts')], {
  env: { ...process.env, PORT: apiPort, HOST: '127.0.0.1' },
  ownGroup: true,
})
const screens = startNode([tool.vite, '--port', port, '--strictPort', '--clearScreen', 'false'], {
  cwd: path.join(root, 'web'),
  env: { ...process.env, API_PORT: apiPort },
  ownGroup: true,
})
// When one ends, so does the other.
const code = await Promise.race([api, screens].map((child) => new Promise((gone) => child.once('exit', gone))))
await Promise.all([end(api), end(screens)])
process.exit(code ?? 1)
