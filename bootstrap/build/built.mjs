// What is built of the sources, and from which: needed wherever the portal runs, also where nothing can be built.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** What is built: its folder, its first file, the sources it is made from. */
export const parts = {
  screens: { folder: 'web/dist', first: 'index.html', from: ['web', 'contract/src'] },
  server: { folder: 'api/dist', first: 'main.js', from: ['api/src', 'contract/src', 'bootstrap/build/bundle.mjs'] },
}

const stampOf = ({ folder }) => path.join(root, folder, '.built-from')

/** Whether a part is there and was built from the sources as they are. */
export function isBuilt(part) {
  const hasFirst = existsSync(path.join(root, part.folder, part.first))
  // A release and an image come with what was built from their sources, and without what would build it.
  if (!existsSync(path.join(root, 'web/src'))) return hasFirst
  return hasFirst && existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === hashOfSources(part)
}

/** Notes that a part was built from the sources as they are. */
export const noteBuilt = (part) => writeFileSync(stampOf(part), hashOfSources(part))

/** Where a program of the server begins, to be imported: bundled, or its source where the bundle is not of these sources. */
export function programOf(bundled, source) {
  const file = isBuilt(parts.server) ? path.join(parts.server.folder, bundled) : path.join('api/src', source)
  return pathToFileURL(path.join(root, file)).href
}

function hashOfSources({ from }) {
  const hash = createHash('sha256')
  for (const file of [...from.flatMap(filesOf), 'package-lock.json']) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(place) {
  if (path.extname(place) !== '') return [place]
  return readdirSync(path.join(root, place), { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = `${place}/${entry.name}`
      if (entry.isDirectory()) return filesOf(file)
      return entry.isFile() ? [file] : []
    })
}
