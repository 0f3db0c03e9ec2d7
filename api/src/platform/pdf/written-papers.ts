/** The content of papers, stored in the transaction that issues them: every print is made from it. */
import { sql } from 'kysely'
import { z } from 'zod'
import { inTransaction, type Tx } from '../data/tx.ts'
import { systemCaller } from '../http/caller.ts'
import { found } from '../http/errors.ts'
import type { Portal } from '../runtime/portal.ts'
import { companyNow } from './company-now.ts'
import { type Letterhead, letterheadOf } from './letterhead.ts'
import { renderPdf } from './pdf.ts'
import { digestOf, letterheadWords, lettersOf, storeLetterheadPicture } from './stored-letterhead.ts'

/** A kind of paper, as its module declares it. */
export interface PaperKind<Words> {
  kind: 'credit-adjustment' | 'cash-close' | 'cash-evening'
  /** The screen's name in the audit trail. */
  section: string
  /** Everything printed except the letterhead. */
  words: z.ZodType<Words>
  /** The file that exports the Layout. */
  layout: URL
  /** A document's paper from current data, and the people named on it. */
  of(tx: Tx, document: string): Promise<{ number: string; members: string[]; words: Words }>
}

/** A paper ready to print. */
export type Printed<Words> = Words & { company: Letterhead }

const written = <Words>({ words }: PaperKind<Words>) => z.object({ company: letterheadWords, words })

async function write<Words>(tx: Tx, paper: PaperKind<Words>, document: string, isLater: boolean): Promise<void> {
  const { kind, section } = paper
  const company = await companyNow(tx)
  const { number, members, words } = await paper.of(tx, document)
  const content = JSON.stringify(written(paper).parse({ company: letterheadOf(company), words }))
  const digest = digestOf(content)
  const row = {
    document,
    kind,
    number,
    members: [...new Set(members)],
    content,
    digest,
    logo: await storeLetterheadPicture(tx, section, company.logo),
    writtenAt: tx.now,
    isLater,
  }
  await tx.change(
    {
      section,
      docType: `${kind}-paper`,
      // Not the document's id, under which the trail has the changes of the document itself.
      docId: number,
      action: 'Created',
      description: `Wrote down what ${number} is printed with${isLater ? ', which was issued before' : ''}`,
      to: { number, digest },
    },
    async (on) => {
      await on().insertInto('writtenPaper').values(row).execute()
      if (isLater) await on().deleteFrom('paperToWrite').where('document', '=', document).execute()
    },
  )
}

/** Stores the paper of a document that was just approved or closed, in the same transaction. */
export const writePaper = <Words>(tx: Tx, paper: PaperKind<Words>, document: string): Promise<void> =>
  write(tx, paper, document, false)

/** The stored paper of a document. */
export async function writtenPaper<Words>(tx: Tx, paper: PaperKind<Words>, document: string): Promise<Printed<Words>> {
  const row = await tx
    .read()
    .selectFrom('writtenPaper')
    .select(['content', 'logo'])
    .where('document', '=', document)
    .where('kind', '=', paper.kind)
    .executeTakeFirst()
  const { content, ...pictures } = found(row, 'Document')
  const { company, words } = written(paper).parse(JSON.parse(content))
  const letters = await lettersOf(tx, [pictures])
  return { ...words, company: letters(company, pictures) }
}

/** Draws a stored paper. */
export const paperPdf = <Words>({ layout }: PaperKind<Words>, print: Printed<Words>): Promise<Buffer> =>
  renderPdf(layout, print)

const batch = 200

/** Stores what is waiting, one transaction per batch: `store` takes the batch size and returns how many it found. Returns the total. */
export async function writeInBatches(
  portal: Portal,
  store: (tx: Tx, batch: number) => Promise<number>,
): Promise<number> {
  let total = 0
  for (let done = batch; done === batch; total += done)
    done = await inTransaction(portal, systemCaller('upgrade'), {}, (tx) => store(tx, batch))
  return total
}

/** Stores papers issued before this kind was stored; returns how many. Called at start, before anybody prints. */
export const writeEarlierPapers = <Words>(portal: Portal, paper: PaperKind<Words>): Promise<number> =>
  writeInBatches(portal, async (tx, batch) => {
    const waiting = await tx.query<{ document: string }>(sql`select document from paper_to_write
      where kind = ${paper.kind} order by document limit ${batch} for update`)
    for (const { document } of waiting) await write(tx, paper, document, true)
    return waiting.length
  })
