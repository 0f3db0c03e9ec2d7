import type { NumberType } from '@academy/contract/lists/numbers.ts'
import { lastNumber, numberOf, numbersUsedUp } from '@academy/contract/lists/numbers.ts'
import { conflict } from '../kit/errors.ts'
import type { Tx } from '../kit/tx.ts'
import type { NumberTables } from './tables.ts'

/**
 * Issues the next number of a kind of document. The format's row stays locked until the transaction ends, so that
 * numbers have neither gaps nor repeats; call it late, everybody else who needs one waits. 409 after 9999.
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
      const row = await on<NumberTables>()
        .updateTable('documentFormat')
        .set((field) => ({ runningNo: field('runningNo', '+', 1) }))
        .where('type', '=', type)
        .where('runningNo', '<', lastNumber)
        .returning(['id', 'format', 'runningNo'])
        .executeTakeFirst()
      if (!row) throw conflict(numbersUsedUp(type))
      return { ...row, number: numberOf(row.format, row.runningNo, tx.today) }
    },
  )
  return number
}
