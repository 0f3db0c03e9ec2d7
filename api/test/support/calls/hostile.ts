/** What no client should send, and what is wrong with an answer to it. */
import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'

const text = [
  '',
  'x'.repeat(10_000),
  'a\u0000\u0007b',
  '\ud800',
  '\u202egnp.exe\u2066',
  "%_\\'; drop table member; --",
  '__proto__',
  '0000-00-00',
  '9999-12-31',
  '01900000-0000-7000-8000-00000000dead',
]
const infinite = 'infinite number'
const notText = [null, true, -1, 1.5, 1e308, infinite, [], [[[null]]], { _id: 'x' }]
/** Values that stand in a body in place of a sensible one. */
export const hostile: readonly unknown[] = [...text, ...notText, Array.from({ length: 2000 }, () => 'x')]
/** Of a body, as it is sent. */
export const textOf = (body: unknown) => JSON.stringify(body)?.replaceAll(`"${infinite}"`, '1e400')

/** Words and numbers of a query. */
export const searches = [
  "'; drop table member; --",
  "' union select password from staff_user --",
  '%_\\',
  '\u0000',
  '\u0007\u001b[2J\u202e\u2066',
  'x'.repeat(5000),
  '(((张伟 🥋[a-z]*',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999',
  '-constructor,+__proto__',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '01900000-0000-7000-8000-00000000dead,x,',
]
const failure = z.strictObject({
  statusCode: z.number(),
  error: z.string().min(1),
  message: z.string().min(1),
  details: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
})
const leak =
  /\b(select|insert into|update|delete from) .*\b(from|values|set|where)\b|node_modules|\.ts:\d|at \w+ \(|pg_|kysely|violates/i

/** Vocabulary of the validation library, ids, and internal names. */
const machineWords = [
  /\b([Ii]nvalid (input|option|type|key|element|UUID|GUID|string|number|date)|Too (big|small)|Unrecognized)\b|, received \w/,
  /\bexpected (one of|string|number|int|boolean|array|object|record|date|undefined|nonoptional|nullable|map|never)\b/i,
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i,
  /\b[a-z]+[A-Z]\w*|\b[a-z]+_[a-z]\w*|\b[a-z]\w*\.[a-z]\w*/,
]
const isMachineTalk = (message: string) => {
  // The input is repeated as it was sent, and an e-mail address is no internal name.
  const own = [...text, ...searches]
    .filter((sent) => sent.length > 2)
    .reduce((words, sent) => words.replaceAll(sent, ''), message)
  return machineWords.some((words) => words.test(own))
}

/** What is wrong with a response: a 500, an undocumented shape, or internal vocabulary. */
export function faultOf(answer: LightMyRequestResponse): string | undefined {
  const { statusCode, body } = answer
  if (statusCode >= 200 && statusCode < 300) return undefined
  if (statusCode >= 500 || statusCode < 400) return `${statusCode} ${body.slice(0, 200)}`
  if (leak.test(body)) return `tells too much: ${body.slice(0, 200)}`
  try {
    const told = failure.parse(answer.json())
    const talk = [told.message, ...(told.details ?? []).map(({ message }) => message)].find(isMachineTalk)
    if (talk) return `is no plain English: ${talk.slice(0, 200)}`
    return told.statusCode === statusCode ? undefined : `${statusCode} says ${told.statusCode}`
  } catch {
    return `${statusCode} in no documented shape: ${body.slice(0, 200)}`
  }
}
