/** All that the portal has of the academy, as a client sees it. */
import assert from 'node:assert/strict'
import { adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { attendance } from '@academy/contract/attendance/attendance.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { members } from '@academy/contract/members/members.ts'
import { monthEnd } from '@academy/contract/monthend/month-end.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import type { z } from 'zod'
import type { Client } from './client.ts'
import type { Fixtures } from './fixtures.ts'

export type Books = Awaited<ReturnType<typeof readBooks>>

export async function readBooks(client: Client, { course, enrolled }: Fixtures) {
  const [paid, marks, held, adjusted, everybody, month, wallets] = await Promise.all([
    all(client, payments.list.result, '/payment?sort=createdAt'),
    all(client, attendance.list.result, '/attendance?sort=classDate'),
    all(client, schedule.classes.result, `/class?course=${course}&sort=date`),
    all(client, adjustments.list.result, '/credit-adjust?sort=doc_no'),
    all(client, members.list.result, '/member?sort=createdAt'),
    client.insist(monthEnd.view.result, 'GET', '/month-end'),
    Promise.all(
      enrolled.map(async ({ id }) => ({
        id,
        shown: await client.insist(members.get.result, 'GET', `/member/${id}`),
        ledger: await all(client, wallet.ledger.result, `/member/${id}/wallet?sort=%2Bno`),
      })),
    ),
  ])
  return {
    paid: paid.items,
    marks: marks.items,
    classes: held.items,
    wallets,
    entries: wallets.flatMap(({ ledger }) => ledger.items),
    paymentOf: new Map(paid.items.map((each) => [each._id, each])),
    classOf: new Map(held.items.map((each) => [each._id, each])),
    adjusted: new Map(adjusted.items.map((each) => [each._id, each])),
    newcomers: Map.groupBy(
      everybody.items.filter(({ name }) => /^(Child|Import) /.test(name)),
      ({ name }) => name,
    ),
    latestClosed: month.latest ?? '',
  }
}

/** A list with all its pages in one. */
export async function all<T extends { items: unknown[]; total: number }>(
  client: Client,
  shape: z.ZodType<T>,
  path: string,
): Promise<T> {
  const answer = await client.insist(shape, 'GET', `${path}&limit=1000`)
  while (answer.items.length < answer.total) {
    const { items } = await client.insist(shape, 'GET', `${path}&limit=1000&offset=${answer.items.length}`)
    if (items.length === 0) throw new Error(`${path} has fewer rows than it says`)
    answer.items.push(...items)
  }
  assert.equal(answer.items.length, answer.total)
  return answer
}
