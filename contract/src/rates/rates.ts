/** What a coach is paid for the classes of a course, from a day on. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { amount, choice, date, optionalReference, reference as referenceField, shapeOf } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { id, listOf, page, reference } from '../platform/query.ts'
import { coachRoleLabels, coachRoles, isShare, rateKindLabels, rateKinds, shareTooMuch } from './rules.ts'

/** Either role, and each way to be paid; amounts as text with two decimals. */
export const rate = z.object({ kind: z.enum(rateKinds), amount: z.string() })

const coachRate = rate.extend({
  _id: z.string(),
  coach: reference('name'),
  /** None: every course without a rate of its own. */
  course: reference('name').nullable(),
  role: z.enum(coachRoles),
  /** The first day on which it holds. */
  since: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type CoachRate = z.output<typeof coachRate>

const priceFields = {
  kind: choice('Paid', rateKinds, {
    required: 'Say whether it is per head, per class or a share',
    labels: rateKindLabels,
  }),
  amount: amount('Rate', {
    required: 'Rate is required',
    pattern: [/^\d{1,6}(\.\d{1,2})?$/, 'Give the rate as a number, such as 8 or 37.50'],
    max: 9,
  }),
  since: date('From', { required: 'From is required' }),
}

export const rateFields = {
  coach: referenceField('Coach', 'coach', { required: 'Coach is required' }),
  course: optionalReference('Class', 'course'),
  role: choice('Teaches as', coachRoles, { required: 'Say in which role', labels: coachRoleLabels }),
  ...priceFields,
}

const isWithin = ({ kind, amount }: { kind: string; amount: string }) => kind !== 'share' || isShare(amount)
const tooMuch = { path: ['amount'], message: shareTooMuch }

export const rateBody = z.object(shapeOf(rateFields)).refine(isWithin, tooMuch)
export const priceBody = z.object(shapeOf(priceFields)).refine(isWithin, tooMuch)

/** Only the fields sent change. Coach, class and role are of the document as it was read; another one is refused. */
const rateChangeBody = z.object(shapeOf(rateFields)).partial()

/** Who may edit coaches and their bank accounts says what they are paid; nobody else is told. */
const may = 'coach.edit'

export const rates = {
  list: endpoint({
    method: 'GET',
    path: '/coach-rate',
    may,
    summary: 'What coaches are paid, by coach and class, the latest rate first',
    query: z.object({ ...page([]), coach: id().optional(), course: id().optional() }),
    result: listOf(coachRate),
  }),
  get: endpoint({ method: 'GET', path: '/coach-rate/:id', may, result: coachRate }),
  create: endpoint({
    method: 'POST',
    path: '/coach-rate',
    may,
    summary: 'From its day on it takes the place of the rate before, which stays for the days before',
    body: rateBody,
    result: coachRate,
    confirm: messages.submit,
    done: messages.created,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/coach-rate/:id',
    may,
    summary: 'Puts a rate right, also for classes that were held; coach, class and role stay',
    body: rateChangeBody,
    result: coachRate,
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/coach-rate/:id',
    may,
    result: z.object({ _id: z.string() }),
    confirm: messages.deletionOf('rate'),
    done: messages.deleted,
  }),
}
