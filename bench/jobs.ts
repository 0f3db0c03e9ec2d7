/** Clicks, keys and time of five everyday jobs: `npm run bench jobs`. */
import { academyAt } from './support/academy.ts'
import { withBrowser } from './support/browser.ts'
import { median, print, repeat } from './support/figures.ts'
import { attendance, cash, credits, doJob, family, type Job, month } from './support/jobs.ts'
import { withDemoPortal } from './support/portal.ts'

const rounds = 3

await withDemoPortal(({ address }) =>
  withBrowser(async (browser) => {
    const academy = await academyAt(address)
    const measure = async <Given>(job: Job<Given>) => {
      const all = await repeat(rounds, (round) => doJob(browser, academy, job, round))
      const seconds = all.map((each) => each.seconds)
      const [{ clicks, keys, screens, loads } = { clicks: 0, keys: 0, screens: 0, loads: 0 }] = all
      const each = seconds.map((one) => one.toFixed(1)).join(', ')
      return [job.name, clicks, keys, screens, loads, median(seconds).toFixed(1), each]
    }
    const rows = [
      await measure(family),
      await measure(cash),
      await measure(attendance),
      await measure(credits),
      await measure(month),
    ]
    print(['job', 'clicks', 'keys', 'screens', 'page loads', 'seconds', 'each round'], rows)
  }),
)
