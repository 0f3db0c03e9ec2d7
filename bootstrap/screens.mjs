import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, runNode, since, tool } from './children.mjs'

const dist = path.join(root, 'web/dist')
const stamp = path.join(dist, '.built-from')

/** Builds the screens unless `web/dist` was built from the current sources. False when the build fails. */
export async function buildScreens() {
  // A release has no sources of screens.
  if (!existsSync(path.join(root, 'web/src'))) return true
  const sources = hashOfSources()
  if (existsSync(path.join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) {
    return true
  }
  console.log('Building the screens')
  const began = performance.now()
  const code = await runNode([tool.vite, 'build', '--logLevel', 'warn'], { cwd: path.join(root, 'web') })
  if (code !== 0) {
    console.error('The screens could not be built; see above.')
    return false
  }
  writeFileSync(stamp, sources)
  console.log(`Screens built in ${since(began)}`)
  return true
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of [...filesOf('web'), ...filesOf('contract/src'), 'package-lock.json']) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesOf(file)
      return entry.isFile() ? [file] : []
    })
}
