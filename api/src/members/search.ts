import { tidy } from '@academy/contract/kit/text.ts'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { likePattern } from '../kit/paging.ts'

const beyondAscii = /^[^\p{ASCII}]{1,2}$/u
const dialled = /^[\d\s()+-]+$/
const enoughDigits = 4

/** What a text is split into where every word is searched for by itself; a number stays whole, blanks and all. */
export const wordsOf = (text: string): string[] =>
  dialled.test(text) ? [text] : [...new Set(text.split(/\s+/).filter(Boolean))]

/** The text as it stands; of a number also its digits alone, as an I/C or a phone number of the country is stored too. */
function wordings(text: string): string[] {
  const digits = text.replace(/\D/g, '')
  if (!dialled.test(text) || digits.length < enoughDigits) return [text]
  return [...new Set([text, digits, text.startsWith('+') ? digits.replace(/^60/, '0') : digits])]
}

// The text is kept in lower case, so that the database need not fold every row of it for `ilike`.
const contains = (text: string) => sql<boolean>`member.search_text like lower(${likePattern(text)})`

/**
 * The condition that a member is found by this text, anywhere in names, I/C, TM no., phone or e-mail; undefined without
 * text. One or two Chinese characters are too few for the index of all texts and have their own.
 */
export function searched(searchText = ''): RawBuilder<boolean> | undefined {
  const text = tidy(searchText)
  if (!text) return undefined
  if (beyondAscii.test(text.toLowerCase())) return sql<boolean>`member.search_parts @> array[lower(${text})]`
  return sql<boolean>`(${sql.join(wordings(text).map(contains), sql` or `)})`
}
