/** Open cases closed by one call, and opened again by one. */
import { afterAll, expect, test } from 'vitest'
import { coursePlaces } from '../../test/support/courses/courses.ts'
import { openCases, tuesdays } from '../../test/support/courses/open-cases.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { ledgerOf, topUp } from '../../test/support/students.ts'

const portal = await testPortal()
const clerk = await portal.as()
const places = await coursePlaces(portal)
const { owing, closeAll, openDays } = openCases(portal, clerk, places)
afterAll(() => portal.close())

const reopen = async (settlement: string, by = clerk) => {
  const answer = await by.put(`/attendance/clearOutstanding/undo/${settlement}`)
  return { statusCode: answer.statusCode, ...answer.json() }
}
/** Four cases of which 45 credits closed two. */
async function settled(more: Record<string, unknown> = {}) {
  const at = await owing(more)
  await topUp(portal, at.parent, 45)
  const { settlement } = await closeAll(at.parent)
  return { ...at, settlement }
}
const recordsOf = async (child: string) =>
  (await clerk.get(`/attendance?member=${child}&sort=%2BclassDate`)).json().items

test('a settlement is undone by one call, which opens what it closed and gives the credits back; then they close anew', async () => {
  const { parent, child, settlement } = await settled()
  const { statusCode, reopened } = await reopen(settlement)
  expect(statusCode).toBe(200)
  expect(reopened).toMatchObject([
    { classDate: '2026-10-27', outStanding: true, walletMember: { _id: parent, wallet: 45 } },
    { classDate: '2026-11-03', outStanding: true },
  ])
  expect(await openDays(parent)).toEqual(tuesdays)
  expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 45, credits: [45, -10, -30, 10, 30] })
  const trail = (await clerk.get(`/auth/audit-trail?searchText=Reopened&limit=2`)).json().items
  expect(trail[0].description).toContain('Reopened outstanding case: Owing')
  expect(await closeAll(parent)).toMatchObject({ statusCode: 200, closed: 2, left: 2, wallet: 5 })
  const [first] = await recordsOf(child)
  expect(first).toMatchObject({ outStanding: false, creditMinus: 10 })
})

test('a settlement of cases chosen from the list is undone alike', async () => {
  const { parent } = await owing()
  await topUp(portal, parent, 60)
  const ids = (await clerk.get(`/attendance?walletMember=${parent}&outstanding=true`)).json().items
  const chosen = ids.slice(2).map(({ _id }: { _id: string }) => _id)
  const { settlement } = (await clerk.put('/attendance/clearOutstanding', { ids: chosen })).json()
  await closeAll(parent)
  // What another call closed stays closed.
  expect(await reopen(settlement)).toMatchObject({ statusCode: 200 })
  expect(await openDays(parent)).toEqual(tuesdays.slice(2))
})

test('a settlement is undone once, also by ten at once', async () => {
  const { parent, settlement } = await settled()
  const answers = await Promise.all(Array.from({ length: 10 }, () => reopen(settlement)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(409)])
  expect(answers.find((answer) => answer.statusCode === 409)?.message).toMatch(
    /^Nothing was reopened\. Owing, .* on 27-10-2026: it is open again already$/,
  )
  expect((await ledgerOf(clerk, parent)).balance).toBe(45)
})

test('a settlement on which something rests stays, and the answer says what', async () => {
  const { parent, child, settlement } = await settled()
  const [, second] = await recordsOf(child)
  await clerk.put(`/attendance/${second._id}`, { status: 'A' })
  expect(await reopen(settlement)).toMatchObject({
    statusCode: 409,
    message: expect.stringMatching(/on 03-11-2026: it was set to absent since, and the credits went back$/),
  })
  expect(await openDays(parent)).toEqual(tuesdays.slice(2))
  expect((await ledgerOf(clerk, parent)).credits).toEqual([45, -10, -30, 30])
  // Present again it is another debit, which the settlement has no part in.
  await clerk.put(`/attendance/${second._id}`, { status: 'P', checkInTime: '18:00' })
  expect(await reopen(settlement)).toMatchObject({ statusCode: 200, reopened: [{ classDate: '2026-10-27' }] })
  expect(await openDays(parent)).toEqual(['2026-10-27', ...tuesdays.slice(2)])
})

test('a settlement whose payer was deleted since stays', async () => {
  const { parent, child } = await owing()
  await topUp(portal, parent, 60)
  const { settlement } = await closeAll(parent)
  await clerk.put(`/member/${parent}/independent/${child}`)
  await clerk.put(`/member/${parent}`, { isDisable: true })
  expect((await clerk.delete(`/member/${parent}`)).statusCode).toBe(200)
  expect(await reopen(settlement)).toMatchObject({
    statusCode: 409,
    message: 'The member whose wallet paid was deleted; this attendance stays as it is',
  })
})

test('undoing a settlement needs the permission, and is found by nobody where it is not', async () => {
  const { settlement } = await settled()
  expect((await reopen(settlement, await portal.as({ attendance: ['view', 'mark', 'edit'] }))).statusCode).toBe(403)
  for (const id of [unknown, 'nothing']) expect((await reopen(id)).statusCode).toBe(404)
  expect(await reopen(settlement)).toMatchObject({ statusCode: 200 })
})
