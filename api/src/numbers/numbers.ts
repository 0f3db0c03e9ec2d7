import {
  lastNumber,
  type NumberType,
  numberOf,
  numbersDisabled,
  numbersMissing,
  numbersUsedUp,
} from '@academy/contract/numbers/numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import { plannedOnce, type Tx } from '../platform/data/index.ts'
import { type Conflicts, conflict } from '../platform/http/index.ts'

const usedNumber = 'This number was issued already. Please check the running number of its format.'
/** Of a number that stands on another document, for every module whose calls issue one. */
export const numberConflicts: Conflicts = {
  credit_adjustment_doc_no_key: usedNumber,
  payment_order_no_key: usedNumber,
  payment_receipt_no_key: usedNumber,
}

/**
 * Issues the next number of a kind of document. The format's row stays locked until the transaction ends, so that
 * numbers have neither gaps nor repeats; call it late, since all others who need a number wait. 409 after 9999, and
 * while the format is disabled.
 */
export async function nextNumber(tx: Tx, type: NumberType): Promise<string> {
  const { number } = await tx.change(
    (issued: { id: string; runningNo: number; number: string }) => ({
      section: 'Doc Format',
      docType: 'doc-num-format',
      docId: issued.id,
      action: 'Issued',
      description: `Issued ${type} number ${issued.number}`,
      from: { runningNo: issued.runningNo - 1 },
      to: { runningNo: issued.runningNo },
    }),
    async (on) => {
      const row = await on()
        .updateTable('documentFormat')
        .set((field) => ({ runningNo: field('runningNo', '+', 1) }))
        .where('type', '=', type)
        .where('runningNo', '<', lastNumber)
        .where('isDisable', '=', false)
        .returning(['id', 'format', 'runningNo'])
        .modifyEnd(plannedOnce)
        .executeTakeFirst()
      if (!row) throw await whyNone(tx, type)
      return { ...row, number: numberOf(row.format, row.runningNo, tx.today) }
    },
  )
  return number
}

async function whyNone(tx: Tx, type: NumberType) {
  const format = await formatOfType(tx, type)
  if (!format) return conflict(numbersMissing(type))
  return conflict(format.isDisable ? numbersDisabled(type) : numbersUsedUp(type))
}

/** The tables and columns that hold the issued numbers of each kind. */
const issuedIn: Record<NumberType, RawBuilder<unknown>> = {
  'Official Receipt': sql`select receipt_no as number from payment where receipt_no is not null`,
  Order: sql`select order_no as number from payment`,
  // Including numbers of deleted documents.
  'Credit Adjustment': sql`select doc_no as number from credit_adjustment`,
}

interface Format {
  type: NumberType
  format: string
  running_no: number
}

/** Whether the number that the format would issue next has already been issued under today's date. */
export async function issuedAbove(tx: Tx, { type, format, running_no }: Format): Promise<boolean> {
  const ahead = Array.from({ length: lastNumber - running_no }, (_, n) =>
    numberOf(format, running_no + n + 1, tx.today),
  )
  const [answer] = await tx.query<{ found: boolean }>(
    sql`select exists (select from (${issuedIn[type]}) as issued where number = any(${ahead}::text[])) as found`,
  )
  return answer?.found ?? false
}

/** The format of a type, with the number it would issue today, null after the last; undefined where the type has none. */
export async function formatOfType(tx: Tx, type: string) {
  const row = await tx.read().selectFrom('documentFormat').selectAll().where('type', '=', type).executeTakeFirst()
  return row && { ...row, next: row.runningNo < lastNumber ? numberOf(row.format, row.runningNo + 1, tx.today) : null }
}
