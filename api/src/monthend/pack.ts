/** The files of a closed month. */
import { Readable } from 'node:stream'
import type { monthEnd } from '@academy/contract/monthend/month-end.ts'
import { packName } from '@academy/contract/monthend/rules.ts'
import { daysOf } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import { receiptsIssued, receiptsIssuedIn } from '../payments/payments.ts'
import type { Tx } from '../platform/data/index.ts'
import { type FileAnswer, found, notFound } from '../platform/http/index.ts'
import { streamed, type ZipPart, zipped } from '../platform/sheets/index.ts'
import { needEverything } from './state.ts'

const section = 'Month End'

interface Kept {
  name: string
  digest: string
}

/** One file as it was kept; 404 where it is of another kind. */
export async function keptFile(tx: Tx, id: string, kind: 'pdf' | 'xlsx'): Promise<FileAnswer> {
  const [file] = await tx.query<{ name: string; bytes: Buffer }>(
    sql`select name, bytes from month_file where id = ${id}`,
  )
  const { name, bytes } = found(file, 'File')
  needEverything(tx)
  if (!name.endsWith(`.${kind}`)) throw notFound('File')
  return { name: name.replace(/^.*\//, ''), content: bytes, section, isExport: true }
}

/** Each is read while it is taken. */
async function* partsOf(tx: Tx, close: string, month: string, files: readonly Kept[], origin: string) {
  for (const { name } of files) {
    const [file] = await tx.query<{ bytes: Buffer }>(
      sql`select bytes from month_file where close = ${close} and name = ${name}`,
    )
    yield { name, content: [found(file, 'File').bytes] } satisfies ZipPart
  }
  for await (const { name, content } of receiptsIssued(tx, daysOf(month), origin))
    yield { name: `receipts/${name}`, content: [content] }
  const sums = files.map(({ name, digest }) => `${digest}  ${name}\n`).join('')
  yield { name: 'SHA256SUMS', content: [Buffer.from(sums)] }
}

export const monthPack = streamed<typeof monthEnd.pack, Buffer>(async (tx, { params, origin }) => {
  const [close] = await tx.query<{ month: string }>(
    sql`select to_char(month, 'YYYY-MM') as month from month_close where id = ${params.id}`,
  )
  const { month } = found(close, 'Month')
  needEverything(tx)
  const files = await tx.query<Kept>(sql`select name, digest from month_file where close = ${params.id} order by name`)
  return {
    name: packName(month),
    section,
    isExport: true,
    rows: files.length + (await receiptsIssuedIn(tx, daysOf(month))),
    items: zipped(partsOf(tx, params.id, month, files, origin)),
    rowsIn: () => 0,
    content: (bytes) => Readable.from(bytes, { objectMode: false }),
  }
})
