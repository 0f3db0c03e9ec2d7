/** The evening close: the cash of all coaches of a day, one count each, in one step and on one paper. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { day, reference } from '../platform/query.ts'
import { cashClose, closeBody, sheet } from './cashdesk.ts'

const dayOf = day('Day is required')
/** RM with two decimals, as text. */
const money = z.string()

/** The coaches whose cash of a day is open, and the evenings of that day that are closed. */
export const openEvening = z.object({
  day: z.string(),
  items: z.array(sheet),
  closed: z.array(reference('number')),
})
export type OpenEvening = z.output<typeof openEvening>

const { coach, payments, returned, counted, remark, expected } = closeBody.shape
const maxCoaches = 50

export const eveningBody = z.object({
  day: dayOf,
  /** One for each coach who hands over cash; the others stay open. */
  closes: z
    .array(
      z
        .object({ coach, payments, returned, counted, remark, expected })
        .refine((close) => close.payments.length + (close.returned?.length ?? 0) > 0, {
          error: 'Please select at least one payment',
          path: ['payments'],
        }),
      { error: 'Please choose at least one coach' },
    )
    .min(1, 'Please choose at least one coach')
    .max(maxCoaches, `At most ${maxCoaches} coaches in one evening close`)
    .superRefine((closes, context) => {
      for (const [at, close] of closes.entries())
        if (closes.findIndex((other) => other.coach === close.coach) < at)
          context.addIssue({ code: 'custom', path: [at, 'coach'], message: 'This Coach is there twice' })
    }),
})
export type EveningBody = z.output<typeof eveningBody>

/** What a close verified. */
const verified = {
  /** How many payments were verified with it. */
  verified: z.number(),
  /** Credits that were added to the wallets by that. */
  credits: z.number(),
}
const sums = { expected: money, counted: money, difference: money }

export const evening = z.object({
  _id: z.string(),
  /** The numbers of its closes: 'CC-2026-0012 to CC-2026-0014'. */
  number: z.string(),
  day: z.string(),
  ...sums,
  /** One for each coach, by name. */
  closes: z.array(cashClose.extend(verified)),
  closedBy: z.string(),
  closedAt: z.string(),
})
export type Evening = z.output<typeof evening>

/** What closing an evening would do. */
const eveningEffect = z.object({
  ...sums,
  closes: z.array(
    z.object({ coach: reference('name'), payments: z.number(), returned: z.number(), ...verified, ...sums }),
  ),
})
export type EveningEffect = z.output<typeof eveningEffect>

const view = 'verifyPayment.view' as const

export const eveningClose = {
  openEvening: endpoint({
    method: 'GET',
    path: '/cash-close/evening',
    may: view,
    summary: 'What every coach received on a day and is in no close yet',
    query: z.object({ day: dayOf }),
    result: openEvening,
  }),
  rehearseEvening: endpoint({
    method: 'POST',
    path: '/cash-close/evening/rehearse',
    may: 'verifyPayment.verify',
    status: 200,
    summary: 'What the evening close would do: done and taken back again, nothing stays; refused as the close would be',
    body: eveningBody,
    result: eveningEffect,
  }),
  closeEvening: endpoint({
    method: 'POST',
    path: '/cash-close/evening',
    confirmed: true,
    may: 'verifyPayment.verify',
    summary: 'One close for each coach, all or nothing; details name each payment that stands in the way',
    body: eveningBody,
    result: evening,
    confirm: 'Are you sure to close the evening?',
    done: 'Closed',
  }),
  getEvening: endpoint({ method: 'GET', path: '/cash-close/evening/:id', may: view, result: evening }),
  printEvening: endpoint({ method: 'GET', path: '/cash-close/evening/:id/pdf', may: view, result: { file: 'pdf' } }),
}
