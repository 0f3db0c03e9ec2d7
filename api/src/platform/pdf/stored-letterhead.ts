/** The letterhead of stored papers: its texts are part of the paper, its pictures are stored once each. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '../data/tx.ts'
import type { Letterhead } from './letterhead.ts'

/** The texts and the colour of a letterhead, as a paper's content has them. */
export const letterheadWords = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  /** Papers from before academies had a colour, and of those without one, have none. */
  accent: z.string().optional(),
})

/** Digests of the letterhead's pictures; only receipts have a background. */
interface PictureDigests {
  logo: string | null
  background?: string | null
}

export const digestOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Stores a picture of the letterhead unless it is stored; returns its digest. */
export async function storeLetterheadPicture(
  tx: Tx,
  section: string,
  bytes: Uint8Array | undefined,
): Promise<string | null> {
  if (!bytes) return null
  const digest = digestOf(bytes)
  const known = await tx
    .read()
    .selectFrom('letterheadPicture')
    .select('digest')
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (known) return digest
  await tx.change(
    {
      section,
      docType: 'letterhead-picture',
      docId: digest,
      action: 'Created',
      description: 'Kept a picture of the letterhead for what is printed with it',
    },
    (on) =>
      on()
        .insertInto('letterheadPicture')
        .values({ digest, bytes: Buffer.from(bytes) })
        .onConflict((same) => same.doNothing())
        .execute(),
  )
  return digest
}

/** Restores the pictures of these papers; each is read once, so that a document embeds it once. */
export async function lettersOf(
  tx: Tx,
  papers: readonly PictureDigests[],
): Promise<(words: z.output<typeof letterheadWords>, paper: PictureDigests) => Letterhead> {
  const digests = [...new Set(papers.flatMap(({ logo, background }) => [logo, background]))].filter(
    (one) => typeof one === 'string',
  )
  const rows = digests.length
    ? await tx.read().selectFrom('letterheadPicture').selectAll().where('digest', 'in', digests).execute()
    : []
  const pictures = new Map(rows.map(({ digest, bytes }) => [digest, bytes]))
  return (words, paper) => {
    const [logo, background] = [pictures.get(paper.logo ?? ''), pictures.get(paper.background ?? '')]
    return { ...words, ...(logo ? { logo } : {}), ...(background ? { background } : {}) }
  }
}
