import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { absent, openRollDesk, present, walkIn } from '../../test/support/courses/roll.ts'
import { insertMember } from '../../test/support/families.ts'
import { unknown } from '../../test/support/portal.ts'
import { adult, family, ledgerOf, topUp } from '../../test/support/students.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

/** May mark, not enrol. */
const coach = await portal.as({ attendance: ['view', 'mark', 'edit'] })

describe('a walk-in', () => {
  test('pays what was chosen, stands on the roll without an enrolment, and once', async () => {
    const { past, name, first, parent } = await desk.lesson(100, 'Mei')
    const ali = await adult(portal, 'Ali', 60)
    const taken = await desk.take(past, [present(first), walkIn(ali, { enrollment: '', walletMember: null })])
    expect(taken.statusCode, taken.body).toBe(200)
    expect(taken.json()).toMatchObject({ present: 2, absent: 0, outstanding: 0, notRecorded: [] })
    const row = taken.json().items.find((each: { member: { _id: string } }) => each.member._id === ali)
    const wallet = { _id: ali, wallet: 35 }
    expect(row).toMatchObject({ enrollment: null, creditType: 'normal', creditMinus: 25, status: 'P', payer: wallet })
    expect([row.walletMember, row.checkInTime]).toMatchObject([wallet, '18:00'])
    // A second mark of the same member changes nothing.
    const again = await desk.take(past, [walkIn(ali, { creditMinus: 1, status: 'A' })])
    expect(again.json()).toEqual(taken.json())
    expect((await desk.take(past, [walkIn(ali)], coach)).json()).toEqual(taken.json())
    expect((await ledgerOf(clerk, ali)).credits).toEqual([60, -25])
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10])
    const [record] = (
      await clerk.get(`/auth/audit-trail?limit=1&searches=Took%20attendance%20of%20${encodeURIComponent(name)}`)
    ).json().items
    expect(record.description).toBe(
      `Took attendance of ${name} on 17-11-2026: 2 present (0 outstanding), 0 absent, 1 walk-in`,
    )
    expect(JSON.stringify(record)).toContain('Ali: Normal, 25 credits, paid by Ali')
    expect((await clerk.get(`/enrollment?member=${ali}`)).json().total).toBe(0)
  })

  test('is added later, corrected, taken off and added again, each time charged anew', async () => {
    const { past, first, on } = await desk.lesson(100, 'Jun')
    const ben = await adult(portal, 'Ben', 30)
    await desk.take(past, [absent(first)])
    const [added] = (await desk.take(past, [walkIn(ben)])).json().items.slice(-1)
    const set = (status: string) => clerk.put(`/attendance/${added._id}`, { ...added, status, checkInTime: null })
    expect((await set('A')).json()).toMatchObject({ status: 'A', creditMinus: 0, credit: 25, enrollment: null })
    expect((await clerk.put(`/attendance/${added._id}`, { status: 'P' })).json()).toMatchObject({
      creditMinus: 25,
      walletMember: { wallet: 5 },
    })
    expect((await clerk.delete(`/attendance/${added._id}`)).statusCode).toBe(200)
    // The default cost is the course's for the type; a cost of 0 writes no entry.
    await desk.take(past, [walkIn(ben, { creditMinus: undefined })])
    await desk.take(on('2026-11-10'), [walkIn(ben, { creditType: 'free', creditMinus: '0' })])
    expect((await ledgerOf(clerk, ben)).credits).toEqual([30, -25, 25, -25, 25, -10])
    const trail = JSON.stringify((await clerk.get('/auth/audit-trail?searches=Ben')).json())
    expect(trail).toContain('Updated attendance: Ben (walk-in), ')
    expect(trail).toContain('Deleted attendance: Ben (walk-in), ')
  })

  test('whose wallet is short is outstanding, is found and closed like any other', async () => {
    const { past, course } = await desk.classes()
    const cara = await adult(portal, 'Cara', 24)
    const taken = (await desk.take(past, [walkIn(cara)])).json()
    expect(taken).toMatchObject({ present: 1, outstanding: 1, items: [{ outStanding: true, creditMinus: 25 }] })
    const [open] = (await clerk.get(`/attendance?outstanding=true&walletMember=${cara}`)).json().items
    expect(open).toMatchObject({ _id: taken.items[0]._id, enrollment: null })
    const close = () => clerk.put(`/attendance/clearOutstanding/${open._id}`, { outStanding: false })
    expect((await close()).json().message).toBe('The wallet holds 24 credits, 1 less than the 25 needed')
    await topUp(portal, cara, 1)
    expect((await close()).json()).toMatchObject({ outStanding: false, walletMember: { wallet: 0 } })
    expect(await desk.isTaken(course)).toBe(true)
    const range = 'startDate=2026-11-01&endDate=2026-11-20&status=P'
    const report = (await clerk.get(`/report/attendance-report?${range}&course=${course}`)).json()
    expect([report.total, report.items[0].credit, report.items[0].creditType]).toEqual([1, 25, 'normal'])
  })

  test('who is a dependent child is paid for by a parent of its own, who must be named', async () => {
    const { past, on, first } = await desk.lesson(100, 'Enrolled')
    const { parent: mona, children } = await family(portal, 100, 'Kim')
    const [kim = ''] = children
    const stranger = await adult(portal, 'Stranger', 500)
    const felix = await portal.run(async (tx) => {
      const second = await insertMember(tx, { kind: 'parent', name: 'Felix' })
      await tx.change({ section: 'Test', docType: 'test', action: 'Test', description: 'Test' }, (db) =>
        sql`insert into member_parent (child, parent) values (${kim}, ${second})`.execute(db()),
      )
      return second
    })
    const refusals: [unknown, string][] = [
      [undefined, 'Please select the wallet that pays'],
      [stranger, 'This wallet does not pay for Kim'],
      [kim, 'This wallet does not pay for Kim'],
      [unknown, 'This wallet does not pay for Kim'],
    ]
    for (const [walletMember, message] of refusals) {
      const alone = await desk.take(past, [walkIn(kim, { walletMember })])
      const expected = `Kim: ${message}. Mend that, then add the attendance to the class.`
      expect([alone.statusCode, alone.json().details]).toEqual([400, [{ path: '0.walletMember', message: expected }]])
    }
    // Sent with others it does not stop them.
    const some = (await desk.take(past, [present(first), walkIn(kim)])).json()
    expect([some.present, some.notRecorded]).toMatchObject([
      1,
      [{ member: kim, name: 'Kim', reason: refusals[0]?.[1] }],
    ])
    const taken = await desk.take(past, [walkIn(kim, { walletMember: { _id: mona, name: 'Mona' } })])
    const row = taken.json().items.at(-1)
    expect(row).toMatchObject({ walletMember: { _id: mona, wallet: 75 }, payer: { _id: mona } })
    // A former parent does not pay when an absence becomes present.
    const [{ _id: away }] = (
      await desk.take(on('2026-11-10'), [{ ...walkIn(kim, { walletMember: felix }), status: 'A' }])
    )
      .json()
      .items.slice(-1)
    await portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'test', action: 'Test', description: 'Test' }, (db) =>
        sql`delete from member_parent where parent = ${felix}`.execute(db()),
      ),
    )
    const left = await clerk.put(`/attendance/${away}`, { status: 'P' })
    expect([left.statusCode, left.json().message]).toEqual([
      409,
      'The wallet that was chosen does not pay for Kim any more; delete the attendance and add it again',
    ])
    // Once independent, Kim pays; what Mona paid is given back to Mona.
    await topUp(portal, kim, 30)
    expect((await clerk.put(`/member/${mona}/independent/${kim}`)).statusCode).toBe(200)
    await clerk.put(`/attendance/${row._id}`, { status: 'A' })
    expect((await clerk.get(`/attendance/${row._id}`)).json().payer).toMatchObject({ _id: kim, wallet: 30 })
    const own = await clerk.put(`/attendance/${row._id}`, { status: 'P' })
    expect(own.json()).toMatchObject({ walletMember: { _id: kim, wallet: 5 } })
    expect((await ledgerOf(clerk, mona)).credits).toEqual([100, -25, 25])
  })

  test('who is enrolled is none: enrolment and course decide, whatever is sent beside them', async () => {
    const { past, first, parent, enrolled } = await desk.lesson(100, 'Inside', 'Other')
    const other = enrolled[1].member._id
    const odd = { creditType: 'gold', creditMinus: -1.5, walletMember: { wallet: 5, hasOutstanding: false } }
    const taken = await desk.take(past, [
      walkIn(first, { creditMinus: 0, walletMember: other }),
      present(other, { enrollment: enrolled[1]._id, ...odd }),
    ])
    expect(taken.statusCode, taken.body).toBe(200)
    expect(taken.json().items).toMatchObject(
      enrolled.map(({ _id }: { _id: string }) => ({ enrollment: _id, creditMinus: 10, walletMember: { _id: parent } })),
    )
    const { past: elsewhere } = await desk.classes()
    for (const [field, value] of Object.entries(odd)) {
      const answer = await desk.take(elsewhere, [walkIn(first, { [field]: value })])
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, `0.${field}`])
    }
  })

  test('must be there, active, and have a wallet that may pay', async () => {
    const { past, course, first } = await desk.lesson(100, 'Here')
    const [gone, away, young] = [
      await adult(portal, 'Gone', 5),
      await adult(portal, 'Away'),
      await adult(portal, 'Young'),
    ]
    await clerk.put(`/member/${away}`, { isDisable: true })
    await clerk.put(`/member/${gone}`, { isDisable: true })
    await portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'test', action: 'Test', description: 'Test' }, (on) =>
        sql`update member set is_deleted = true where id = ${gone}`.execute(on()),
      ),
    )
    const poor = await family(portal, 0, 'Poor')
    await clerk.put(`/member/${poor.parent}`, { isDisable: true })
    const bare = await portal.run((tx) => insertMember(tx, { kind: 'child', name: 'Bare' }))
    const unlimited = { unlimited: true, special: null, free: null }
    const { past: open } = await desk.classes(unlimited)
    const walkIns = [gone, unknown, away, poor.children[0] ?? '', bare].map((member) => walkIn(member))
    const taken = await desk.take(past, [present(first), ...walkIns])
    expect(taken.json().notRecorded.map(({ reason }: { reason: string }) => reason)).toEqual([
      'The member was deleted',
      'The member was deleted',
      'The member is disabled',
      'Parent of Poor is disabled',
      'Bare has no parent whose wallet could pay',
    ])
    expect([taken.json().present, (await desk.rollOf(past)).total]).toEqual([1, 1])
    const priceless = await desk.take(open, [walkIn(young, { creditType: 'special', creditMinus: null })])
    expect([priceless.statusCode, priceless.json().details?.[0].path]).toEqual([400, '0.creditMinus'])
    expect((await clerk.get(`/enrollment?course=${course}`)).json().total).toBe(1)
  })
})

describe('the permission to add walk-ins', () => {
  test('is attendance mark and membership edit, in a centre of the caller', async () => {
    const { past, first, parent } = await desk.lesson(100, 'Child')
    const dina = await adult(portal, 'Dina', 100)
    const alone = await desk.take(past, [walkIn(dina)], coach)
    const missing = 'You do not have the permission Membership Profile: Edit'
    expect([alone.statusCode, alone.json().message]).toEqual([403, missing])
    const enroller = await portal.as({ membership: ['view', 'edit'], attendance: ['view'] })
    expect((await desk.take(past, [walkIn(dina)], enroller)).statusCode).toBe(403)
    const both = { attendance: ['mark'], membership: ['edit'] }
    const there = await portal.as(both, { centres: [places.ampang] })
    expect((await desk.take(past, [walkIn(dina)], there)).statusCode).toBe(404)
    const mixed = await desk.take(past, [walkIn(dina), present(first)], coach)
    expect(mixed.json()).toMatchObject({
      present: 1,
      notRecorded: [{ member: dina, reason: missing, advice: 'Ask somebody who has it to add Dina to the class.' }],
    })
    expect([(await ledgerOf(clerk, dina)).balance, (await ledgerOf(clerk, parent)).balance]).toEqual([100, 90])
    const here = await portal.as(both, { centres: [places.cheras] })
    expect((await desk.take(past, [walkIn(dina)], here)).json().present).toBe(2)
  })
})
