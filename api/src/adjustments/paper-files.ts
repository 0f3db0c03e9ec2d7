import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { numberInFileName, paperPdf, writtenPaper } from '../platform/pdf/index.ts'
import { adjustmentPaper } from './document.ts'

/** The approved credit adjustments of these members as issued, each a PDF of its own, made when it is asked for. */
export async function* adjustmentFiles(tx: Tx, members: readonly string[]) {
  const papers = await tx
    .read()
    .selectFrom('writtenPaper')
    .select(['document', 'number'])
    .where('kind', '=', adjustmentPaper.kind)
    .where(sql<boolean>`members <@ ${members}::uuid[]`)
    .orderBy('number')
    .execute()
  for (const { document, number } of papers) {
    const content = await paperPdf(adjustmentPaper, await writtenPaper(tx, adjustmentPaper, document))
    yield { name: `${numberInFileName(number)}.pdf`, content }
  }
}
