import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { absent, lastTuesday, openRollDesk, present } from '../../test/support/courses/roll.ts'
import { testEntry } from '../../test/support/portal.ts'
import { ledgerOf, topUp } from '../../test/support/students.ts'

const { portal, clerk, desk } = await openRollDesk()
afterAll(() => portal.close())

describe('a record', () => {
  const mark = async (credit: number, name: string) => {
    const lesson = await desk.lesson(credit, name)
    const answer = await desk.take(lesson.past, [present(lesson.first)])
    return { ...lesson, id: answer.json().items[0]._id }
  }
  const set = (id: string, body: unknown) => clerk.put(`/attendance/${id}`, body)

  test('goes from present to absent and back, charged each time anew', async () => {
    const { id, parent } = await mark(100, 'Toggle')
    const away = await set(id, { status: 'A', checkInTime: '18:00' })
    expect(away.json()).toMatchObject({ status: 'A', checkInTime: null, checkOutTime: null, creditMinus: 0 })
    const back = await set(id, { status: 'P', checkInTime: '18:10', checkOutTime: '19:00' })
    expect(back.json()).toMatchObject({
      status: 'P',
      checkInTime: '18:10',
      checkOutTime: '19:00',
      creditMinus: 10,
      outStanding: false,
      walletMember: { wallet: 90 },
    })
    expect((await set(id, { status: 'A' })).statusCode).toBe(200)
    expect((await set(id, { status: 'A' })).statusCode).toBe(200)
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 100, credits: [100, -10, 10, -10, 10] })
    const twice = await Promise.all([1, 2, 3].map(() => set(id, { status: 'P', checkInTime: '18:00' })))
    expect(twice.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect((await ledgerOf(clerk, parent)).balance).toBe(90)
  })

  test('of an enrollment that has ended is paid by no wallet that is none of the member’s any more', async () => {
    const ended = async (name: string) => {
      const lesson = await desk.lesson(100, name)
      const answer = await desk.take(lesson.past, [absent(lesson.first)])
      await clerk.put(`/enrollment/${lesson.enrolled[0]._id}`, { isDisable: true })
      return { ...lesson, id: answer.json().items[0]._id }
    }
    const own = await ended('Own')
    expect((await clerk.put(`/member/${own.parent}/independent/${own.first}`)).statusCode).toBe(200)
    await topUp(portal, own.first, 30)
    expect((await clerk.get(`/attendance/${own.id}`)).json().payer).toMatchObject({ _id: own.first, wallet: 30 })
    expect((await set(own.id, { status: 'P' })).json().walletMember).toMatchObject({ _id: own.first, wallet: 20 })
    expect((await ledgerOf(clerk, own.parent)).credits).toEqual([100])
    const left = await ended('Left')
    await portal.run((tx) =>
      tx.change(testEntry, (on) => sql`delete from member_parent where parent = ${left.parent}`.execute(on())),
    )
    expect((await set(left.id, { status: 'P' })).statusCode).toBe(409)
    expect((await ledgerOf(clerk, left.parent)).credits).toEqual([100])
  })

  test('that is outstanding drops the case when the member was absent after all', async () => {
    const { id, parent } = await mark(5, 'Poor')
    const away = await set(id, { status: 'A' })
    expect(away.json()).toMatchObject({ status: 'A', outStanding: false })
    const back = await set(id, { status: 'P', checkInTime: '18:00' })
    expect(back.json()).toMatchObject({ status: 'P', outStanding: true, creditMinus: 10 })
    expect((await ledgerOf(clerk, parent)).credits).toEqual([5])
  })

  test('has its times changed without a charge', async () => {
    const { id, parent } = await mark(100, 'Times')
    const answer = await set(id, { checkInTime: '18:15', checkOutTime: '19:05' })
    expect(answer.json()).toMatchObject({ status: 'P', checkInTime: '18:15', checkOutTime: '19:05' })
    expect((await set(id, { status: 'P', checkOutTime: '' })).json()).toMatchObject({
      checkInTime: '18:15',
      checkOutTime: null,
    })
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10])
    const cases: [unknown, string][] = [
      [{ checkInTime: null }, 'checkInTime'],
      [{ checkInTime: '' }, 'checkInTime'],
      [{ checkOutTime: '18:00' }, 'checkOutTime'],
      [{ status: 'X' }, 'status'],
      [{ checkInTime: 18 }, 'checkInTime'],
    ]
    for (const [body, path] of cases) {
      const refused = await set(id, body)
      expect([body, refused.statusCode, refused.json().details[0].path]).toEqual([body, 400, path])
    }
    await set(id, { status: 'A' })
    expect((await set(id, { checkInTime: '18:00' })).statusCode).toBe(409)
  })

  test('that becomes present without a check-in has the start of its class, as in taking', async () => {
    const { id, parent } = await mark(100, 'Timeless')
    for (const sent of [{}, { checkInTime: null }, { checkInTime: '' }, { checkOutTime: '18:40' }]) {
      const away = (await set(id, { status: 'A' })).json()
      const back = await set(id, { ...away, status: 'P', ...sent })
      const { checkInTime, checkOutTime } = back.json()
      expect([sent, back.statusCode, checkInTime, checkOutTime]).toEqual([
        sent,
        200,
        '18:00',
        'checkOutTime' in sent ? sent.checkOutTime : null,
      ])
    }
    await set(id, { status: 'A' })
    expect((await set(id, { status: 'P', checkOutTime: '17:59' })).json().details).toEqual([
      { path: 'checkOutTime', message: 'Check-out cannot be before check-in' },
    ])
    expect((await ledgerOf(clerk, parent)).balance).toBe(100)
  })

  test('is deleted with its debit given back; without a last one the class can be cancelled again', async () => {
    const { id, parent, past, course } = await mark(100, 'Mistake')
    expect((await clerk.delete(`/class/${past}`)).statusCode).toBe(409)
    expect((await clerk.delete(`/attendance/${id}`)).json()).toEqual({ _id: id })
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 100, credits: [100, -10, 10] })
    expect(await desk.isTaken(course)).toBe(false)
    expect((await clerk.delete(`/attendance/${id}`)).statusCode).toBe(404)
    expect((await set(id, { status: 'A' })).statusCode).toBe(404)
    expect((await clerk.delete(`/class/${past}`)).statusCode).toBe(200)
  })

  test('that was deleted can be marked again and is charged again', async () => {
    const { id, parent, past, first } = await mark(100, 'Again')
    await clerk.delete(`/attendance/${id}`)
    expect((await desk.take(past, [present(first)])).json()).toMatchObject({ present: 1 })
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10, 10, -10])
  })

  test('keeps the class taken while others remain', async () => {
    const { past, course, children } = await desk.lesson(100, 'One', 'Two')
    const { items } = (
      await desk.take(
        past,
        children.map((member) => present(member)),
      )
    ).json()
    await clerk.delete(`/attendance/${items[0]._id}`)
    expect(await desk.isTaken(course)).toBe(true)
  })
})

describe('an outstanding case', () => {
  const close = (id: string, by = clerk) => by.put(`/attendance/clearOutstanding/${id}`, { outStanding: false })

  test('is closed after a top-up, once', async () => {
    const { past, parent, first, name } = await desk.lesson(3, 'Debtor')
    const id = (await desk.take(past, [present(first)])).json().items[0]._id
    const short = await close(id)
    expect(short.statusCode).toBe(409)
    expect(short.json().message).toBe('The wallet holds 3 credits, 7 less than the 10 needed')
    await topUp(portal, parent, 20)
    const answers = await Promise.all([close(id), close(id), close(id)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
    const closed = answers.find((answer) => answer.statusCode === 200)?.json()
    expect(closed).toMatchObject({ outStanding: false, status: 'P', creditMinus: 10, walletMember: { wallet: 13 } })
    expect(await ledgerOf(clerk, parent)).toEqual({
      balance: 13,
      credits: [3, 20, -10],
      labels: ['Opening balance', 'Opening balance', `${name}, 17-11-2026, Debtor`],
    })
    await clerk.put(`/attendance/${id}`, { status: 'A' })
    expect((await ledgerOf(clerk, parent)).balance).toBe(23)
    expect((await close(id)).json().message).toBe('This case is not outstanding')
  })

  test('is not closed by anything but false', async () => {
    const { past, first } = await desk.lesson(0, 'Stubborn')
    const id = (await desk.take(past, [present(first)])).json().items[0]._id
    for (const body of [{ outStanding: true }, {}, { outStanding: 'false' }])
      expect((await clerk.put(`/attendance/clearOutstanding/${id}`, body)).statusCode).toBe(400)
    const coach = await portal.as({ attendance: ['view', 'mark', 'edit'] })
    expect((await close(id, coach)).statusCode).toBe(403)
  })
})

describe('the list', () => {
  test('filters, sorts, totals, and shows each what it may see', async () => {
    const { past, course, on, parent, children } = await desk.lesson(15, 'Siti List', 'Devi List', 'Tan List')
    const [siti = '', devi = '', tan = ''] = children
    await desk.take(past, [present(siti), absent(devi), present(tan)])
    await desk.take(on('2026-11-10'), [absent(siti)])
    const get = async (query: string, by = clerk) => (await by.get(`/attendance?${query}`)).json()
    expect(await get(`course=${course}`)).toMatchObject({ total: 4, present: 2, absent: 2 })
    expect((await get(`course=${course}&limit=1`)).items).toMatchObject([{ classDate: lastTuesday }])
    expect(await get(`course=${course}&startDate=2026-11-10&endDate=2026-11-16`)).toMatchObject({ total: 1 })
    expect(await get(`course=${course}&status=P`)).toMatchObject({ total: 2, absent: 0 })
    expect((await get(`course=${course}&outstanding=true`)).items).toMatchObject([{ member: { _id: tan } }])
    expect(await get(`member=${siti}`)).toMatchObject({ total: 2 })
    expect(await get(`walletMember=${parent}`)).toMatchObject({ total: 4 })
    expect(await get(`course=${course}&searchText=siti`)).toMatchObject({ total: 2 })
    expect(await get(`course=${course}&searchText=%25`)).toMatchObject({ total: 0 })
    expect(await get(`course=${course}&markedBy=nobody`)).toMatchObject({ total: 0 })
    expect(await get(`course=${course}&markedBy=USER`)).toMatchObject({ total: 4 })
    expect(await get(`course=${course}&markedBy=${clerk.userId}`)).toMatchObject({ total: 4 })
    expect(await get(`course=${course}&markedBy=${siti}`)).toMatchObject({ total: 0 })
    const names = (await get(`scheduledClass=${past}&limit=0&sort=member`)).items.map(
      (row: { member: { name: string } }) => row.member.name,
    )
    expect(names).toEqual(['Devi List', 'Siti List', 'Tan List'])
    for (const query of ['limit=0', 'startDate=2026-02-02&endDate=2026-02-01', 'status=X', 'member=x', 'limit=-1'])
      expect([query, (await clerk.get(`/attendance?${query}`)).statusCode]).toEqual([query, 400])
    const status = async (permissions: Record<string, string[]>, query: string) =>
      (await (await portal.as(permissions)).get(`/attendance?${query}`)).statusCode
    const queries = ['', 'outstanding=true', `member=${siti}`]
    const expected: [Record<string, string[]>, number[]][] = [
      [{ attendance: ['view'] }, [200, 403, 403]],
      [{ outStandingCredit: ['view'] }, [403, 200, 403]],
      [{ membership: ['view'] }, [403, 403, 200]],
      [{ dashboard: ['view'] }, [403, 403, 403]],
    ]
    for (const [permissions, statuses] of expected) {
      const seen = []
      for (const query of queries) seen.push(await status(permissions, query))
      expect([permissions, seen]).toEqual([permissions, statuses])
    }
  })
})

test('a list of nobody in particular is not that of a member', async () => {
  const viewer = await portal.as({ membership: ['view'] })
  for (const query of ['member=,', 'walletMember=,', 'member=&walletMember=,,'])
    expect([query, (await viewer.get(`/attendance?${query}`)).statusCode]).toEqual([query, 403])
})
