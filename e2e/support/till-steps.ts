import type { Page } from '@playwright/test'
import { z } from 'zod'
import { choose, field } from './controls.ts'
import { type Calls, firstOf, unique } from './people.ts'
import { expect } from './portal.ts'

const payments = z.object({
  items: z.array(z.object({ orderID: z.string(), status: z.string(), orNo: z.string().nullable() })),
})

/** A package of 100 credits and 20 more for RM 100.00, a coach who receives money, and adults with a TM No. each. */
export async function counter(calls: Calls) {
  const coach = await firstOf(calls, 'coach')
  const mark = unique('Till')
  const title = `Starter ${mark}`
  const about = { code: mark, title, description: 'For beginners', duration: 6 }
  const bought = await calls.post('/credit-package', { ...about, credit: 100, addition: 20 })
  let people = 0
  async function adult() {
    const tmNo = `${mark.replace(' ', '-')}-${++people}`
    const name = `${unique('Buyer')} ${mark}`
    const { _id } = await calls.post('/member', {
      ...{ name, tmNo, dob: '1990-02-28', gender: 'Female', nationality: 'Malaysian', coachIncharge: coach._id },
      ...{ icNo: `P-${tmNo}`, email: `${tmNo.toLowerCase()}@mail.test`, password: 'Kata-2026' },
    })
    return { _id, name, tmNo }
  }
  const boughtBy = async ({ _id }: { _id: string }) =>
    (await calls.send(payments, 'GET', `/payment?createdBy=${_id}`)).items
  return { mark, title, coach, package: bought._id, adult, boughtBy }
}

/** Waits for the tab that a receipt opens in, which is to ask for the printer. */
export async function receiptOpened(page: Page, by: () => Promise<unknown>) {
  const drawn = page.waitForResponse(/\/payment\/generate\/pdf\/[\w-]+\?print=true$/)
  const tab = page.waitForEvent('popup')
  await by()
  await drawn
  await (await tab).close()
}

/** Counts what is pressed with the mouse from now on, also across pages. */
export async function pressCounter(page: Page) {
  let count = 0
  await page.exposeFunction('pressed', () => {
    count++
  })
  await page.addInitScript("addEventListener('pointerdown', () => globalThis.pressed(), true)")
  return async () => {
    await expect.poll(() => count).toBeGreaterThan(0)
    const now = count
    count = 0
    return now
  }
}

export const packageOf = (page: Page, title: string) => page.getByRole('radio', { name: title })
export const outcome = (page: Page, title: string) => page.getByRole('region', { name: title })
export const sell = (page: Page) => page.getByRole('button', { name: /^Sell/ })
export const received = (page: Page) => field(page, 'Amount Received (RM)')

/** A member at the till, with the package chosen and the coach who receives the money. */
export async function atTheTill(page: Page, at: Awaited<ReturnType<typeof counter>>, member: { _id: string }) {
  await page.goto(`/till?member=${member._id}`)
  await packageOf(page, at.title).check()
  await choose(page, 'Coach Received', at.coach.label)
}
