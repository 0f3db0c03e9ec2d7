import type { FoundMember } from '@academy/contract/members/choosing.ts'
import { type MemberKind, memberKinds } from '@academy/contract/members/fields.ts'
import type { members } from '@academy/contract/members/members.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { findsMember, likePattern, type Tx, wordsOf } from '../../platform/data/index.ts'
import type { Call, Caller } from '../../platform/http/index.ts'
import { usualPayer } from '../usual-payer.ts'

type Condition = RawBuilder<unknown>
type Card = Omit<FoundMember, '_id'> & { id: string }

/** A search that matches very many members ranks only this many, those whose names begin with the text among them. */
const candidates = 1000

const all = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `)
/** `like` at the beginning instead of anywhere. */
const beginning = (text: string) => likePattern(text).slice(1)
const notDeleted = sql`not member.is_deleted`

/** A kind by its name or its tab's. */
const kindOf = (word: string): MemberKind | undefined =>
  memberKinds.find((kind) => [kind, `${kind}s`, `${kind}ren`, `${kind}rens`].includes(word.toLowerCase()))

/** A word matches a member's text, its kind or, next to another word, its balance. */
function wordCondition(by: Caller, word: string, isAlone: boolean): Condition {
  const kind = kindOf(word)
  const ways: Condition[] = [findsMember(by, word)]
  if (kind) ways.push(sql`member.kind = ${kind}`)
  if (!isAlone && /^\d{1,7}$/.test(word))
    ways.push(sql`exists (select from wallet where wallet.member = member.id and balance = ${Number(word)})`)
  return sql`(${sql.join(ways, sql` or `)})`
}

interface Search {
  text: string
  words: readonly string[]
  limit: number
  only: readonly Condition[]
}

/** Ids of members that match every word; those whose names begin with the text always, should there be too many. */
function candidateIds(by: Caller, { text, words, limit, only }: Search) {
  const conditions = [...only, ...words.map((word) => wordCondition(by, word, words.length === 1))]
  return sql`(select id from member where ${all(only)} and lower(name) like lower(${beginning(text)})
    order by lower(name), id limit ${limit})
    union (select id from member where ${all(conditions)} limit ${candidates})`
}

/**
 * The member whose TM No. the text is comes first, then names that begin with the text, then those in which each word begins a word, then those that contain each word:
 * so that a person comes before their children.
 */
function rank(text: string, given: readonly string[]): Condition {
  const names = sql`lower(concat_ws(' ', member.name, member.ch_name))`
  const words = given.filter((word) => !kindOf(word))
  const hasWord = (before: string, word: string) => sql`' ' || ${names} like lower(${`%${before}${beginning(word)}`})`
  return sql`case
    when lower(member.tm_no) = lower(${text}) then -1
    when lower(member.name) like lower(${beginning(text)}) or lower(member.ch_name) like lower(${beginning(text)}) then 0
    when ${all([sql`true`, ...words.map((word) => hasWord(' ', word))])} then 1
    when ${all([sql`true`, ...words.map((word) => hasWord('', word))])} then 2
    else 3 end`
}

const cards = (ids: Condition, order: Condition, limit: number) => sql<Card>`
  select member.id, member.kind, member.name, member.ch_name, member.tm_no, right(member.ic_no, 4) as ic_tail,
    member.dob, (select json_build_object('_id', id, 'beltColor', belt_color) from belt where id = member.belt) as belt,
    member.phone_no, member.is_independent, member.is_disable, coalesce(wallet.balance, 0) as wallet,
    ${usualPayer} as payer,
    (select coalesce(json_agg(json_build_object('_id', parent.id, 'name', parent.name, 'wallet', coalesce(paying.balance, 0),
        'isDisable', parent.is_disable) order by parent.created_at, parent.id), '[]')
      from member_parent join member parent on parent.id = member_parent.parent
        left join wallet paying on paying.member = parent.id
      where member_parent.child = member.id) as parents
  from member left join wallet on wallet.member = member.id
  where member.id in (${ids}) and ${notDeleted}
  order by ${order} limit ${limit}`

const byName = sql`lower(member.name), member.id`

/** Members that match a text, best first. */
function matchingCards({ by }: Tx, searchText: string, limit: number, only: readonly Condition[]) {
  const text = tidy(searchText)
  const words = wordsOf(text)
  const ids = candidateIds(by, { text, words, limit, only })
  return cards(ids, sql`${rank(text, words)}, member.is_disable, ${byName}`, limit)
}

const cardsByIds = (ids: readonly string[], limit: number) =>
  cards(sql`select unnest(${ids}::uuid[])`, sql`array_position(${ids}::uuid[], member.id)`, limit)

async function answer(tx: Tx, found: RawBuilder<Card>): Promise<FoundMember[]> {
  return (await tx.query(found)).map(({ id, ...card }) => ({ _id: id, ...card }))
}

/** Members that match a text, best first; without a text those of the ids, in the order given. */
export function findMembers(tx: Tx, { searchText = '', ids = [], limit }: Call<typeof members.find>['query']) {
  return answer(tx, tidy(searchText) ? matchingCards(tx, searchText, limit, [notDeleted]) : cardsByIds(ids, limit))
}

/** Members to choose from, best first, without `all` active ones only; with ids those in the order given, disabled ones too. */
export function chooseMembers(tx: Tx, query: Call<typeof members.choose>['query']) {
  const { searchText = '', ids, kind, isChildrenOrAdult, noUseMainIDs, all: withDisabled, limit } = query
  if (ids) return answer(tx, cardsByIds(ids, limit))
  const only: Condition[] = [notDeleted]
  if (!withDisabled) only.push(sql`not member.is_disable`)
  if (kind) only.push(sql`member.kind = ${kind}`)
  if (isChildrenOrAdult !== undefined) only.push(sql`(member.kind <> 'parent') = ${isChildrenOrAdult}`)
  if (noUseMainIDs)
    only.push(sql`not exists (select from member_parent
      where child = member.id and parent = any(${noUseMainIDs}::uuid[]))`)
  if (tidy(searchText)) return answer(tx, matchingCards(tx, searchText, limit, only))
  // Active ones alone are read in the order of an index.
  const order = withDisabled ? sql`member.is_disable, ${byName}` : byName
  const first = sql`select id from member where ${all(only)} order by ${order} limit ${limit}`
  return answer(tx, cards(first, order, limit))
}
