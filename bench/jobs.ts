/** Clicks, keys and time of five everyday jobs, each as the specification's screens have it and as it goes now: `npm run bench jobs`. */
import { academyAt } from './support/academy.ts'
import { withBrowser } from './support/browser.ts'
import { median, print, repeat } from './support/figures.ts'
import { attendance } from './support/jobs/attendance.ts'
import { cash } from './support/jobs/cash.ts'
import { credits } from './support/jobs/credits.ts'
import { family } from './support/jobs/family.ts'
import { doJob, type Job, type Measured } from './support/jobs/job.ts'
import { month } from './support/jobs/month.ts'
import { withDemoPortal } from './support/portal.ts'

const rounds = 3

function rowOf(name: string, way: string, all: readonly Measured[]) {
  const seconds = all.map((each) => each.seconds)
  const [{ clicks, keys, screens, loads } = { clicks: 0, keys: 0, screens: 0, loads: 0 }] = all
  const each = seconds.map((one) => one.toFixed(1)).join(', ')
  return [name, way, clicks, keys, screens, loads, median(seconds).toFixed(1), each]
}

await withDemoPortal(({ address }) =>
  withBrowser(async (browser) => {
    const academy = await academyAt(address)
    /** The two ways in turn, so that the machine is the same for both. */
    const measure = async <Given>({ name, asSpecified, now }: Job<Given>) => {
      const all = await repeat(rounds, async (round) => ({
        asSpecified: await doJob(browser, academy, asSpecified, 2 * round),
        now: await doJob(browser, academy, now, 2 * round + 1),
      }))
      return [
        rowOf(
          name,
          'as specified',
          all.map((each) => each.asSpecified),
        ),
        rowOf(
          name,
          'now',
          all.map((each) => each.now),
        ),
      ]
    }
    const rows = [
      ...(await measure(family)),
      ...(await measure(cash)),
      ...(await measure(attendance)),
      ...(await measure(credits)),
      ...(await measure(month)),
    ]
    print(['job', 'way', 'clicks', 'keys', 'screens', 'page loads', 'seconds', 'each round'], rows)
  }),
)
