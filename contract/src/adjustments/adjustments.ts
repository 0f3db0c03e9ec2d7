import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { longText, reference as referenceField, shapeOf } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { notWhole, numberIn } from '../platform/number.ts'
import { named } from '../platform/plain-errors.ts'
import { day, dayRange, ids, listOf, page, reference, someOf } from '../platform/query.ts'
import { undoOf } from '../wallet/undo.ts'
import { adjustmentStatuses } from './rules.ts'

const dateRequired = 'date is required'
const amountRequired = 'Adjusted Credit Amt is required'
/** Credits that one document may add or take. */
const largest = 1_000_000

/** Signed credits, not 0. */
const signedCredit = z.preprocess(
  numberIn,
  z
    .number({ error: (issue) => (typeof issue.input === 'string' ? notWhole(issue) : amountRequired) })
    .int({ error: notWhole })
    .refine((credit) => credit !== 0, { error: named('must be at least 1') })
    .refine((credit) => Math.abs(credit) <= largest, { error: named(`must be at most ${largest}`) }),
)

export const adjustmentFields = {
  date: { kind: 'date', label: 'Date', required: dateRequired, schema: day(dateRequired) },
  member: {
    ...referenceField('Member Name', 'member', { required: 'Member is required' }),
    placeholder: 'Select Member',
  },
  reason: longText('Reason', { required: 'Reason is required', max: 500, placeholder: 'Enter Reason' }),
  adjustCredit: {
    kind: 'integer',
    label: 'Adjusted Credit Amt (-/+)',
    required: amountRequired,
    schema: signedCredit,
  },
} as const

const fields = z.object(shapeOf(adjustmentFields))

const approval = {
  /** Anything but `-`, empty or null approves; the approver is the signed-in user whatever it says. */
  approvedBy: z.string({ error: 'Approved By must be text' }).nullish(),
}

/** A `doc_no` sent is ignored: the server issues it. */
export const adjustmentBody = fields.extend(approval)
/** Only what is sent changes. */
export const adjustmentUpdate = fields.partial().extend(approval)

export const adjustment = z.object({
  _id: z.string(),
  doc_no: z.string(),
  date: z.string(),
  /** The date as `YYYY/MM/DD`. */
  date_display: z.string(),
  member: reference('name'),
  reason: z.string(),
  /** Signed credits. */
  adjustCredit: z.number(),
  /** Username. */
  createdBy: z.string(),
  status: z.enum(adjustmentStatuses),
  /** Username, once approved. */
  approvedBy: z.string().nullable(),
  /** The document that this one takes back. */
  undoes: reference('doc_no').nullable(),
  /** The document that took this one back. */
  undoneBy: reference('doc_no').nullable(),
})
export type Adjustment = z.output<typeof adjustment>

const refused = z.string().nullable()

const adjustableWallet = z.object({
  _id: z.string(),
  name: z.string(),
  /** Credits the wallet holds now. */
  wallet: z.number(),
  /** Why this wallet cannot be adjusted, if so. */
  refused,
  /** Who pays for a dependent child, whose wallets can be adjusted instead. */
  payers: z.array(reference('name')),
})
export type AdjustableWallet = z.output<typeof adjustableWallet>

const effect = z.object({
  member: reference('name'),
  adjustCredit: z.number(),
  /** Of a pending document the balance now and what approval would make of it; of an approved one what it did. */
  before: z.number(),
  after: z.number(),
  /** Instant of the approval. */
  at: z.string().nullable(),
  /** Why approval would be refused now, if so. */
  refused,
})
export type AdjustmentEffect = z.output<typeof effect>

const adjustmentSort = [
  'doc_no',
  'date',
  'date_display',
  'member',
  'reason',
  'adjustCredit',
  'status',
  'createdBy',
  'approvedBy',
  'createdAt',
] as const

const undoing = undoOf('/credit-adjust/:id', {
  may: 'credit_adjust.approve',
  summary: 'Takes an approved document back by one of its own, made and approved in one act; once',
  confirm: 'Are you sure to undo this credit adjustment?',
})

export const adjustments = {
  list: endpoint({
    method: 'GET',
    path: '/credit-adjust',
    may: 'credit_adjust.view',
    summary: 'Newest first unless sorted; searches document number, member, reason and the people who signed',
    query: z.object({
      ...page(adjustmentSort),
      ...dayRange,
      status: someOf(adjustmentStatuses).optional(),
      member: ids().optional(),
    }),
    result: listOf(adjustment),
  }),
  get: endpoint({ method: 'GET', path: '/credit-adjust/:id', may: 'credit_adjust.view', result: adjustment }),
  create: endpoint({
    method: 'POST',
    path: '/credit-adjust',
    may: 'credit_adjust.create',
    summary: 'With approvedBy it is approved at once, which needs approve',
    body: adjustmentBody,
    result: adjustment,
    confirm: messages.submit,
    done: messages.created,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/credit-adjust/:id',
    may: ['credit_adjust.edit', 'credit_adjust.approve'],
    summary: 'Pending only. A changed field needs edit, approvedBy needs approve and moves the wallet',
    body: adjustmentUpdate,
    result: adjustment,
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/credit-adjust/:id',
    may: 'credit_adjust.delete',
    summary: 'Pending only; its number stays used',
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to delete this credit adjustment? This action cannot be undone.',
    done: messages.deleted,
  }),
  effect: endpoint({
    method: 'GET',
    path: '/credit-adjust/:id/effect',
    may: ['credit_adjust.view', 'credit_adjust.approve'],
    summary: 'What approval would do to the wallet, or what it did',
    result: effect,
  }),
  wallet: endpoint({
    method: 'GET',
    path: '/credit-adjust/wallet/:member',
    may: ['credit_adjust.view', 'credit_adjust.create', 'credit_adjust.edit'],
    summary: 'The wallet that a new document would adjust',
    result: adjustableWallet,
  }),
  print: endpoint({
    method: 'GET',
    path: '/credit-adjust/generate/pdf/:id',
    may: 'credit_adjust.print',
    summary: 'Approved only',
    result: { file: 'pdf' },
  }),
  rehearseUndo: undoing.rehearse,
  undo: undoing.undo,
}

export const adjustmentFileName = 'Credit Adjustment Document.pdf'
