import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { absent, openRollDesk, present, walkIn } from '../../test/support/courses/roll.ts'
import { unknown } from '../../test/support/portal.ts'
import { adult, ledgerOf, topUp } from '../../test/support/students.ts'
import { atOnce, expectWhole } from '../../test/support/undo.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const undo = (session: string, by = clerk) => by.post(`/attendance/take/${session}/undo`)
const rehearse = (session: string, by = clerk) => by.post(`/attendance/take/${session}/undo/rehearse`)
const balanceOf = async (member: string) => (await ledgerOf(clerk, member)).balance

/** A class with two children of one parent present and one absent, and a walk-in with a wallet of its own. */
async function taken(credit = 100) {
  const lesson = await desk.lesson(credit, 'Mei', 'Jun', 'Kai')
  const [mei = '', jun = '', kai = ''] = lesson.children
  const guest = await adult(portal, 'Guest', 60)
  const answer = await desk.take(lesson.past, [present(mei), present(jun), absent(kai), walkIn(guest)])
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...lesson, guest, rows: answer.json().items }
}

describe('undoing the attendance of a class', () => {
  test('is told first, gives back every debit and lets the class be taken again', async () => {
    const { past, course, name, parent, guest, first } = await taken()
    expect([await balanceOf(parent), await balanceOf(guest)]).toEqual([80, 35])
    const effect = (await rehearse(past)).json()
    expect(effect.lines).toEqual([
      `${name} on 17-11-2026: 4 marks are removed, 45 credits go back.`,
      'The class counts as not marked and can be marked again.',
    ])
    const change = (member: string, from: number, to: number) => ({
      member: { _id: member, name: expect.any(String) },
      wallet: { from, to },
      creditExpired: { from: null, to: null },
    })
    expect(effect.wallets).toEqual([change(guest, 35, 60), change(parent, 80, 100)])
    expect([(await desk.rollOf(past)).total, await balanceOf(parent)]).toEqual([4, 80])
    expect((await undo(past)).json()).toEqual(effect)
    expect([(await desk.rollOf(past)).total, await desk.isTaken(course)]).toEqual([0, false])
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10, -10, 10, 10])
    expect((await ledgerOf(clerk, guest)).credits).toEqual([60, -25, 25])
    await expectWhole(portal)
    expect((await desk.take(past, [present(first)])).statusCode).toBe(200)
    expect(await balanceOf(parent)).toBe(90)
    await expectWhole(portal)
  })

  test('leaves a record of the class and one of each member', async () => {
    const { past, name, rows } = await taken()
    await undo(past)
    const trail = (id: string) =>
      portal.run((tx) =>
        tx.query<{ action: string; description: string }>(
          sql`select action, description from audit_record where doc_id = ${id} and doc_type = 'attendance' order by position desc limit 1`,
        ),
      )
    expect(await trail(past)).toEqual([
      { action: 'Undone', description: `Undid the attendance of ${name} on 17-11-2026: 4 records, 45 credits back` },
    ])
    for (const row of rows) expect(await trail(row._id)).toMatchObject([{ action: 'Deleted' }])
  })

  test('happens once, and a repeat with its key is answered as the first', async () => {
    const one = await taken()
    expect(await atOnce(() => undo(one.past))).toEqual([200, 409, 409, 409])
    expect(await balanceOf(one.parent)).toBe(100)
    const two = await taken()
    const headers = { 'idempotency-key': `undo ${two.past}` }
    const first = await clerk.post(`/attendance/take/${two.past}/undo`, undefined, headers)
    const second = await clerk.post(`/attendance/take/${two.past}/undo`, undefined, headers)
    expect([second.statusCode, second.json()]).toEqual([200, first.json()])
    expect((await ledgerOf(clerk, two.parent)).credits).toHaveLength(5)
    await expectWhole(portal)
  })

  test('drops open cases, and is refused once one of them was closed', async () => {
    const open = await taken(10)
    expect((await rehearse(open.past)).json().lines[1]).toBe('1 outstanding case is dropped.')
    await topUp(portal, open.parent, 10)
    const owing = open.rows.find(({ outStanding }: { outStanding: boolean }) => outStanding)
    const closed = await clerk.put(`/attendance/clearOutstanding/${owing._id}`, { outStanding: false })
    expect(closed.statusCode, closed.body).toBe(200)
    const answer = await undo(open.past)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      `The outstanding case of ${owing.member.name} was closed since. Delete that record first, if its credit is to go back too.`,
    ])
    expect((await desk.rollOf(open.past)).total).toBe(4)
    await clerk.delete(`/attendance/${owing._id}`)
    expect((await undo(open.past)).statusCode).toBe(200)
    expect(await balanceOf(open.parent)).toBe(20)
    await expectWhole(portal)
  })

  test('reverses what was corrected since as it stands: absent costs nothing, present again is given back', async () => {
    const { past, parent, rows } = await taken()
    const idOf = (name: string) =>
      rows.find(({ member }: { member: { name: string } }) => member.name === name)?._id as string
    await clerk.put(`/attendance/${idOf('Mei')}`, { status: 'A' })
    await clerk.put(`/attendance/${idOf('Kai')}`, { status: 'P' })
    expect((await undo(past)).statusCode).toBe(200)
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10, -10, 10, -10, 10, 10])
    await expectWhole(portal)
  })

  test('against corrections and another class of the same wallets at the same moment: the books hold, ten times', async () => {
    for (let round = 0; round < 10; round++) {
      const { past, on, parent, children, rows } = await taken()
      const [answer, , other] = await Promise.all([
        undo(past),
        clerk.put(`/attendance/${rows[round % 4]._id}`, { status: round % 2 ? 'A' : 'P' }),
        desk.take(
          on('2026-11-10'),
          children.map((child) => present(child)),
        ),
      ])
      expect([answer?.statusCode, other?.statusCode]).toEqual([200, 200])
      expect(await balanceOf(parent)).toBe(70)
    }
    await expectWhole(portal)
  })

  test('is refused without attendance and where a member was deleted, whose record stays', async () => {
    const { past } = await desk.lesson(100, 'Nobody')
    const none = await undo(past)
    expect([none.statusCode, none.json().message]).toEqual([
      409,
      'No attendance of this class is recorded, or it was undone already',
    ])
    const { past: kept, guest } = await taken()
    await clerk.put(`/member/${guest}`, { wallet: 0, walletWas: 35, isDisable: true })
    expect((await clerk.delete(`/member/${guest}`)).statusCode).toBe(200)
    const answer = await undo(kept)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'A member of this class was deleted, whose attendance stays as it is. Delete the other records one by one.',
    ])
    expect((await desk.rollOf(kept)).total).toBe(4)
  })

  test('needs the right to edit attendance, and a class of one’s own centres', async () => {
    const { past, parent } = await taken()
    const marker = await portal.as({ attendance: ['view', 'mark'] })
    const there = await portal.as({ attendance: ['view', 'mark', 'edit'] }, { centres: [places.ampang] })
    const here = await portal.as({ attendance: ['edit'] }, { centres: [places.cheras] })
    for (const call of [undo, rehearse]) {
      expect((await call(past, marker)).statusCode).toBe(403)
      for (const [session, by] of [
        [past, there],
        [unknown, clerk],
        ['x', clerk],
      ] as const)
        expect((await call(session, by)).statusCode).toBe(404)
    }
    expect(await balanceOf(parent)).toBe(80)
    expect((await undo(past, here)).statusCode).toBe(200)
  })
})

describe('undoing one record', () => {
  test('is told first and done as deleting it is', async () => {
    const { past, parent, rows } = await taken()
    const mei = rows.find(({ member }: { member: { name: string } }) => member.name === 'Mei')
    const effect = (await clerk.post(`/attendance/${mei._id}/undo/rehearse`)).json()
    expect(effect.wallets).toMatchObject([{ member: { _id: parent }, wallet: { from: 80, to: 90 } }])
    expect(await balanceOf(parent)).toBe(80)
    expect((await clerk.post(`/attendance/${mei._id}/undo`)).json()).toEqual(effect)
    expect([(await desk.rollOf(past)).total, await balanceOf(parent)]).toEqual([3, 90])
    expect((await clerk.post(`/attendance/${mei._id}/undo`)).statusCode).toBe(404)
    await expectWhole(portal)
  })

  test('needs the right to edit attendance, and the centre', async () => {
    const { rows } = await taken()
    const [row] = rows
    const marker = await portal.as({ attendance: ['view', 'mark'] })
    const there = await portal.as({ attendance: ['edit'] }, { centres: [places.ampang] })
    for (const path of ['undo', 'undo/rehearse']) {
      expect((await marker.post(`/attendance/${row._id}/${path}`)).statusCode).toBe(403)
      expect((await there.post(`/attendance/${row._id}/${path}`)).statusCode).toBe(404)
    }
  })
})
