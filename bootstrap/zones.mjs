// npm run zones: the unit and HTTP tests with the machine in each of these zones; npm test uses one.
import { endWithChildren } from './children.mjs'
import { sum } from './counts.mjs'
import { runStep, vitest } from './steps.mjs'

endWithChildren()
const counts = []
for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Kuala_Lumpur']) {
  process.env.TZ = zone
  counts.push(await runStep(vitest(`unit and HTTP tests in ${zone}`)))
}
const { passed, failed } = sum(counts)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
