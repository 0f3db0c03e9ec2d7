// npm run check: what can be known fast, for those who work on it.
import { endWithChildren } from './children.mjs'
import { sum } from './counts.mjs'
import { lint, runStep, types, vitest, walls } from './steps.mjs'

endWithChildren()
const counts = await Promise.all([types, lint, walls].map(runStep))
counts.push(await runStep(vitest('unit and HTTP tests')))
const { passed, failed } = sum(counts)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
