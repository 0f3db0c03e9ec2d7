import { readFileSync } from 'node:fs'
import { messages } from '@academy/contract/platform/messages.ts'

/** As the list has them. The same for `Dragon2026`, `dragon!` and `DRAGON`, so that one entry stands for all. */
function guessableForm(password: string): string {
  const plain = lettersAndDigits(password)
  const stem = plain.replace(/\d+$/, '')
  return [stem, plain].find((form) => form.length >= shortestForm) ?? password.toLowerCase()
}
/** Of a shorter word too little is known: `kata` and 4 digits are not all common. */
const shortestForm = 5

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

let commonest: Set<string> | undefined
function isCommon(password: string): boolean {
  commonest ??= new Set(
    readFileSync(new URL('commonest-passwords.txt', import.meta.url), 'utf8')
      .replace(/^#.*$/gm, '')
      .split(/\s+/),
  )
  return commonest.has(guessableForm(password))
}

/** A shorter part of a name, such as `al`, says little. */
const shortestName = 3
const mostWords = 8

/** A name's words without digits, and each run of them written as one: `Tan Mei Ling` also is `meiling`. */
function partsOf(name: string): string[] {
  const words = (name.toLowerCase().match(/[a-z]+/g) ?? []).slice(0, mostWords)
  const runs = words.flatMap((_, from) => words.slice(from).map((_, index) => words.slice(from, from + index + 1)))
  return runs.map((run) => run.join('')).filter((part) => part.length >= shortestName)
}

/** Whether the letters of a password are a name and nothing else, once or more often. */
const isMadeOf = (letters: string, name: string) =>
  letters !== '' && partsOf(name).some((part) => letters.replaceAll(part, '') === '')

/** Whose password it is: names, and an e-mail address, of which the part before the @ counts. */
export interface PasswordOwner {
  names: readonly (string | null | undefined)[]
  email?: string | null | undefined
}

/**
 * Why a new password is refused, besides its length and characters: it is one of the commonest, or a name of its owner or
 * of the academy; also in another case, with digits before or after, and however it is spaced.
 */
export function weaknessOf(password: string, { names, email }: PasswordOwner, academy: string): string | undefined {
  if (isCommon(password)) return messages.commonPassword
  const letters = password.toLowerCase().replace(/[^a-z]/g, '')
  const isName = [...names, email?.split('@')[0], academy].some((name) => name && isMadeOf(letters, name))
  return isName ? messages.nameAsPassword : undefined
}
