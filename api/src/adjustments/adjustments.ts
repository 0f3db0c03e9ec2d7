import type { AdjustmentEffect, adjustmentBody, adjustmentUpdate } from '@academy/contract/adjustments/adjustments.ts'
import { type AdjustmentAction, adjustmentProblem, asksApproval } from '@academy/contract/adjustments/rules.ts'
import { datedInClosed } from '@academy/contract/monthend/rules.ts'
import { shortfallWords } from '@academy/contract/wallet/rules.ts'
import type { Updateable } from 'kysely'
import type { z } from 'zod'
import { nextNumber } from '../numbers/numbers.ts'
import { type AuditEntry, closedMonths, type Schema, type Tx } from '../platform/data/index.ts'
import { conflict, invalid } from '../platform/http/index.ts'
import { writePaper } from '../platform/pdf/index.ts'
import { entryOf, lockWallet, post, walletOf } from '../wallet/wallet.ts'
import { adjustmentPaper } from './document.ts'
import { checkHolder, holderProblem } from './holder.ts'
import { type AdjustmentRow, adjustmentRow, causeOf } from './listing.ts'

export { adjustmentFiles } from './paper-files.ts'

type Draft = z.output<typeof adjustmentBody>
type Edit = z.output<typeof adjustmentUpdate>

const shared = { section: 'Credit Adjustment', docType: 'credit-adjust' } as const

/** The fields of a document in the audit trail. */
const auditFields = (row: AdjustmentRow) => ({
  doc_no: row.docNo,
  date: row.date,
  member: row.memberName,
  reason: row.reason,
  adjustCredit: row.adjustCredit,
  status: row.status,
  approvedBy: row.approvedByName,
})
const signed = (credit: number) => `${credit > 0 ? '+' : ''}${credit} credits`

/** Updates columns of a document, with an entry in the audit trail. */
const write = (
  tx: Tx,
  id: string,
  set: Updateable<Schema['creditAdjustment']>,
  entry: Omit<AuditEntry, keyof typeof shared | 'docId'>,
) =>
  tx.change({ ...shared, docId: id, ...entry }, (on) =>
    on()
      .updateTable('creditAdjustment')
      .set({ ...set, updatedAt: tx.now })
      .where('id', '=', id)
      .execute(),
  )

/** 409 with the present state, unless the state allows the action. */
export function checkState(row: AdjustmentRow, action: AdjustmentAction): void {
  const problem = adjustmentProblem(row, action)
  if (problem) throw conflict(problem)
}

/** 400 for a future day, and for one of a closed month. */
async function checkDate(tx: Tx, date: string): Promise<void> {
  if (date > tx.today) throw invalid([{ path: 'date', message: 'The date cannot be in the future' }])
  const closed = (await closedMonths(tx, [date]))(date)
  if (closed) throw invalid([{ path: 'date', message: datedInClosed(closed) }])
}

/** The document that a new one takes back, and its entry in the ledger with the business day of that. */
interface Undone {
  of: AdjustmentRow
  entry: string
  day: string
}

/**
 * A new document with the next number of its format; approved at once where it takes another one back. 409 member disabled
 * or dependent, numbers used up, and what approval is refused for.
 */
export async function writeAdjustment(
  tx: Tx,
  draft: Omit<Draft, 'approvedBy'>,
  undone?: Undone,
): Promise<{ id: string; docNo: string }> {
  const name = await checkHolder(tx, draft.member)
  const row = {
    id: tx.newId(),
    docNo: await nextNumber(tx, 'Credit Adjustment'),
    ...draft,
    status: 'Pending' as const,
    createdByUser: tx.by.userId,
    createdByName: tx.by.username,
  }
  await tx.change(
    [
      ...(undone
        ? [
            {
              ...shared,
              docId: undone.of.id,
              action: 'Undone',
              description: `Undid credit adjustment ${undone.of.docNo} of ${name} by ${row.docNo}: ${signed(row.adjustCredit)}`,
            },
          ]
        : []),
      {
        ...shared,
        docId: row.id,
        action: 'Created',
        description: `Created credit adjustment ${row.docNo} of ${name}: ${signed(row.adjustCredit)}`,
        to: { doc_no: row.docNo, ...draft, member: name, status: row.status },
      },
    ],
    (on) =>
      on()
        .insertInto('creditAdjustment')
        .values({
          ...row,
          approvedByUser: null,
          approvedByName: null,
          approvedAt: null,
          createdAt: tx.now,
          updatedAt: tx.now,
        })
        .execute(),
  )
  if (undone) await approve(tx, row.id, undone)
  return row
}

/**
 * The same, approved when `approvedBy` asks for it; answers its id. 400 unknown member, future day or closed month, 403 without the right
 * to approve.
 */
export async function createAdjustment(tx: Tx, { approvedBy, ...draft }: Draft): Promise<string> {
  const isApproved = asksApproval(approvedBy)
  if (isApproved) tx.need('credit_adjust.approve')
  await checkDate(tx, draft.date)
  const { id } = await writeAdjustment(tx, draft)
  if (isApproved) await approve(tx, id)
  return id
}

const editable = ['date', 'member', 'reason', 'adjustCredit'] as const

/** The fields sent that differ from the document's. */
const changesOf = (row: AdjustmentRow, edit: Edit): Partial<Pick<AdjustmentRow, (typeof editable)[number]>> =>
  Object.fromEntries(
    editable.filter((key) => edit[key] !== undefined && edit[key] !== row[key]).map((key) => [key, edit[key]]),
  )

/**
 * Merges what was sent into a pending document and approves it when `approvedBy` asks for it. 403 when a field changes
 * without edit or approval is asked without approve, 409 with the state once it is approved.
 */
export async function updateAdjustment(tx: Tx, id: string, { approvedBy, ...edit }: Edit): Promise<void> {
  const row = await adjustmentRow(tx, id, true)
  const isApproved = asksApproval(approvedBy)
  const set = changesOf(row, edit)
  const isChanged = Object.keys(set).length > 0
  if (isApproved) tx.need('credit_adjust.approve')
  if (isChanged || !isApproved) tx.need('credit_adjust.edit')
  checkState(row, isApproved ? 'approve' : 'edit')
  await checkDate(tx, set.date ?? row.date)
  if (isChanged) {
    const name = set.member ? await checkHolder(tx, set.member) : row.memberName
    await write(tx, id, set, {
      action: 'Updated',
      description: `Updated credit adjustment ${row.docNo} of ${name}`,
      from: auditFields(row),
      to: auditFields({ ...row, ...set, memberName: name }),
    })
  }
  if (isApproved) await approve(tx, id)
}

/** Approves a pending document as the caller, with its one ledger entry and its printed document, all or nothing. */
async function approve(tx: Tx, id: string, undone?: Undone): Promise<void> {
  const row = await adjustmentRow(tx, id, true)
  checkState(row, 'approve')
  const problem = await holderProblem(tx, row.member, true)
  if (problem) throw conflict(problem)
  const { balance } = await post(tx, await lockWallet(tx, row.member), {
    kind: 'adjustment',
    credit: row.adjustCredit,
    cause: {
      key: causeOf(id),
      type: 'adjustment',
      id,
      label: `Credit adjustment ${row.docNo}`,
      ...(undone ? { day: undone.day } : {}),
    },
    note: row.reason,
    ...(undone ? { reverses: undone.entry } : {}),
  })
  const isOwn = row.createdByUser !== null && row.createdByUser === tx.by.userId
  const set = {
    status: 'Approved' as const,
    approvedByUser: tx.by.userId,
    approvedByName: tx.by.username,
    approvedAt: tx.now,
  }
  await write(tx, id, set, {
    action: 'Approved',
    description:
      `Approved ${isOwn ? 'their own ' : ''}credit adjustment ${row.docNo} of ${row.memberName}: ` +
      `${signed(row.adjustCredit)}, wallet ${balance - row.adjustCredit} → ${balance}`,
    from: auditFields(row),
    to: { ...auditFields({ ...row, ...set }), ...(isOwn ? { approvedOwnDocument: true } : {}) },
  })
  await writePaper(tx, adjustmentPaper, id)
}

/** Hides a pending document; its row stays, so that its number is never issued again. */
export async function deleteAdjustment(tx: Tx, id: string): Promise<void> {
  const row = await adjustmentRow(tx, id, true)
  checkState(row, 'delete')
  const set = { status: 'Deleted' } as const
  await write(tx, id, set, {
    action: 'Deleted',
    description: `Deleted credit adjustment ${row.docNo} of ${row.memberName}: ${signed(row.adjustCredit)}, never approved`,
    from: auditFields(row),
  })
}

/** What approval would do to the wallet, or what it did. */
export async function effectOf(tx: Tx, id: string): Promise<AdjustmentEffect> {
  const { status, member, memberName, adjustCredit, approvedAt } = await adjustmentRow(tx, id)
  const document = { member: { _id: member, name: memberName }, adjustCredit }
  const entry = status === 'Approved' ? await entryOf(tx, causeOf(id)) : undefined
  if (entry)
    return { ...document, before: entry.balanceBefore, after: entry.balanceAfter, at: approvedAt, refused: null }
  const { balance } = await walletOf(tx, member)
  const after = balance + adjustCredit
  const problem = await holderProblem(tx, member, false)
  const short = adjustCredit < 0 && after < 0 ? shortfallWords(balance, -adjustCredit) : null
  return { ...document, before: balance, after, at: null, refused: problem ?? short }
}
