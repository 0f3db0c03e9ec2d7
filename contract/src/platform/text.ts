/** Characters forbidden in text: NUL, lone surrogates, and invisible ones that change the reading order. */
const forbidden = /[\0\p{Surrogate}\p{Bidi_Control}]/u

/** Text in its stored form: NFC, without outer blanks. */
export const tidy = (text: string): string => text.normalize('NFC').trim()

export const isSafeText = (text: string): boolean => !forbidden.test(text)

/** Length as people count it: code points, the same on screen and server. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}
