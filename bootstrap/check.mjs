// npm run check: the checks that take a minute, for work in progress; npm test has those that need a portal.
import { endWithChildren } from './children.mjs'
import { conclude, importRules, lint, runStep, types, vitest } from './steps/steps.mjs'

endWithChildren()
const counts = await Promise.all([types, lint, importRules].map(runStep))
counts.push(await runStep(vitest('unit tests', 'unit')))
conclude(counts)
