/** What a name or note may not hold: NUL, lone surrogates, and the invisible characters that change the reading order. */
const forbidden = /[\0\p{Surrogate}\p{Bidi_Control}]/u

/** Text as it is stored: NFC and without outer blanks. */
export const tidy = (text: string): string => text.normalize('NFC').trim()

export const isSafeText = (text: string): boolean => !forbidden.test(text)

/** Length as people count it: code points, the same on screen and server. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}
