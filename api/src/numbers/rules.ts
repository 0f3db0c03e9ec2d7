import { numberIssued } from '@academy/contract/numbers/document-formats.ts'
import { numberTypes } from '@academy/contract/numbers/numbers.ts'
import { z } from 'zod'
import type { EntryRule } from '../lists/lists.ts'
import { conflict } from '../platform/http/index.ts'
import { issuedAbove } from './numbers.ts'

const documentFormat = z.object({ type: z.enum(numberTypes), format: z.string(), running_no: z.number() })

/** A format issues no number twice. */
export const formatRule: EntryRule = async (tx, entry, was) => {
  const format = documentFormat.parse(entry)
  const isMoved = format.format !== was?.format || format.running_no !== was?.running_no
  if (isMoved && (await issuedAbove(tx, format)))
    throw conflict(numberIssued, [{ path: 'running_no', message: numberIssued }])
  return entry
}
