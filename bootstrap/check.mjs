// npm run check: what can be known within a minute, for those who work on it; what needs a portal is npm test's.
import { endWithChildren } from './children.mjs'
import { sum } from './counts.mjs'
import { importRules, lint, runStep, types, vitest } from './steps.mjs'

endWithChildren()
const counts = await Promise.all([types, lint, importRules].map(runStep))
counts.push(await runStep(vitest('unit tests', 'unit')))
const { passed, failed } = sum(counts)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
