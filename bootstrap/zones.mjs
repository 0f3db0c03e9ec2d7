// npm run zones: the unit and HTTP tests with the machine in each of these zones; npm test uses one.
import { endWithChildren } from './children.mjs'
import { conclude, runStep, vitest } from './steps/steps.mjs'

endWithChildren()
const counts = []
for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Kuala_Lumpur']) {
  process.env.TZ = zone
  counts.push(await runStep(vitest(`unit and HTTP tests in ${zone}`)))
}
conclude(counts)
