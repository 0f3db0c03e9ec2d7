import { expect } from 'vitest'
import { verify } from '../../src/books/verify.ts'
import type { TestPortal } from './portal.ts'

/** The books hold: no check finds a fault. */
export const expectWhole = async (portal: TestPortal) =>
  expect((await verify(portal.portal.database)).filter(({ fault }) => fault)).toEqual([])

/** The statuses of the same call sent several times at once, in order. */
export async function atOnce(call: () => Promise<{ statusCode: number }>, times = 4): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, call))
  return answers.map(({ statusCode }) => statusCode).toSorted()
}
