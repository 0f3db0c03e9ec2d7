/** Code points a name or note may not hold, beside NUL: lone surrogates, and the controls that turn reading order around. */
const forbidden = /[\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Text as it is stored: NFC and without outer blanks. */
export const tidy = (text: string): string => text.normalize('NFC').trim()

export const isSafeText = (text: string): boolean => !text.includes('\0') && !forbidden.test(text)

/** Length as people count it: code points, the same on screen and server. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}
