/** An everyday job, and having it done in a browser. */
import type { Browser } from '@playwright/test'
import type { Academy } from '../academy.ts'
import { onPage, signedIn } from '../browser.ts'
import { type Count, Hand } from '../hand.ts'

/** One way of doing a job: what has to be there first, what is done, and the proof that it was. */
export interface Way<Given> {
  /** On a phone, by taps. */
  phone?: boolean
  /** Where the person is when it comes up. */
  from: string
  /** Makes what has to be there, and says who does the job. Each turn has its own number. */
  given(academy: Academy, turn: number): Promise<Given & { who: string }>
  work(hand: Hand, given: Given): Promise<void>
  /** Throws unless it was done. */
  proof(academy: Academy, given: Given): Promise<void>
}

export interface Job<Given> {
  name: string
  /** By the screens of the specification. */
  asSpecified: Way<Given>
  /** The quickest way there is. */
  now: Way<Given>
}

export const dashboard = '/dashboard/overview'

export interface Measured extends Count {
  /** From the first act until the last result is in sight; nobody reads or thinks meanwhile. */
  seconds: number
}

/** Has a job done in a browser of its own, signed in and at its page, and proves that it was. */
export async function doJob<Given>(
  browser: Browser,
  academy: Academy,
  { given, work, proof, from, phone = false }: Way<Given>,
  turn: number,
): Promise<Measured> {
  const { address } = academy
  const there = await given(academy, turn)
  const state = await signedIn(browser, address, there.who)
  const measured = await onPage(browser, { address, state, phone }, async (page) => {
    await page.goto(from, { waitUntil: 'networkidle' })
    const hand = new Hand(page, phone)
    const began = performance.now()
    await work(hand, there)
    return { ...hand.count, seconds: (performance.now() - began) / 1000 }
  })
  await proof(academy, there)
  return measured
}
