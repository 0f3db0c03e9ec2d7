// npm run noise: the browser tests while all open screens are told all the time that something changed, and answers come late and in any
// order; `npm run noise -- e2e/payments/till.spec.ts` runs some of them.
import { buildPortal } from './build/build.mjs'
import { endWithChildren } from './children.mjs'
import { findOrInstallChromium } from './install/chromium.mjs'
import { conclude, playwright, runStep, single } from './steps/steps.mjs'

endWithChildren()
process.env.PORTAL_NOISE = 'on'
const chromium = await findOrInstallChromium()
const built = await runStep(single('build', buildPortal))
conclude(built.failed === 0 ? [await runStep(playwright(chromium, process.argv.slice(2)))] : [built])
