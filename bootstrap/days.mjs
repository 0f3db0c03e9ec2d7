// npm run days: the units, the API and the browser tests as if today were a day that is unlike others; `npm run days -- 2027-01-01` takes that one.
// The clock of tests and portals is libfaketime's, so it needs Linux; PostgreSQL and the browser start without it.
import { existsSync } from 'node:fs'
import { buildPortal } from './build/build.mjs'
import { endWithChildren } from './children.mjs'
import { aptInstall } from './install/apt.mjs'
import { findOrInstallChromium } from './install/chromium.mjs'
import { conclude, playwright, runStep, single, vitest } from './steps/steps.mjs'

const dayMs = 24 * 60 * 60 * 1000
const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`)
const library = () => libraries.find((file) => existsSync(file))

/** The days of each year that tests stumbled over: a public holiday, the last and the first of a year; and the next 29 February. */
function defaultDays() {
  const year = new Date().getFullYear()
  const leap = [1, 2, 3, 4, 5, 6, 7, 8]
    .map((ahead) => year + ahead)
    .find((next) => new Date(next, 1, 29).getDate() === 29)
  return [`${year}-12-25`, `${year}-12-31`, `${year + 1}-01-01`, `${leap}-02-29`]
}

/** Milliseconds from today to a day, its time of day as it is now. */
function offsetTo(day) {
  const ms = Date.parse(`${day}T00:00:00`) - new Date().setHours(0, 0, 0, 0)
  if (Number.isNaN(ms)) throw new Error(`${day} is no day: YYYY-MM-DD`)
  return Math.round(ms / dayMs) * dayMs
}

endWithChildren()
const days = process.argv.slice(2)
const shifts = (days.length > 0 ? days : defaultDays()).map((day) => ({ day, ms: offsetTo(day) }))
if (!library() && !((await aptInstall('faketime')) && library()))
  throw new Error('libfaketime is missing: install it (Debian and Ubuntu: faketime) and try again')
const chromium = await findOrInstallChromium()
const counts = [await runStep(single('build', buildPortal))]
for (const { day, ms } of counts[0].failed === 0 ? shifts : []) {
  const offset = `${ms < 0 ? '-' : '+'}${Math.abs(ms) / dayMs}d`
  Object.assign(process.env, { LD_PRELOAD: library(), FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
  process.env.CLOCK_AHEAD_MS = String(ms)
  counts.push(await runStep(vitest(`unit and HTTP tests on ${day}`)))
  counts.push(await runStep({ ...playwright(chromium), name: `browser tests on ${day}` }))
}
conclude(counts)
