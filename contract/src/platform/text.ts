/**
 * Forbidden in text: invisible characters that change the reading order, lone surrogates, NUL, and more marks on a letter
 * than any script has, which are counted from the first alone.
 */
const forbidden = /[\p{Bidi_Control}\p{Surrogate}\0]|(?<!\p{M})\p{M}{31}/u

export const isSafeText = (text: string): boolean => !forbidden.test(text)

/**
 * Text in its stored form: NFC, without outer blanks. What is refused anyway stays as it is: to put piled marks in order
 * takes time by the square of their number.
 */
export const tidy = (text: string): string => (forbidden.test(text) ? text : text.normalize('NFC')).trim()

/** Zero-width space, non-joiner and joiner, word joiner, byte order mark, soft hyphen, Hangul filler and the braille sign without dots. */
const unseen = /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad|\u3164|\u2800/g

/** Nothing that shows. */
export const isBlank = (text: string): boolean => text.replace(unseen, '').trim() === ''

/** One blank for a run of them, line breaks included. */
export const singleBlanks = (text: string): string => text.replace(/\s+/g, ' ')

/** A blank for each break between lines: the field of a form has one line, and would join the words. */
export const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ')

/** A name in its stored form, so that two names differ only where it shows: one blank for a run of them, nothing unseen. */
export const tidyName = (text: string): string => tidy(singleBlanks(text.replace(unseen, '')))

/** Length as people count it: code points, the same on screen and server. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Its first characters as people count them, so that none is cut in two. */
export const firstOf = (text: string, count: number): string =>
  text.length <= count ? text : [...text].slice(0, count).join('')
