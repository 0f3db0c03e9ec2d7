/** Section 7, enrollment, with the trials of section 4. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Academy,
  assignYear,
  buildAcademy,
  buildAdult,
  buildCourse,
  clerkRights,
  coachRights,
  type Document,
  kid,
  parent,
  userWith,
  walletOf,
} from './academy.ts'
import type { Fields, SpecificationClient } from './client.ts'
import { startPortal, year } from './start.ts'

let admin: SpecificationClient
let clerk: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  clerk = await userWith(admin, 'clerk', clerkRights)
})
afterAll(() => close())

const newMember = () => buildAdult(admin, academy, { credit: false })
const enrolment = (member: Document, more: Fields = {}) => ({
  member: member._id,
  course: academy.course._id,
  creditType: 'normal',
  credit: 10,
  remark: 'null',
  isDisable: false,
  walletMember: member._id,
  ...more,
})
const trials = async (member: Document) =>
  (await clerk.get(`/enrollment/count-trial/${member._id}/${academy.course._id}`)).count

test.each([
  ['normal', 10],
  ['normal2', 12],
  ['normal1', 12],
  ['special', 8],
  ['free', 0],
])('credit type %s fills the credit from the course', async (creditType, credit) => {
  const member = await newMember()
  const made = await clerk.post('/enrollment', enrolment(member, { creditType, credit: String(credit) }))
  expect(made).toMatchObject({
    credit,
    creditType: creditType === 'normal1' ? 'normal2' : creditType,
    isDisable: false,
  })
  expect(made.member).toMatchObject({ _id: member._id })
  expect(made.walletMember).toMatchObject({ _id: member._id })
})

test.each(['member', 'course', 'creditType', 'credit'])('%s is required', async (field) => {
  const member = await newMember()
  for (const empty of [undefined, null, ''])
    expect((await clerk.refused('POST', '/enrollment', enrolment(member, { [field]: empty }))).details).toMatchObject([
      { path: field },
    ])
})

test('list by walletMember, get, change whole, disable, enable, delete', async () => {
  const member = await newMember()
  const made = await clerk.post('/enrollment', enrolment(member))
  expect(await clerk.get('/enrollment', { walletMember: member._id, offset: 0, limit: 50 })).toMatchObject({
    total: 1,
    items: [{ _id: made._id }],
  })
  await clerk.put(`/enrollment/${made._id}`, { ...(await clerk.get(`/enrollment/${made._id}`)), credit: 9 })
  expect((await clerk.get(`/enrollment/${made._id}`)).credit).toBe(9)
  for (const isDisable of [true, false]) {
    await clerk.put(`/enrollment/${made._id}`, { isDisable })
    expect((await clerk.get(`/enrollment/${made._id}`)).isDisable).toBe(isDisable)
  }
  await clerk.delete(`/enrollment/${made._id}`)
  expect((await clerk.refused('GET', `/enrollment/${made._id}`)).statusCode).toBe(404)
})

test('courses already enrolled are excluded, and not enrolled in twice', async () => {
  const member = await newMember()
  const excluded = async () => {
    const answer = await clerk.get(`/enrollment/excuded-course/${member._id}`)
    return (Array.isArray(answer) ? answer : answer.items).map((each: unknown) =>
      typeof each === 'string' ? each : (each as Document)._id,
    )
  }
  expect(await excluded()).toEqual([])
  await clerk.post('/enrollment', enrolment(member))
  expect(await excluded()).toEqual([academy.course._id])
  expect((await clerk.refused('POST', '/enrollment', enrolment(member))).statusCode).toBe(409)
})

test('trial 1 with no prior trial, trial 2 with exactly one, none after; a trial that is done is locked', async () => {
  const member = await newMember()
  expect(await trials(member)).toBe(0)
  expect(
    (await clerk.refused('POST', '/enrollment', enrolment(member, { creditType: 'trial2', credit: 0 }))).statusCode,
  ).toBe(409)
  for (const creditType of ['trial1', 'trial2']) {
    const trial = await clerk.post('/enrollment', enrolment(member, { creditType, credit: 0 }))
    expect(trial).toMatchObject({ creditType, credit: 0 })
    const before = await clerk.get(`/enrollment/${trial._id}`)
    await clerk.put(`/enrollment/${trial._id}`, { ...before, isDisable: true })
    expect(await clerk.get(`/enrollment/${trial._id}`)).toMatchObject({ isDisable: true, creditType })
    for (const change of [
      { creditType: 'normal', credit: 10 },
      { credit: 5 },
      { remark: 'Again' },
      { isDisable: false },
    ])
      expect((await clerk.refused('PUT', `/enrollment/${trial._id}`, change)).statusCode).toBe(409)
    // The list may send back what it read.
    await clerk.put(`/enrollment/${trial._id}`, await clerk.get(`/enrollment/${trial._id}`))
  }
  expect(await trials(member)).toBe(2)
  for (const creditType of ['trial1', 'trial2'])
    expect((await clerk.refused('POST', '/enrollment', enrolment(member, { creditType, credit: 0 }))).statusCode).toBe(
      409,
    )
  // Now the course itself.
  await clerk.post('/enrollment', enrolment(member))
})

test('a second trial needs membership Trial, done needs Done', async () => {
  const { membership: _, ...rest } = clerkRights
  const limited = await userWith(admin, 'assistant', { ...rest, membership: ['View', 'Edit'] })
  const member = await newMember()
  const trial = await limited.post('/enrollment', enrolment(member, { creditType: 'trial1', credit: 0 }))
  expect((await limited.refused('PUT', `/enrollment/${trial._id}`, { isDisable: true })).statusCode).toBe(403)
  await clerk.put(`/enrollment/${trial._id}`, { isDisable: true })
  expect(
    (await limited.refused('POST', '/enrollment', enrolment(member, { creditType: 'trial2', credit: 0 }))).statusCode,
  ).toBe(403)
})

describe('a child', () => {
  test('is paid for by the parent, by default and by walletMember', async () => {
    const elder: Document = await admin.post('/member', parent({ relationship: academy.relationship._id }))
    const child: Document = await admin.post('/member', kid({ coachIncharge: academy.coach._id, mainIDs: [elder._id] }))
    for (const walletMember of [undefined, elder._id, { _id: elder._id, name: elder.name, wallet: 0 }]) {
      const made = await clerk.post('/enrollment', enrolment(child, { walletMember }))
      expect(made.walletMember).toMatchObject({ _id: elder._id })
      await clerk.delete(`/enrollment/${made._id}`)
    }
    const stranger = await newMember()
    const refusal = await clerk.refused('POST', '/enrollment', enrolment(child, { walletMember: stranger._id }))
    expect(refusal.statusCode).toBeLessThan(410)
    expect(await walletOf(admin, stranger)).toBe(0)
  })
})

test('the students of a class come in the order of their credit types, with the wallet that pays', async () => {
  const course = await buildCourse(admin, academy)
  await assignYear(admin, academy, course)
  const [held] = (await admin.get('/class', { course: course._id, year, date: '2026-11-17' })).items
  const wanted = [
    ['special', 8],
    ['normal2', 12],
    ['normal', 10],
    ['free', 0],
    ['trial1', 0],
  ] as const
  for (const [creditType, credit] of wanted.toReversed())
    await clerk.post('/enrollment', enrolment(await newMember(), { course: course._id, creditType, credit }))
  const coach = await userWith(admin, 'coach', coachRights)
  const { items } = await coach.get(`/enrollment/attendance/students/${held._id}`, {
    course: course._id,
    isDisable: false,
  })
  expect(items.map(({ creditType }: Fields) => creditType)).toEqual(wanted.map(([creditType]) => creditType))
  expect(items[0].walletMember).toMatchObject({ wallet: 0, hasOutstanding: false })
})
