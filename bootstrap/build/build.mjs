import path from 'node:path'
import { root, runNode, since, tool } from '../children.mjs'
import { isBuilt, noteBuilt, parts } from './built.mjs'

/** Builds the screens unless `web/dist` was built from the current sources. False when the build fails. */
const buildScreens = () => build('screens', [tool.vite, 'build', '--logLevel', 'warn'], 'web')

/** Bundles the server unless `api/dist` was made from the current sources. False when it fails. */
export const buildServer = () => build('server', [path.join(root, 'bootstrap/build/bundle.mjs')])

/** Both, one after the other: a machine with little memory has not the room for both at once. */
export const buildPortal = async () => (await buildScreens()) && (await buildServer())

async function build(name, args, folder = '.') {
  if (isBuilt(parts[name])) return true
  console.log(`Building the ${name}`)
  const began = performance.now()
  // Started by a test, it would build what developers run.
  const env = { ...process.env, NODE_ENV: 'production' }
  const code = await runNode(args, { cwd: path.join(root, folder), env })
  if (code !== 0) {
    console.error(`The ${name} could not be built; see above.`)
    return false
  }
  noteBuilt(parts[name])
  console.log(`Built the ${name} in ${since(began)}`)
  return true
}
