// npm run bench [name ...] [-- --option ...]: the benchmarks of docs/performance.md, all of bench/ or the named files.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { endWithChildren, root, runNode } from './children.mjs'

endWithChildren()
const all = readdirSync(path.join(root, 'bench'))
  .filter((name) => name.endsWith('.ts'))
  .sort()
const words = process.argv.slice(2)
const options = words.splice(words.findIndex((word) => word.startsWith('--')) >>> 0)
const wanted = words.map((name) => `${path.basename(name, '.ts')}.ts`)
const missing = wanted.filter((name) => !all.includes(name))
if (missing.length > 0) {
  console.error(`There is no bench/${missing.join(', bench/')}. There are: ${all.join(', ')}`)
  process.exit(1)
}
let code = 0
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n${name}`)
  code = (await runNode([path.join(root, 'bench', name), ...options])) || code
}
process.exit(code)
