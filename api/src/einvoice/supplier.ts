/** What the academy tells MyInvois of itself: how it is kept. */
import {
  defaultCodes,
  longestPersonalNumber,
  personalNumberTooLong,
  type SupplierDocument,
  type SupplierField,
  supplierDocument,
  supplierFields,
  type supplierRoutes,
} from '@academy/contract/einvoice/supplier.ts'
import type { BodyOf } from '@academy/contract/platform/endpoint.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { found, invalid, type VersionOf } from '../platform/http/index.ts'

type Body = BodyOf<typeof supplierRoutes.update>
type Stored = Record<SupplierField, string | null> & { updatedAt: string }

const fieldNames = keysOf(supplierFields)
const stored = (tx: Tx) =>
  tx
    .read()
    .selectFrom('eInvoiceSupplier')
    .select([...fieldNames, 'updatedAt'])
const present = async (tx: Tx): Promise<Stored> => found(await stored(tx).executeTakeFirst(), 'e-Invoice')

export const supplierVersion: VersionOf = async (tx) => {
  const [row] = await tx.query<{ version: string }>(sql`select row_version as version from e_invoice_supplier`)
  return row?.version
}

const documentOf = ({ classification, taxType, ...row }: Stored): SupplierDocument =>
  supplierDocument.parse({
    ...row,
    classification: classification ?? defaultCodes.classification,
    taxType: taxType ?? defaultCodes.taxType,
  })

export const supplierNow = async (tx: Tx): Promise<SupplierDocument> => documentOf(await present(tx))

/** Saves what was given, null for what is no longer said; what is left out stays. */
export async function saveSupplier(tx: Tx, body: Body): Promise<SupplierDocument> {
  const was = found(await stored(tx).forUpdate().executeTakeFirst(), 'e-Invoice')
  // A code that stands for want of another is none of its own when it is sent back.
  const shown = documentOf(was)
  const changed = Object.entries(body).filter(
    ([name, value]) => value !== undefined && value !== Reflect.get(shown, name) && value !== Reflect.get(was, name),
  )
  const { registrationKind, registrationNumber } = { ...was, ...Object.fromEntries(changed) }
  if (registrationKind !== 'BRN' && (registrationNumber?.length ?? 0) > longestPersonalNumber)
    throw invalid([{ path: 'registrationNumber', message: personalNumberTooLong }])
  if (changed.length === 0) return shown
  return documentOf(
    await tx.change(
      (now: Stored) => ({
        section: 'Academy',
        docType: 'e-invoice-supplier',
        docId: 'e-invoice-supplier',
        action: 'Updated',
        description: 'Changed what e-Invoices say of the academy',
        from: was,
        to: now,
      }),
      async (on) => {
        await on()
          .updateTable('eInvoiceSupplier')
          .set({ ...Object.fromEntries(changed), updatedAt: tx.now })
          .execute()
        return present(tx)
      },
    ),
  )
}
