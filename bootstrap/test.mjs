// npm test: everything. The last line has the counts.

import { buildPortal } from './build/build.mjs'
import { endWithChildren, since } from './children.mjs'
import { findOrInstallChromium } from './install/chromium.mjs'
import { findOrInstallLibreOffice } from './install/libreoffice.mjs'
import { conclude, importRules, lint, playwright, runStep, single, types, vitest } from './steps/steps.mjs'

endWithChildren()
const began = performance.now()
const counts = []
let chromium
// Only failures count: finding tools is no test. Their installation waits for the network, beside the first steps.
const tools = (async () => [
  await runStep({
    name: 'browser',
    async run() {
      chromium = await findOrInstallChromium()
      console.log(`Chromium: ${chromium}`)
      return { passed: 0, failed: 0 }
    },
  }),
  await runStep({
    name: 'LibreOffice',
    async run() {
      process.env.SOFFICE_PATH = await findOrInstallLibreOffice()
      console.log(`LibreOffice: ${process.env.SOFFICE_PATH}`)
      return { passed: 0, failed: 0 }
    },
  }),
])()
counts.push(...(await Promise.all([types, lint, importRules].map(runStep))))
counts.push(...(await tools))
// Before the tests of the API, one of which packs them.
const built = await runStep(single('build', buildPortal))
counts.push(await runStep(vitest('unit and HTTP tests')))
if (chromium && built.failed === 0) counts.push(await runStep(playwright(chromium)))
else {
  counts.push({ passed: 0, failed: 1, failures: ['browser tests: not run for want of a browser or of a build'] })
}
conclude(counts, since(began))
