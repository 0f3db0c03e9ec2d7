import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cashDesk, closeNumbers, nextDay, today } from '../../test/support/payments/cashdesk.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
const desk = cashDesk(portal, clerk, academy)
afterAll(() => portal.close())

const tomorrow = nextDay(portal, academy)
const numbers = () => closeNumbers(portal)

describe('the sheet', () => {
  test('has what the coach received that day, pending and verified, not what was rejected or cancelled', async () => {
    const coach = await desk.newCoach()
    const [pending, done, rejected, cancelled] = await desk.received(coach, 4)
    await clerk.put(`/payment/direct/${done}`, { isPay: true })
    await clerk.put(`/payment/direct/${rejected}`, { isPay: false, isRejected: true })
    await clerk.put(`/payment/direct/${cancelled}`, { isPay: true })
    await clerk.put(`/payment/cancel/${cancelled}`)
    const { items, returned, closes, coach: named } = await desk.sheet(coach)
    expect(items).toMatchObject([
      { _id: pending, status: 'Pending', amount: '100.00', creditPurchase: 120, wallet: 0, orNo: null },
      { _id: done, status: 'Done', amount: '100.00', wallet: 120 },
    ])
    expect([returned, closes, named]).toEqual([[], [], { _id: coach, name: expect.stringMatching(/^Farid/) }])
    expect((await desk.sheet(coach, '2026-11-19')).items).toEqual([])
    expect((await desk.sheet(await desk.newCoach())).items).toEqual([])
  })

  test('goes by the day of the order, also when it was verified later', async () => {
    const coach = await desk.newCoach()
    const [id] = await desk.received(coach, 1)
    const [then, later] = await tomorrow(async (desk, clerk) => {
      await clerk.put(`/payment/direct/${id}`, { isPay: true })
      return [await desk.sheet(coach), await desk.sheet(coach, '2026-11-21')]
    })
    expect([then.items.length, later.items.length]).toEqual([1, 0])
  })

  test('lists the days still open', async () => {
    const coach = await desk.newCoach('Open Coach')
    const [done] = await desk.received(coach, 3)
    await clerk.put(`/payment/direct/${done}`, { isPay: true })
    const mine = async () =>
      (await clerk.get('/cash-close/open'))
        .json()
        .items.filter((row: { coach: { _id: string } }) => row.coach._id === coach)
    expect(await mine()).toEqual([
      {
        _id: `${today}/${coach}`,
        day: today,
        coach: { _id: coach, name: 'Open Coach' },
        payments: 3,
        pending: 2,
        amount: '300.00',
      },
    ])
    expect((await clerk.get('/cash-close/open?endDate=2026-11-19')).json()).toEqual({ items: [], total: 0 })
  })
})

describe('a close', () => {
  test('verifies what was ticked, in one step, and keeps exactly that', async () => {
    const coach = await desk.newCoach()
    const [first, second, third] = await desk.received(coach, 3)
    await clerk.put(`/payment/direct/${second}`, { isPay: true })
    const before = (await numbers()).length
    const answer = await desk.close(coach, [`${first}`, `${second}`], '160', {
      remark: 'One note was torn',
      expected: '200.00',
      pieces: { '50.00': 3, '5.00': 1, '0.50': 10 },
    })
    expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()])
    const close = answer.json()
    expect(close).toMatchObject({
      number: `CC-2026-${String(before + 1).padStart(4, '0')}`,
      day: today,
      coach: { _id: coach },
      payments: 2,
      returned: 0,
      expected: '200.00',
      counted: '160.00',
      difference: '-40.00',
      remark: 'One note was torn',
      leftPayments: 1,
      leftAmount: '100.00',
      corrects: null,
      correctedBy: null,
      pieces: { '50.00': 3, '5.00': 1, '0.50': 10 },
    })
    expect(close.lines).toMatchObject([
      { _id: first, kind: 'received', amount: '100.00', verifiedHere: true, orNo: expect.stringMatching(/^OR-/) },
      { _id: second, kind: 'received', amount: '100.00', verifiedHere: false },
    ])
    expect(await Promise.all([first, second, third].map((id) => desk.statusOf(`${id}`)))).toEqual([
      'Done',
      'Done',
      'Pending',
    ])
    const left = await desk.sheet(coach)
    expect(left.items.map((item: { _id: string }) => item._id)).toEqual([third])
    expect(left.closes).toEqual([{ _id: close._id, number: close.number }])
    expect((await clerk.get(`/cash-close/${close._id}`)).json()).toEqual(close)
    const [record] = await portal.run((tx) =>
      tx.query<{ description: string }>(
        sql`select description from audit_record where doc_type = 'cash-close' and doc_id = ${close._id}`,
      ),
    )
    expect(record?.description).toContain(
      '20-11-2026, 2 payments, RM 200.00 expected, RM 160.00 counted, RM 40.00 short',
    )
  })

  test('needs a remark when there is a difference, short or over, and none otherwise', async () => {
    const coach = await desk.newCoach()
    const ids = await desk.received(coach, 1)
    for (const [counted, remark] of [
      ['99.95', undefined],
      ['100.05', ''],
      ['0', null],
      ['99.95', '   '],
    ] as const) {
      const answer = await desk.close(coach, ids, counted, { remark })
      expect([counted, answer.statusCode, answer.json().details]).toEqual([
        counted,
        400,
        [{ path: 'remark', message: 'Remark is required when there is a difference' }],
      ])
    }
    expect(await desk.statusOf(`${ids[0]}`)).toBe('Pending')
    expect((await desk.close(coach, ids, '100')).statusCode).toBe(201)
  })

  test('counts the notes and coins itself', async () => {
    const coach = await desk.newCoach()
    const ids = await desk.received(coach, 1)
    const answer = await desk.close(coach, ids, '100.00', { pieces: { '50.00': 1, '0.20': 3 } })
    expect([answer.statusCode, answer.json().details]).toEqual([
      400,
      [{ path: 'pieces', message: 'The notes and coins make RM 50.60, not the counted amount' }],
    ])
    expect((await desk.close(coach, ids, '100.00', { pieces: { '50.00': 2 } })).statusCode).toBe(201)
  })

  test('is refused when the clerk saw another sum', async () => {
    const coach = await desk.newCoach()
    const ids = await desk.received(coach, 1)
    const answer = await desk.close(coach, ids, '100.00', { expected: '90.00' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Expected is RM 100.00 by now, not RM 90.00. Please look again.',
    ])
  })

  test('names every payment that cannot be closed, and closes nothing', async () => {
    const coach = await desk.newCoach()
    const [fine, rejected, closed, cancelled] = (await desk.received(coach, 4)).map(String)
    const [other] = await desk.received(await desk.newCoach(), 1)
    await clerk.put(`/payment/direct/${rejected}`, { isPay: false, isRejected: true })
    const earlier = (await desk.close(coach, [`${closed}`], '100')).json()
    await clerk.put(`/payment/direct/${cancelled}`, { isPay: true })
    await clerk.put(`/payment/cancel/${cancelled}`)
    const before = await numbers()
    const ids = [fine, rejected, closed, cancelled, other, unknown].map(String)
    const answer = await desk.close(coach, ids, '600')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(
      /^Nothing was closed: 5 of 6 payments cannot be\. ORD-.* It is Rejected by now|^Nothing/,
    )
    expect(
      answer
        .json()
        .details.map(({ path, message }: { path: string; message: string }) => [path, message.replace(/^.*: /, '')]),
    ).toEqual([
      [rejected, 'It is Rejected by now'],
      [closed, `It is in close ${earlier.number} already`],
      [cancelled, 'It is Cancelled by now'],
      [other, 'Another coach or another day received it'],
      [unknown, 'Payment not found'],
    ])
    expect(await desk.statusOf(`${fine}`)).toBe('Pending')
    expect(await numbers()).toEqual(before)
  })

  test('names the payments that cannot be verified, and leaves the others as they were', async () => {
    const coach = await desk.newCoach()
    const [fine, erased] = (await desk.received(coach, 2)).map(String)
    await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        sql`update member set is_deleted = true where id = (select member from payment where id = ${erased})`.execute(
          on(),
        ),
      ),
    )
    const answer = await desk.close(coach, [`${fine}`, `${erased}`], '200')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().details).toEqual([
      { path: erased, message: expect.stringContaining('The member was deleted; the payment cannot be verified') },
    ])
    expect(await desk.statusOf(`${fine}`)).toBe('Pending')
    expect((await desk.close(coach, [`${fine}`], '100')).json()).toMatchObject({
      leftPayments: 1,
      leftAmount: '100.00',
    })
  })

  test('says that the next receipt number was issued already', async () => {
    const coach = await desk.newCoach()
    const [id] = (await desk.received(coach, 1)).map(String)
    const last = await portal.run((tx) =>
      tx.query<{ last: number }>(sql`select running_no as last from document_format where type = 'Official Receipt'`),
    )
    const set = (to: number) =>
      sql`update document_format set running_no = ${to} where type = 'Official Receipt'`.execute(portal.handle)
    await set(0)
    const answer = await desk.close(coach, [`${id}`], '100')
    await set(last[0]?.last ?? 0)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This number was issued already. Please check the running number of its format.',
    ])
  })

  test('of a card payment is refused', async () => {
    const coach = await desk.newCoach()
    const { _id } = (
      await clerk.post('/payment', {
        memberId: academy.member,
        package: academy.package,
        coachReceived: coach,
        paymentType: 'Direct',
      })
    ).json()
    const answer = await desk.close(coach, [_id], '100')
    expect([answer.statusCode, answer.json().details[0].message]).toEqual([
      409,
      expect.stringContaining('This is not a cash payment'),
    ])
  })

  test.each([
    [{ day: '2026-11-21' }, 'day', 'A day to come cannot be closed'],
    [{ coach: '01900000-0000-7000-8000-00000000abcd' }, 'coach', 'This Coach does not exist'],
    [{ coach: null }, 'coach', 'Coach is required'],
    [{ day: 'today' }, 'day', 'Day is not a date. Use YYYY-MM-DD, DD-MM-YYYY or YYYY/MM/DD.'],
    [{ payments: [] }, 'payments', 'Please select at least one payment'],
    [{ counted: undefined }, 'counted', 'Counted amount is required'],
    [{ counted: true }, 'counted', 'Counted amount is required'],
    [{ counted: 100.001 }, 'counted', 'Counted must be an amount in RM with at most two decimals'],
    [{ counted: -1 }, 'counted', 'Counted must be an amount in RM with at most two decimals'],
    [{ counted: '100.001' }, 'counted', 'Counted must be an amount in RM with at most two decimals'],
    [{ counted: '-1' }, 'counted', 'Counted must be an amount in RM with at most two decimals'],
    [{ counted: '1e3' }, 'counted', 'Counted must be an amount in RM with at most two decimals'],
    [{ pieces: { '50.00': 1.5 } }, 'pieces.50.00', 'Notes and coins must be a whole number'],
    [{ remark: 'x'.repeat(501) }, 'remark', 'Remark must be at most 500 characters'],
  ])('of %j is a 400 at its field', async (more, path, message) => {
    const coach = academy.coach
    const answer = await desk.close(coach, ['01900000-0000-7000-8000-00000000abcd'], '100', more)
    expect([answer.statusCode, answer.json().details[0]]).toEqual([400, { path, message }])
  })

  test('takes amounts as numbers, by their digits, as other calls do', async () => {
    const coach = await desk.newCoach()
    const ids = await desk.received(coach, 1)
    const closed = await desk.close(coach, ids, '', { counted: 99.5, expected: 100, remark: 'Short' })
    expect([closed.statusCode, closed.json().counted, closed.json().difference]).toEqual([201, '99.50', '-0.50'])
    const corrected = await clerk.post(`/cash-close/${closed.json()._id}/correction`, { counted: 100, remark: 'Found' })
    expect([corrected.statusCode, corrected.json().counted]).toEqual([201, '100.00'])
  })

  test('needs the permission to verify; the list, the sheet and the document need the one to view', async () => {
    const coach = await desk.newCoach()
    const ids = await desk.received(coach, 1)
    const viewer = await portal.as({ verifyPayment: ['view'] })
    expect((await desk.close(coach, ids, '100', {}, viewer)).statusCode).toBe(403)
    const { _id } = (await desk.close(coach, ids, '100')).json()
    for (const path of ['', '/open', `/sheet?day=${today}&coach=${coach}`, `/${_id}`, `/${_id}/pdf`])
      expect([path, (await viewer.get(`/cash-close${path}`)).statusCode]).toEqual([path, 200])
    const stranger = await portal.as({ dashboard: ['view'] })
    expect((await stranger.get('/cash-close')).statusCode).toBe(403)
  })
})

test('the list finds, narrows and orders; the difference counts as a number', async () => {
  const coach = await desk.newCoach('Searched Coach')
  const [a, b, c] = (await desk.received(coach, 3)).map(String)
  for (const [id, counted] of [
    [a, '91'],
    [b, '100'],
    [c, '109'],
  ] as const)
    await desk.close(coach, [`${id}`], counted, counted === '100' ? {} : { remark: `Counted 100%_ ${counted}` })
  const list = async (query: string) => (await clerk.get(`/cash-close?coach=${coach}&${query}`)).json()
  const differences = async (query: string) =>
    (await list(query)).items.map(({ difference }: { difference: string }) => difference)
  expect(await differences('sort=difference')).toEqual(['-9.00', '0.00', '9.00'])
  expect(await differences('')).toEqual(['9.00', '0.00', '-9.00'])
  expect(await differences(`searchText=${encodeURIComponent('100%_ 91')}`)).toEqual(['-9.00'])
  expect(await differences('searchText=searched&limit=1&offset=1')).toEqual(['0.00'])
  expect((await list('limit=1')).total).toBe(3)
  expect((await list('endDate=2026-11-19')).items).toEqual([])
  expect((await clerk.get('/cash-close?startDate=2026-11-20&endDate=2026-11-19')).statusCode).toBe(400)
  expect((await clerk.get('/cash-close/open?startDate=2025-01-01&endDate=2026-11-20')).statusCode).toBe(400)
})
