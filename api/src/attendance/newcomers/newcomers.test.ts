import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openRollDesk, present, walkIn } from '../../../test/support/courses/roll.ts'
import { insertMember } from '../../../test/support/families.ts'
import { unknown } from '../../../test/support/portal.ts'
import { adult, family, ledgerOf } from '../../../test/support/students.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

/** May mark, not enrol. */
const coach = await portal.as({ attendance: ['view', 'mark'] })
const kumar = { name: 'Kumar', phoneNo: '0123456789', creditType: 'normal', creditMinus: 25 }

async function note(scheduledClass: string, more: object = {}, by = coach) {
  const answer = await by.post('/newcomer', { ...kumar, scheduledClass, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const waiting = async (session: string, by = clerk) => (await by.get(`/newcomer?scheduledClass=${session}`)).json()
const trail = async (words: string) =>
  (await clerk.get(`/auth/audit-trail?searches=${encodeURIComponent(words)}`)).json().items

test('somebody who is no member is noted by who may mark, with the terms, and costs nobody anything', async () => {
  const { past, name, future } = await desk.classes()
  const noted = await note(past, { payer: 'Aminah pays' })
  expect(noted).toMatchObject({
    ...{ name: 'Kumar', phoneNo: '0123456789', creditType: 'normal', creditMinus: 25, payer: 'Aminah pays' },
    ...{ scheduledClass: past, classDate: '2026-11-17', course: { name } },
  })
  // The course says what a class costs, a trial nothing.
  expect(await note(past, { name: 'Lim', creditType: 'normal2', creditMinus: '' })).toMatchObject({ creditMinus: 12 })
  expect(await note(past, { name: 'Tan', creditType: 'trial1', creditMinus: null })).toMatchObject({ creditMinus: 0 })
  expect(await waiting(past)).toMatchObject({ total: 3, items: [{ name: 'Kumar' }, { name: 'Lim' }, { name: 'Tan' }] })
  expect((await desk.rollOf(past)).total).toBe(0)
  expect((await trail(`Noted a newcomer in ${name}`)).at(-1).description).toBe(
    `Noted a newcomer in ${name} on 17-11-2026: Normal, 25 credits`,
  )

  const again = await coach.post('/newcomer', { ...kumar, name: 'kumar', scheduledClass: past })
  expect(again.json()).toMatchObject({ statusCode: 409, message: 'This person is noted for the class already' })
  expect((await coach.post('/newcomer', { ...kumar, scheduledClass: future })).statusCode).toBe(409)
  expect((await coach.post('/newcomer', { ...kumar, scheduledClass: unknown })).statusCode).toBe(404)
  const wrong = { scheduledClass: past, name: ' ', phoneNo: '12', creditType: 'trial2' }
  expect((await coach.post('/newcomer', wrong)).json()).toMatchObject({
    statusCode: 400,
    details: [
      { path: 'name', message: 'Name is required' },
      { path: 'phoneNo', message: 'Please enter a valid 10 - 12 digit phone number' },
      { path: 'creditType', message: 'Credit type is required; a second trial needs a member' },
    ],
  })
  expect((await coach.post('/newcomer', { ...kumar, phoneNo: null, scheduledClass: past })).json().details).toEqual([
    { path: 'phoneNo', message: 'Phone No. is required' },
  ])
  expect((await (await portal.as({ attendance: ['view'] })).get('/newcomer')).statusCode).toBe(403)
})

test('the desk charges the class to a member, once, and nothing is kept of the newcomer', async () => {
  const { past, name } = await desk.classes()
  const { _id } = await note(past)
  const ali = await adult(portal, 'Ali', 60)
  const charge = (body: object = {}, by = clerk) => by.put(`/newcomer/charge/${_id}`, { member: ali, ...body })
  expect((await charge({}, coach)).statusCode).toBe(403)
  const answers = await Promise.all([charge(), charge()])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({
    ...{ enrollment: null, status: 'P', creditType: 'normal', creditMinus: 25, outStanding: false },
    ...{ scheduledClass: past, walletMember: { _id: ali, wallet: 35 } },
  })
  expect((await ledgerOf(clerk, ali)).credits).toEqual([60, -25])
  expect((await waiting(past)).total).toBe(0)
  expect((await clerk.get(`/newcomer/${_id}`)).statusCode).toBe(404)
  const [record] = await trail('Charged the class of a newcomer')
  expect(record.description).toBe(`Charged the class of a newcomer to Ali: ${name} on 17-11-2026`)
  expect(JSON.stringify(record)).not.toContain('0123456789')

  // Other terms than those noted; who is on the roll is not charged twice, and the follow-up stays.
  const other = await note(past, { name: 'Lim' })
  const twice = await clerk.put(`/newcomer/charge/${other._id}`, { member: ali })
  expect(twice.json()).toMatchObject({ statusCode: 409, message: 'This member is on the roll already' })
  const ben = await adult(portal, 'Ben', 5)
  const cheaper = await clerk.put(`/newcomer/charge/${other._id}`, { member: ben, creditType: 'normal2' })
  expect(cheaper.json()).toMatchObject({ creditType: 'normal2', creditMinus: 12, outStanding: true })
})

test('a newcomer is dismissed with a reason, which the audit trail alone keeps', async () => {
  const { past, name } = await desk.classes()
  const { _id } = await note(past)
  const dismiss = (body: object) => coach.put(`/newcomer/dismiss/${_id}`, body)
  expect((await dismiss({ reason: ' ' })).json().details).toEqual([{ path: 'reason', message: 'Reason is required' }])
  expect((await dismiss({ reason: 'Only looked on' })).json()).toEqual({ _id })
  expect((await dismiss({ reason: 'Only looked on' })).statusCode).toBe(404)
  expect((await waiting(past)).total).toBe(0)
  const [record] = await trail('Dismissed a newcomer')
  expect(record.description).toBe(`Dismissed a newcomer of ${name} on 17-11-2026: Only looked on`)
})

test('what is wrong with a charge, or with one record, is told at its own field', async () => {
  const { past } = await desk.classes()
  const { _id } = await note(past)
  const { children } = await family(portal, 100, 'Kim')
  const [kim = ''] = children
  const other = await portal.run((tx) => insertMember(tx, { kind: 'parent', name: 'Felix' }))
  await portal.write(sql`insert into member_parent (child, parent) values (${kim}, ${other})`)
  const expected = [
    400,
    [
      {
        path: 'walletMember',
        message: 'Kim: Please select the wallet that pays. Mend that, then add the attendance to the class.',
      },
    ],
  ]
  const record = walkIn(kim, { scheduledClass: past })
  for (const answer of [
    await clerk.put(`/newcomer/charge/${_id}`, { member: kim }),
    await clerk.post('/attendance', record),
  ])
    expect([answer.statusCode, answer.json().details]).toEqual(expected)
  const late = await clerk.post('/attendance', { ...record, checkInTime: '20:00', checkOutTime: '19:00' })
  expect(late.json().details).toMatchObject([{ path: 'checkOutTime' }])
  const elsewhere = await clerk.post('/attendance', { ...record, classDate: '2026-11-16' })
  expect([elsewhere.statusCode, elsewhere.json().details]).toMatchObject([409, [{ path: 'classDate' }]])
})

test('newcomers of other centres are not seen, charged or dismissed, and a class planned anew is found again', async () => {
  const { past, course, year } = await desk.classes()
  const { _id } = await note(past)
  const elsewhere = await portal.as(undefined, { centres: [places.ampang] })
  expect((await elsewhere.get('/newcomer')).json().total).toBe(0)
  const ali = await adult(portal, 'Ali', 60)
  const answers = await Promise.all([
    elsewhere.get(`/newcomer/${_id}`),
    elsewhere.put(`/newcomer/charge/${_id}`, { member: ali }),
    elsewhere.put(`/newcomer/dismiss/${_id}`, { reason: 'No' }),
    elsewhere.post('/newcomer', { ...kumar, name: 'Lim', scheduledClass: past }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])

  const pattern = { day: 2, duration: '19:00 - 20:00', mainInstructor: [places.tan] }
  const anew = await clerk.post(`/course-scheduled-year/${year._id}/${course}`, { course, year: 2026, ...pattern })
  expect(anew.statusCode, anew.body).toBeLessThan(300)
  const charged = await clerk.put(`/newcomer/charge/${_id}`, { member: ali })
  expect(charged.json()).toMatchObject({ status: 'P', classDate: '2026-11-17', checkInTime: '19:00' })
  expect(charged.json().scheduledClass).not.toBe(past)
  expect((await desk.take(charged.json().scheduledClass, [present(ali)])).statusCode).toBe(200)
})

test('a class in which a newcomer waits is not moved to another day or cancelled: nobody could be charged any more', async () => {
  const { past, name, on } = await desk.classes()
  const { _id } = await note(past)
  const refused = async (answer: ReturnType<typeof clerk.get>) => {
    const { statusCode, message } = (await answer).json()
    return [statusCode, message]
  }
  const why = (doing: string) => [
    409,
    `A newcomer of ${name} on 17-11-2026 waits for the desk, so it cannot be ${doing}. Charge or dismiss them first.`,
  ]
  expect(await refused(clerk.put(`/class/${past}`, { date: '2026-11-18' }))).toEqual(why('moved to another day'))
  expect(await refused(clerk.delete(`/class/${past}`))).toEqual(why('cancelled'))
  expect((await clerk.put(`/class/${past}`, { duration: '19:00 - 20:00' })).statusCode).toBe(200)
  expect((await clerk.delete(`/class/${on('2026-11-10')}`)).statusCode).toBe(200)

  const ali = await adult(portal, 'Ali', 60)
  const charged = await clerk.put(`/newcomer/charge/${_id}`, { member: ali })
  expect(charged.json(), charged.body).toMatchObject({ scheduledClass: past, checkInTime: '19:00' })
  const other = on('2026-11-03')
  const lim = await note(other, { name: 'Lim' })
  expect((await clerk.delete(`/class/${other}`)).statusCode).toBe(409)
  await clerk.put(`/newcomer/dismiss/${lim._id}`, { reason: 'Only looked on' })
  expect((await clerk.delete(`/class/${other}`)).statusCode).toBe(200)
})

test('a class in which a newcomer waits is not planned anew on another day, and on its own it is found again', async () => {
  const { course, year, past, name, on } = await desk.classes()
  const { _id } = await note(past)
  const plan = (day: number) => ({ day, duration: '20:00 - 21:00', mainInstructor: [places.devi] })
  const batch = (day: number, range = ['2026-11-09', '2026-11-30']) =>
    clerk.put('/class/batch/update', { course, year: 2026, range, schedule: plan(day) })
  const reassign = (day: number) => clerk.post(`/course-scheduled-year/${year._id}/${course}`, plan(day))
  const why = `A newcomer of ${name} on 17-11-2026 waits for the desk, so it cannot be moved to another day. Charge or dismiss them first.`
  for (const answer of [await batch(4), await reassign(4)])
    expect([answer.statusCode, answer.json().message]).toEqual([409, why])
  expect((await batch(4, ['2026-11-09', '2026-11-15'])).statusCode).toBe(200)
  expect((await batch(2)).statusCode).toBe(200)
  expect((await reassign(2)).statusCode).toBe(200)
  // One whose class was planned anew waits for that of its day.
  expect((await batch(4)).json().message).toBe(why)
  const ali = await adult(portal, 'Ali', 60)
  const charged = (await clerk.put(`/newcomer/charge/${_id}`, { member: ali })).json()
  expect(charged).toMatchObject({ checkInTime: '20:00' })
  expect(charged.scheduledClass).not.toBe(past)
  expect(on('2026-11-17')).toBe(past)
  expect((await batch(4)).statusCode).toBe(200)
})
