// npm run check: what can be known fast, for those who work on it.
import { endWithChildren } from './children.mjs'
import { sum } from './counts.mjs'
import { lint, runStep, types, vitest, walls } from './steps.mjs'

endWithChildren()
const counts = []
for (const step of [types, lint, walls, vitest('unit', 'unit tests'), vitest('http', 'HTTP tests')]) {
  counts.push(await runStep(step))
}
const { passed, failed } = sum(counts)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
