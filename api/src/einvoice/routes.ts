import { type eInvoices as Declared, eInvoiceFile, eInvoices } from '@academy/contract/einvoice/einvoice.ts'
import { supplierRoutes } from '@academy/contract/einvoice/supplier.ts'
import type { QueryOf } from '@academy/contract/platform/endpoint.ts'
import { academyNow, lastMonth, type Tx } from '../platform/data/index.ts'
import { apiModule, conflict, type FileAnswer, found, HttpError } from '../platform/http/index.ts'
import { eInvoiceJson } from './document.ts'
import { centresReason, eInvoiceOf } from './month.ts'
import { saveSupplier, supplierNow, supplierVersion } from './supplier.ts'

export const eInvoiceSupplierModule = apiModule(
  supplierRoutes,
  { get: supplierNow, update: (tx, { body }) => saveSupplier(tx, body) },
  {},
  supplierVersion,
)

/** The same file whenever it is asked for, but for the moment of its issue. */
async function fileOf(tx: Tx, { month, part }: QueryOf<typeof Declared.json>): Promise<FileAnswer> {
  if (tx.by.centres !== null) throw new HttpError(403, centresReason)
  const { shown, parts } = await eInvoiceOf(tx, month)
  if (shown.refused) throw conflict(shown.refused)
  const { number, chains } = found(parts[part - 1], 'Part')
  const { name } = await academyNow(tx)
  const supplier = await supplierNow(tx)
  return {
    name: eInvoiceFile(number),
    content: eInvoiceJson({ number, month, chains, name, supplier, at: tx.now }),
    section: 'e-Invoice',
    rows: chains.length,
  }
}

export const eInvoiceModule = apiModule(eInvoices, {
  view: async (tx, { query }) => (await eInvoiceOf(tx, query.month ?? (await lastMonth(tx)))).shown,
  json: (tx, { query }) => fileOf(tx, query),
})
