import { maySeeSensitive } from '@academy/contract/platform/sensitive.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../http/caller.ts'
import { likePattern } from './paging.ts'

type Condition = RawBuilder<boolean>

const beyondAscii = /^[^\p{ASCII}]{1,2}$/u
/** A phone number as dialled or printed: digits and their separators. */
const isNumber = (word: string) => /\d/.test(word) && /^[\d\s()+-]+$/.test(word)
const enoughDigits = 4
/** From this many digits on, a number starting with 60 is read as dialled from abroad. */
const wholeNumber = 9

/** The words of a text, each searched by itself. Adjacent numbers are one, since numbers are written with blanks. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const token of tidy(text).split(/\s+/).filter(Boolean)) {
    const before = words.at(-1)
    if (before !== undefined && isNumber(before) && isNumber(token)) words.splice(-1, 1, `${before} ${token}`)
    else words.push(token)
  }
  return [...new Set(words)]
}

/** The digits of a phone number as dialled within the country: +60 12-777 8888 is 0127778888. */
function dialled(number: string): string {
  const digits = number.replace(/\D/g, '')
  if (number.trim().startsWith('+')) return digits.replace(/^600?/, '0')
  return digits.length < wholeNumber ? digits : digits.replace(/^(?:00)?60(?=[1-9])/, '0')
}

/** A word as it stands, and as it may be stored without digit separators. */
function wordings(word: string): string[] {
  const plain = word.replace(/[\s()+-]/g, '')
  if (!/\d/.test(word)) return [word]
  // Of a number that is being typed, its dash may be the last of it so far.
  if (plain.length < enoughDigits) return [...new Set([word, word.replace(/-+$/, '')])]
  return [...new Set(isNumber(word) ? [word, plain, dialled(word)] : [word, plain])]
}

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`
const allOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`

/** Stored in lower case; one or two Chinese characters are too few for the trigram index and have their own. */
const own = { text: sql`member.search_text`, parts: sql`member.search_parts` }
const parents = { text: sql`member.parent_names`, parts: sql`member.parent_parts` }

const holds = ({ text, parts }: typeof own, term: string): Condition =>
  beyondAscii.test(term.toLowerCase())
    ? sql`${parts} @> array[lower(${term})]`
    : sql`${text} like lower(${likePattern(term)})`

type Matcher = (term: string) => Condition

/** Whether one of the columns holds the word. The parts of a number with blanks may also match separately. */
function holdsWord(word: string, matchers: readonly Matcher[]): Condition {
  const anywhere = wordings(word).flatMap((term) => matchers.map((matcher) => matcher(term)))
  const parts = word.split(/\s+/)
  return parts.length === 1
    ? anyOf(anywhere)
    : anyOf([...anywhere, allOf(parts.map((part) => holdsWord(part, matchers)))])
}

const ofMember: Matcher = (term) => holds(own, term)

/** The search text without the I/C number. The index finds, this one decides: who may not see a number cannot find by it. */
const openText = sql`lower(concat_ws(E'\n', member.name, member.ch_name, member.tm_no,
  regexp_replace(member.tm_no, '[ -]', '', 'g'), member.phone_no,
  regexp_replace(regexp_replace(member.phone_no, '[^0-9]', '', 'g'), '^60', '0'), member.email))`
const ofOpenMember: Matcher = (term) => sql`(${ofMember(term)} and ${holds({ ...own, text: openText }, term)})`

const memberFor = (by: Caller) => (by.can(maySeeSensitive) ? ofMember : ofOpenMember)
const ofParents: Matcher = (term) => holds(parents, term)
const ofColumn =
  (column: string): Matcher =>
  (term) =>
    sql`lower(${sql.ref(column)}) like lower(${likePattern(term)})`
/** Several at once: to turn a text into lower case takes longer than to look through it, and no word holds the break between them. */
const ofColumns =
  (columns: readonly string[]): Matcher =>
  (term) =>
    sql`lower(concat_ws(E'\n', ${sql.join(columns.map((column) => sql.ref(column)))})) like lower(${likePattern(term)})`
/** Of a row that refers to an entry of another table. Who is meant is found once, by the index, and not looked at for each row. */
const behind =
  (reference: string, table: string, matcher: Matcher): Matcher =>
  (term) =>
    sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${sql.ref(reference)} and ${matcher(term)})`

/** The condition that every word of the text, in any order, is found by one of these; undefined without text. */
function eachWord(text: string | undefined, matchers: readonly Matcher[]): Condition | undefined {
  const words = wordsOf(text ?? '')
  return words.length === 0 ? undefined : allOf(words.map((word) => holdsWord(word, matchers)))
}

/**
 * The condition that a text matches the row's `member`, undefined without text: every word, in any order, occurs in
 * names, I/C (for who may see it), TM no., phone or e-mail, or in one of the other columns.
 */
export const memberMeant = (
  by: Caller,
  text: string | undefined,
  columns: readonly string[] = [],
): Condition | undefined => eachWord(text, [memberFor(by), ...columns.map(ofColumn)])

interface FoundBy {
  /** The column that refers to the member. */
  member: string
  columns?: readonly string[]
  /** Columns that refer to a table with names: `{ 'attendance.course': 'course' }`. */
  names?: Readonly<Record<string, string>>
}

/** The same for the rows of a long table, which need not be joined with what they refer to. */
export const rowMeant = (
  by: Caller,
  text: string | undefined,
  { member, columns = [], names = {} }: FoundBy,
): Condition | undefined =>
  eachWord(text, [
    behind(member, 'member', memberFor(by)),
    ...(columns.length > 0 ? [ofColumns(columns)] : []),
    ...Object.entries(names).map(([reference, table]) => behind(reference, table, ofColumn(`${table}.name`))),
  ])

/** In searches of members themselves, a word also finds a child by its parents' names. */
export const findsMember = (by: Caller, word: string): Condition => holdsWord(word, [memberFor(by), ofParents])

/** The same for all words of a text, in any order; undefined without text. */
export const memberFound = (by: Caller, text: string | undefined): Condition | undefined =>
  eachWord(text, [memberFor(by), ofParents])

/**
 * Of `wallet`: its member is independent and not deleted. Asked of low wallets, of which most are the empty ones of children
 * whose parents pay: an index has the children who are not among those.
 */
export const isIndependentWallet = sql<boolean>`(wallet.kind <> 'child'
  or wallet.member in (select id from member where kind = 'child' and is_independent and not is_deleted))`
