import { tidy } from '@academy/contract/kit/text.ts'
import type { FoundMember, members } from '@academy/contract/members/members.ts'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import { likePattern } from '../kit/paging.ts'
import type { Tx } from '../kit/tx.ts'
import { searched, wordsOf } from './search.ts'

type Query = z.output<NonNullable<typeof members.find.query>>
type Condition = RawBuilder<unknown>
type Card = Omit<FoundMember, '_id'> & { id: string }

/** Of a search that fits half the academy so many are looked at; those whose name begins with it are among them. */
const candidates = 1000

const all = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `)
/** Too short to be looked up anywhere in a text: two Latin letters are in every second name. */
const isShort = (word: string) => /^\p{ASCII}{1,2}$/u.test(word)
/** `like` at the beginning instead of anywhere. */
const beginning = (text: string) => likePattern(text).slice(1)

/** Those found by every word, in any order of the words; a text of short words only finds the names that begin with it. */
function fitting(text: string, words: readonly string[], limit: number) {
  const begins = sql`(select id from member where not is_deleted and lower(name) like lower(${beginning(text)})
    order by lower(name), id limit ${limit})`
  if (words.every(isShort)) return begins
  const conditions = words.flatMap((word) => searched(word) ?? [])
  return sql`${begins} union (select id from member where not is_deleted and ${all(conditions)} limit ${candidates})`
}

/** Names that begin with the text come first, then those in which each word begins a word, then whatever else fits. */
function rank(text: string, words: readonly string[]): Condition {
  const begin = (column: string, word: string) =>
    sql`' ' || lower(${sql.ref(column)}) like lower(${`% ${beginning(word)}`})`
  return sql`case
    when lower(member.name) like lower(${beginning(text)}) or lower(member.ch_name) like lower(${beginning(text)}) then 0
    when ${all(words.map((word) => begin('member.name', word)))} then 1
    else 2 end`
}

const cards = (ids: Condition, order: Condition, limit: number) => sql<Card>`
  select member.id, member.kind, member.name, member.ch_name, right(member.ic_no, 4) as ic_tail,
    member.phone_no, member.is_independent, member.is_disable, coalesce(wallet.balance, 0) as wallet,
    (select coalesce(json_agg(json_build_object('_id', parent.id, 'name', parent.name)
        order by parent.created_at, parent.id), '[]')
      from member_parent join member parent on parent.id = member_parent.parent
      where member_parent.child = member.id) as parents
  from member left join wallet on wallet.member = member.id
  where member.id in (${ids}) and not member.is_deleted
  order by ${order} limit ${limit}`

/** The few members that somebody at the desk means by this text, or those of the ids, in the order given. */
export async function findMembers(tx: Tx, { searchText = '', ids = [], limit }: Query): Promise<FoundMember[]> {
  const text = tidy(searchText)
  const words = wordsOf(text)
  const found = text
    ? cards(
        fitting(text, words, limit),
        sql`${rank(text, words)}, member.is_disable, lower(member.name), member.id`,
        limit,
      )
    : cards(sql`select unnest(${ids}::uuid[])`, sql`array_position(${ids}::uuid[], member.id)`, limit)
  return (await tx.query(found)).map(({ id, ...card }) => ({ _id: id, ...card }))
}
