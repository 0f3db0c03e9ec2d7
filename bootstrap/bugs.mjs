// npm run bugs [-- --shrink] [number ...]: puts each fault of seeded/bugs.mjs into a copy of the tree, and expects the model test to
// find it within the runs of npm test. With --shrink it also tells the shortest way to each.
import { parseArgs } from 'node:util'
import { endWithChildren, since, startNode, tool } from './children.mjs'
import { bugs } from './seeded/bugs.mjs'
import { copyTree } from './seeded/copy.mjs'

const { values, positionals } = parseArgs({
  options: { shrink: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const chosen = [...bugs.entries()].filter(([n]) => positionals.length === 0 || positionals.includes(String(n + 1)))
endWithChildren()
const copy = copyTree()
process.on('exit', () => copy.remove())

/** The output of the model test in the copy, and whether it passed. */
function modelTest() {
  const child = startNode(
    [tool.vitest, 'run', '--root', copy.home, '--project', 'http', 'api/test/model/model.test.ts'],
    {
      cwd: copy.home,
      env: { ...process.env, NO_COLOR: '1', MODEL_SEED: '1', MODEL_SHRINK: values.shrink ? 'on' : 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ownGroup: true,
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ output, passed: code === 0 })))
}

let missed = 0
for (const [n, bug] of chosen) {
  const began = performance.now()
  const restore = copy.seed(bug)
  const { output, passed } = await modelTest()
  restore()
  const [, tests] = /Property failed after (\d+) tests/.exec(output) ?? []
  const [, way = ''] = /Counterexample: \[(.*?) \/\*replayPath/s.exec(output) ?? []
  const found = !passed && tests
  if (!found) missed++
  console.log(`${n + 1}. ${bug.says}: ${found ? `found in run ${tests}` : 'NOT FOUND'} (${since(began)})`)
  if (found && values.shrink) console.log(`   ${way}`)
  if (!passed && !tests) console.log(output.slice(-3000))
}
console.log(`${chosen.length - missed} of ${chosen.length} found`)
process.exitCode = missed === 0 ? 0 : 1
