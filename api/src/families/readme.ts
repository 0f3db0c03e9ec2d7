import { displayDate } from '@academy/contract/courses/calendar.ts'
import { academyNow, type Tx } from '../platform/data/index.ts'
import { businessTime } from '../platform/runtime/index.ts'
import type { Contents } from './contents.ts'
import type { Kind } from './kind.ts'

const kindWords = { adult: 'adult', parent: 'parent', child: 'child' } as const

/** What the archive holds, for whoever opens it. */
export async function readme(
  tx: Tx,
  { family, kinds, leftOut }: Contents,
  counts: ReadonlyMap<Kind, number>,
): Promise<string> {
  const { name } = await academyNow(tx)
  const people = family.map(
    (member, index) =>
      `  ${index + 1}. ${[member.name, member.chName].filter(Boolean).join(' ')} (${kindWords[member.kind]})`,
  )
  const parts = kinds.map((kind) => {
    const count = counts.get(kind) ?? 0
    const file = kind.columns.length > 0 && count > 0 ? `${kind.name}.xlsx` : kind.name
    return `  ${file.padEnd(18)} ${String(count).padStart(6)}  ${kind.words}`
  })
  return [
    `The data that ${name} holds of a family`,
    '',
    `Made on ${displayDate(tx.today)} at ${businessTime(new Date(tx.now))} by ${tx.by.username}.`,
    '',
    'The family',
    ...people,
    '',
    'What is in it, and how many entries',
    ...parts,
    '',
    'family.json has all of it for machines, under the same names; dates are YYYY-MM-DD, instants UTC.',
    'pictures/ has the pictures of the profiles, by the numbers above.',
    'Of passwords only a hash is stored, which is not in here.',
    ...(leftOut.length > 0
      ? ['', `Left out, because ${tx.by.username} may not see it: ${leftOut.map((kind) => kind.name).join(', ')}.`]
      : []),
    ...(tx.by.centres === null
      ? []
      : ['', `Attendance only of the centres that ${tx.by.username} may see; the ledger is of all.`]),
    '',
    'It holds medical notes and identity numbers: keep it where nobody else reads it.',
    '',
  ].join('\r\n')
}
