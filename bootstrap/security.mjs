// npm run security: the attacks of docs/security.md and no other test; npm test runs them among all.

import { buildPortal } from './build/build.mjs'
import { endWithChildren } from './children.mjs'
import { findOrInstallChromium } from './install/chromium.mjs'
import { conclude, playwright, runStep, single, testsIn } from './steps/steps.mjs'

endWithChildren()
const counts = [await runStep(testsIn('attacks', ['bootstrap/rules/security', 'api/test/security/', 'api/src/staff/']))]
const built = await runStep(single('build', buildPortal))
if (built.failed === 0) {
  const specs = ['academy/rights', 'members/sensitive-fields', 'academy/second-factor', 'academy/alerts'].map(
    (name) => `e2e/${name}.spec.ts`,
  )
  counts.push(await runStep(playwright(await findOrInstallChromium(), specs)))
}
conclude([...counts, built])
