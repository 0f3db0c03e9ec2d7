/** What papers of the books say, written down in the transaction that makes them so: every print is made from that. */
import { sql } from 'kysely'
import { z } from 'zod'
import { inTransaction, type Tx } from '../data/tx.ts'
import { systemCaller } from '../http/caller.ts'
import { found } from '../http/errors.ts'
import type { Portal } from '../runtime/portal.ts'
import { digestOf, keepPicture, letterheadWords, lettersOf } from './kept-letterhead.ts'
import { type Letterhead, letterheadOf } from './letterhead.ts'

/** A kind of paper, as its room declares it. */
export interface PaperKind<Words> {
  kind: 'credit-adjustment' | 'cash-close'
  /** The screen's name, in the trail. */
  section: string
  /** All it is printed with but the letterhead. */
  words: z.ZodType<Words>
  /** What the paper of a document says by what is known now, and whose names stand on it. */
  of(tx: Tx, document: string): Promise<{ number: string; members: string[]; words: Words }>
}

/** A paper as it is printed. */
export type Printed<Words> = Words & { company: Letterhead }

const written = <Words>({ words }: PaperKind<Words>) => z.object({ company: letterheadWords, words })

async function write<Words>(tx: Tx, paper: PaperKind<Words>, document: string, isLater: boolean): Promise<void> {
  const { kind, section } = paper
  const { company } = tx.portal.config
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
    logo: await keepPicture(tx, section, company.logo),
    writtenAt: tx.now,
    isLater,
  }
  await tx.change(
    {
      section,
      docType: `${kind}-paper`,
      // Not the document's id, which the trail knows for what was done with the document itself.
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

/** Writes down the paper of a document that was just approved or closed, in the same transaction. */
export const writePaper = <Words>(tx: Tx, paper: PaperKind<Words>, document: string): Promise<void> =>
  write(tx, paper, document, false)

/** The paper of a document as it was written down. */
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

const atOnce = 200

/** Writes down what was issued before papers of this kind were; answers how many. Called at start, before anybody prints. */
export async function writeEarlierPapers<Words>(portal: Portal, paper: PaperKind<Words>): Promise<number> {
  let total = 0
  for (let done = atOnce; done === atOnce; total += done) {
    done = await inTransaction(portal, systemCaller('upgrade'), {}, async (tx) => {
      const waiting = await tx.query<{ document: string }>(sql`select document from paper_to_write
        where kind = ${paper.kind} order by document limit ${atOnce} for update`)
      for (const { document } of waiting) await write(tx, paper, document, true)
      return waiting.length
    })
  }
  return total
}
