/** The owner ends a month. */
import assert from 'node:assert/strict'
import { monthsLater, monthWords } from '@academy/contract/reports/month.ts'
import { z } from 'zod'
import type { Academy } from '../academy.ts'
import { dashboard, type Job } from './job.ts'

interface Month {
  month: string
  from: string
  to: string
  files: string[]
}

const state = z.object({
  month: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  latest: z.string().nullable(),
  closed: z.object({ by: z.string() }).nullable(),
})

const shown = (day: string) => day.split('-').reverse().join('-')
const stateOf = ({ read }: Academy, month?: string) => read(state, `/month-end${month ? `?month=${month}` : ''}`)

/** A month is closed once: so many are left for the turns. */
const open = 3

export const month: Job<Month> = {
  name: 'month end: what is open, collected and used, and the files kept',
  asSpecified: {
    from: dashboard,
    async given({ today }) {
      const last = new Date(Date.parse(`${today.slice(0, 8)}01`) - 86_400_000).toISOString().slice(0, 10)
      const first = `${last.slice(0, 8)}01`
      return { who: 'owner', month: last.slice(0, 7), from: shown(first), to: shown(last), files: [] }
    },
    async work(hand, { from, to, files }) {
      const { page } = hand
      await page.getByRole('region', { name: 'Tonight’s List' }).getByText('not marked').first().waitFor()
      await page
        .getByRole('region', { name: 'Pending Cash Payments' })
        .getByText(/^Showing \d+ record/)
        .waitFor()
      await hand.press('Report')
      for (const report of ['Collection Report', 'Statement Report']) {
        await hand.press(report, page, 'link')
        await hand.heading(report).waitFor()
        await hand.press('Calendar')
        await hand.press('Last month')
        await hand.press('Search')
        await page.getByRole('region', { name: 'Totals' }).getByText(`${from} to ${to}`).waitFor()
        await hand.row('Total').waitFor()
        files.push(await hand.save('Export to Excel'))
      }
    },
    async proof(_, { files }) {
      assert.deepEqual(files, ['Collection_Report.xlsx', 'Statement_Report.xlsx'])
    },
  },
  now: {
    from: dashboard,
    async given(academy) {
      const before = await stateOf(academy)
      if (before.latest === null)
        await academy.owner.send(z.unknown(), 'POST', '/month-end', {
          month: monthsLater(before.month, -open),
          remark: 'Before the portal',
        })
      const next = await stateOf(academy)
      return { who: 'owner', month: next.month, from: shown(next.startDate), to: shown(next.endDate), files: [] }
    },
    async work(hand, { month: closed, files }) {
      const { page } = hand
      await hand.press('Report')
      await hand.press('Month End', page, 'link')
      await page.getByText('Classes not marked').waitFor()
      const words = monthWords(closed)
      await hand.press(`Close ${words}`)
      const dialog = hand.dialog(`Close ${words}`)
      await hand.type('Why it is closed all the same', 'They are asked for tomorrow', dialog)
      await hand.press('Submit', dialog)
      await hand.agree('Are you sure to close the month?', 'Close')
      await page.getByText(/^Closed on /).waitFor()
      files.push(await hand.save('Download the month (ZIP)'))
    },
    async proof(academy, { month: closed, files }) {
      assert.deepEqual(files, [`Month_End_${closed}.zip`])
      assert.equal((await stateOf(academy, closed)).closed?.by, 'owner')
    },
  },
}
