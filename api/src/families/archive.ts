/** A family's data as one archive: workbooks, PDFs and pictures for people, JSON for machines. */
import { Readable } from 'node:stream'
import { archivePermissions, type families, familyFileName } from '@academy/contract/families/families.ts'
import { type Told, toldIn } from '@academy/contract/platform/sensitive.ts'
import { sql } from 'kysely'
import { adjustmentFiles } from '../adjustments/adjustments.ts'
import { receiptFiles } from '../payments/payments.ts'
import type { Tx } from '../platform/data/index.ts'
import { streamed, workbook, type ZipPart, zipped } from '../platform/sheets/index.ts'
import type { Row } from './columns.ts'
import type { Contents } from './contents.ts'
import { type FamilyMember, familyOf } from './family.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { readme } from './readme.ts'

export const familyArchive = streamed<typeof families.archive, Buffer>(async (tx, { params, origin }) => {
  const family = await familyOf(tx, params.id)
  for (const permission of archivePermissions) tx.need(permission)
  const may = ({ may: wanted }: Kind) => wanted === undefined || tx.by.can(wanted)
  const contents = { family, kinds: kinds.filter(may), leftOut: kinds.filter((kind) => !may(kind)), origin }
  return {
    name: familyFileName(family[0].name),
    holds: idsOf(contents),
    isExport: true,
    rows: await totalOf(tx, contents),
    items: zipped(partsOf(tx, contents)),
    tells: Promise.resolve(await toldOf(tx, idsOf(contents))),
    rowsIn: () => 0,
    content: (bytes) => Readable.from(bytes, { objectMode: false }),
  }
})

const idsOf = ({ family }: Contents) => family.map(({ id }) => id)

/** Whose medical notes and identity numbers are in it. */
async function toldOf(tx: Tx, ids: readonly string[]): Promise<Told> {
  const rows = await tx.query<{ id: string; icNo: string | null; medical: string | null }>(
    sql`select id, ic_no, medical from member where id = any(${ids}::uuid[])`,
  )
  return toldIn(rows.map(({ id: _id, ...row }) => ({ _id, ...row })))
}

async function totalOf(tx: Tx, contents: Contents): Promise<number> {
  const ids = idsOf(contents)
  const counts = contents.kinds.map((kind) => sql`(select count(*) from (${kind.rows(tx, ids)}) as counted)`)
  const [row] = await tx.query<{ total: number }>(sql`select (${sql.join(counts, sql` + `)})::int as total`)
  return row?.total ?? 0
}

/** Each is read while it is taken, so that memory use does not grow with the family. */
async function* partsOf(tx: Tx, contents: Contents): AsyncGenerator<ZipPart> {
  const ids = idsOf(contents)
  const counts = new Map<Kind, number>()
  yield { name: 'family.json', content: jsonOf(tx, contents, counts) }
  for (const kind of contents.kinds) {
    if (kind.columns.length === 0 || !counts.get(kind)) continue
    const content = workbook(kind.name, kind.columns, tx.portions(kind.rows(tx, ids)))
    yield { name: `${kind.name}.xlsx`, content }
  }
  yield* pictures(tx, contents)
  if (has(contents, 'receipt')) yield* within('receipts', receiptFiles(tx, ids, contents.origin))
  if (has(contents, 'writtenPaper')) yield* within('papers', adjustmentFiles(tx, ids))
  yield { name: 'README.txt', content: [Buffer.from(await readme(tx, contents, counts))] }
}

const has = (contents: Contents, table: Kind['table']) => contents.kinds.some((kind) => kind.table === table)

async function* within(folder: string, files: AsyncIterable<{ name: string; content: Buffer }>) {
  for await (const { name, content } of files) yield { name: `${folder}/${name}`, content: [content] }
}

/** A picture is named by its place in the family, because two members may have one name. */
const pictureName = ({ family }: Contents, { id, picture }: Pick<FamilyMember, 'id' | 'picture'>) =>
  picture && `pictures/${family.findIndex((member) => member.id === id) + 1}${picture.slice(picture.lastIndexOf('.'))}`

async function* pictures(tx: Tx, contents: Contents): AsyncGenerator<ZipPart> {
  for (const member of contents.family) {
    const name = pictureName(contents, member)
    const content = member.picture && (await tx.portal.pictures.files.get(member.picture))
    if (name && content) yield { name, content: [content] }
  }
}

/** Rows as the database has them, without the columns of `without`. */
function plain(contents: Contents, { table, without = {} }: Kind, row: Row): Record<string, unknown> {
  const kept = Object.entries(row).filter(([field]) => !Object.hasOwn(without, field))
  const whole = Object.fromEntries(kept)
  if (table !== 'member') return whole
  const { id, picture } = row
  return {
    ...whole,
    picture: pictureName(contents, { id: String(id), picture: picture === null ? null : String(picture) }),
  }
}

async function* jsonOf(tx: Tx, contents: Contents, counts: Map<Kind, number>): AsyncGenerator<Buffer> {
  const ids = idsOf(contents)
  const made = { at: tx.now, by: tx.by.username, family: ids, leftOut: contents.leftOut.map(({ name }) => name) }
  yield Buffer.from(`{"made":${JSON.stringify(made)}`)
  for (const kind of contents.kinds) {
    yield Buffer.from(`,\n"${kind.name}":[`)
    let rows = 0
    for await (const portion of tx.portions(kind.rows(tx, ids))) {
      const lines = portion.map((row) => `\n${JSON.stringify(plain(contents, kind, row))}`)
      yield Buffer.from(`${rows > 0 ? ',' : ''}${lines.join(',')}`)
      rows += portion.length
    }
    counts.set(kind, rows)
    yield Buffer.from(']')
  }
  yield Buffer.from('}\n')
}
