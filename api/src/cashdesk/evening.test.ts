import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cashDesk, today } from '../../test/support/payments/cashdesk.ts'
import { type Close, eveningDesk } from '../../test/support/payments/evening.ts'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import { type Client, testPortal, unknown } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
const desk = cashDesk(portal, clerk, academy)
const { coachWith, close, counts, statesOf, faults } = eveningDesk(portal, clerk, desk)
afterAll(() => portal.close())

const rehearse = (closes: Close[], by: Client = clerk) =>
  by.post('/cash-close/evening/rehearse', { day: today, closes })
const open = async (day = today) => (await clerk.get(`/cash-close/evening?day=${day}`)).json()
const print = async (id: string) => pdfPages((await clerk.get(`/cash-close/evening/${id}/pdf`)).rawPayload)

describe('an evening close', () => {
  test('shows every coach whose cash of the day is open, with the payments', async () => {
    const [one, two] = [await coachWith(2, 'Aini'), await coachWith(1, 'Bala')]
    await clerk.put(`/payment/direct/${one.payments[0]}`, { isPay: true })
    const { items, closed } = await open()
    const mine = items.filter((row: { coach: { _id: string } }) => [one.coach, two.coach].includes(row.coach._id))
    expect(mine).toMatchObject([
      {
        coach: { _id: one.coach, name: 'Aini' },
        items: [{ status: 'Done' }, { status: 'Pending', creditPurchase: 120 }],
      },
      { coach: { _id: two.coach, name: 'Bala' }, items: [{ status: 'Pending', amount: '100.00' }], returned: [] },
    ])
    expect(closed).toEqual([])
    expect(await open('2026-11-19')).toEqual({ day: '2026-11-19', items: [], closed: [] })
  })

  test('closes all coaches in one step; the sums are those of the closes', async () => {
    const [one, two, three] = [await coachWith(2, 'Chong'), await coachWith(1, 'Devi'), await coachWith(1, 'Elyas')]
    const [left] = three.payments
    const closes = [
      { ...two, counted: '90', remark: 'A note was torn', expected: '100.00' },
      { ...one, counted: '200.00', expected: '200.00' },
    ]
    const before = await counts()
    const told = await rehearse(closes)
    expect([told.statusCode, told.json()]).toEqual([
      200,
      {
        expected: '300.00',
        counted: '290.00',
        difference: '-10.00',
        closes: [
          expect.objectContaining({ coach: { _id: one.coach, name: 'Chong' }, payments: 2, verified: 2, credits: 240 }),
          expect.objectContaining({ coach: { _id: two.coach, name: 'Devi' }, difference: '-10.00', verified: 1 }),
        ],
      },
    ])
    expect([await counts(), await statesOf(one.payments)]).toEqual([before, ['Pending', 'Pending']])

    const answer = await close(closes)
    expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()])
    const evening = answer.json()
    const numbers = evening.closes.map(({ number }: { number: string }) => number).toSorted()
    expect(evening).toMatchObject({
      number: `${numbers[0]} to ${numbers[1]}`,
      day: today,
      expected: '300.00',
      counted: '290.00',
      difference: '-10.00',
      closes: [
        {
          coach: { name: 'Chong' },
          expected: '200.00',
          difference: '0.00',
          remark: null,
          evening: { _id: evening._id },
        },
        { coach: { name: 'Devi' }, expected: '100.00', counted: '90.00', remark: 'A note was torn', leftPayments: 0 },
      ],
    })
    expect(await statesOf([...one.payments, ...two.payments, `${left}`])).toEqual(['Done', 'Done', 'Done', 'Pending'])
    expect((await clerk.get(`/cash-close/evening/${evening._id}`)).json()).toEqual(evening)
    expect((await clerk.get(`/cash-close/${evening.closes[0]._id}`)).json()).toMatchObject({
      evening: { _id: evening._id, number: evening.number },
      lines: [{ verifiedHere: true }, { verifiedHere: true }],
    })
    expect((await open()).closed).toContainEqual({ _id: evening._id, number: evening.number })
    const [record] = await portal.rows(
      sql<{
        description: string
      }>`select description from audit_record where doc_type = 'cash-evening' and doc_id = ${evening._id}`,
    )
    expect(record?.description).toBe(
      `Closed the evening of 20-11-2026 as ${evening.number}: 2 coaches, RM 300.00 expected, RM 290.00 counted, RM 10.00 short`,
    )
    expect(await faults()).toEqual([])
  })

  test('of one coach bears the number of its close; a second one of the day takes what came later', async () => {
    const one = await coachWith(1)
    const first = (await close([{ ...one, counted: '100' }])).json()
    expect(first.number).toBe(first.closes[0].number)
    const later = (await desk.received(one.coach, 1)).map(String)
    const second = (await close([{ coach: one.coach, payments: later, counted: '100' }])).json()
    expect(second).toMatchObject({ expected: '100.00', closes: [{ payments: 1 }] })
    expect((await open()).closed.map(({ _id }: { _id: string }) => _id)).toEqual(
      expect.arrayContaining([first._id, second._id]),
    )
  })

  test('takes what was given back off a coach, and refuses less than nothing with the name', async () => {
    const one = await coachWith(2, 'Farah')
    const [back, next] = one.payments
    await desk.close(one.coach, [`${back}`], '100')
    await clerk.put(`/payment/cancel/${back}`, { reason: 'Moved away' })
    const tooMuch = await close([{ coach: one.coach, payments: [], returned: [`${back}`], counted: '0' }])
    expect([tooMuch.statusCode, tooMuch.json().message]).toEqual([
      409,
      'Farah: More is given back than handed over. Leave what is given back for a later close.',
    ])
    const done = await close([{ coach: one.coach, payments: [`${next}`], returned: [`${back}`], counted: '0.00' }])
    expect(done.json()).toMatchObject({ expected: '0.00', closes: [{ payments: 1, returned: 1, difference: '0.00' }] })
    expect((await print(done.json()._id))[0]).toContain('1, 1 given back')
  })

  test('asks for each remark that is missing, at its field, and closes nothing', async () => {
    const [one, two, three] = [await coachWith(1), await coachWith(1), await coachWith(1)]
    const before = await counts()
    for (const send of [close, rehearse]) {
      const answer = await send([
        { ...one, counted: '99.95' },
        { ...two, counted: '100' },
        { ...three, counted: '0', remark: '  ' },
      ])
      expect([answer.statusCode, answer.json().details]).toEqual([
        400,
        [0, 2].map((at) => ({ path: `closes.${at}.remark`, message: 'Remark is required when there is a difference' })),
      ])
    }
    expect([await counts(), await statesOf(two.payments)]).toEqual([before, ['Pending']])
  })

  test('is refused when the clerk saw another sum of a coach', async () => {
    const [one, two] = [await coachWith(1), await coachWith(1, 'Goh')]
    const answer = await close([
      { ...one, counted: '100', expected: '100.00' },
      { ...two, counted: '100', expected: '90.00' },
    ])
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Goh: Expected is RM 100.00 by now, not RM 90.00. Please look again.',
    ])
  })

  test('names every payment of every coach that moved meanwhile, and closes nothing', async () => {
    const [one, two] = [await coachWith(3), await coachWith(2)]
    const [fine, rejected, cancelled] = one.payments
    const [closed, other] = two.payments
    await clerk.put(`/payment/direct/${rejected}`, { isPay: false, isRejected: true })
    await clerk.put(`/payment/direct/${cancelled}`, { isPay: true })
    await clerk.put(`/payment/cancel/${cancelled}`)
    const earlier = (await desk.close(two.coach, [`${closed}`], '100')).json()
    const before = await counts()
    const asked = [
      { ...one, counted: '300' },
      { coach: two.coach, payments: [...two.payments, unknown], counted: '200' },
    ]
    for (const send of [rehearse, close]) {
      const answer = await send(asked)
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toMatch(/^Nothing was closed: 4 of 6 payments cannot be\./)
      expect(
        answer
          .json()
          .details.map(({ path, message }: { path: string; message: string }) => [path, message.replace(/^.*: /, '')]),
      ).toEqual([
        [rejected, 'It is Rejected by now'],
        [cancelled, 'It is Cancelled by now'],
        [closed, `It is in close ${earlier.number} already`],
        [unknown, 'Payment not found'],
      ])
    }
    expect([await counts(), await statesOf([`${fine}`, `${other}`])]).toEqual([before, ['Pending', 'Pending']])
  })

  const somebody = { payments: ['01900000-0000-7000-8000-00000000abcd'], counted: '100' }
  test.each([
    [{ day: '2026-11-21' }, 'day', 'A day to come cannot be closed'],
    [{ day: null }, 'day', 'Day is required'],
    [{ closes: [] }, 'closes', 'Please choose at least one coach'],
    [{ closes: null }, 'closes', 'Please choose at least one coach'],
    [{ closes: 'all' }, 'closes', 'Please choose at least one coach'],
    [{ closes: [{ ...somebody, coach: unknown }] }, 'closes.0.coach', 'This Coach does not exist'],
    [{ closes: [{ ...somebody, coach: null }] }, 'closes.0.coach', 'Coach is required'],
    [
      { closes: [1, 2].map(() => ({ ...somebody, coach: academy.coach })) },
      'closes.1.coach',
      'This Coach is there twice',
    ],
    [
      { closes: [{ coach: academy.coach, payments: [], counted: '0' }] },
      'closes.0.payments',
      'Please select at least one payment',
    ],
    [{ closes: [{ ...somebody, coach: academy.coach, counted: '' }] }, 'closes.0.counted', /Counted/],
    [{ closes: [{ ...somebody, coach: academy.coach, counted: '-1' }] }, 'closes.0.counted', /at most two decimals/],
    [{ closes: [null] }, 'closes.0', /./],
    [
      { closes: Array.from({ length: 51 }, () => ({ ...somebody, coach: crypto.randomUUID() })) },
      'closes',
      'At most 50 coaches in one evening close',
    ],
  ])('of %j is a 400 at its field', async (more, path, message) => {
    const answer = await close([{ ...somebody, coach: academy.coach }], more)
    expect([answer.statusCode, answer.json().details[0]]).toEqual([
      400,
      { path, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ])
  })

  test('needs the permission to verify; looking at it the one to view', async () => {
    const one = await coachWith(1)
    const viewer = await portal.as({ verifyPayment: ['view'] })
    const asked = [{ ...one, counted: '100' }]
    expect((await close(asked, {}, viewer)).statusCode).toBe(403)
    expect((await rehearse(asked, viewer)).statusCode).toBe(403)
    const { _id } = (await close(asked)).json()
    const stranger = await portal.as({ dashboard: ['view'] })
    for (const path of [`?day=${today}`, `/${_id}`, `/${_id}/pdf`]) {
      expect([path, (await viewer.get(`/cash-close/evening${path}`)).statusCode]).toEqual([path, 200])
      expect([path, (await stranger.get(`/cash-close/evening${path}`)).statusCode]).toEqual([path, 403])
    }
    expect((await clerk.get(`/cash-close/evening/${unknown}`)).statusCode).toBe(404)
    expect((await clerk.get(`/cash-close/evening/${unknown}/pdf`)).statusCode).toBe(404)
    expect((await clerk.get('/cash-close/evening?day=2026-11-21')).statusCode).toBe(400)
  })
})

test('its one paper has a line for each coach and stays what it was after a rename and a correction', async () => {
  const [one, two] = [await coachWith(2, 'Hamid'), await coachWith(1, 'Indra')]
  const evening = (
    await close([
      { ...one, counted: '200' },
      { ...two, counted: '60', remark: 'Two notes are still with him' },
    ])
  ).json()
  const before = await print(evening._id)
  for (const words of [
    'EVENING CLOSE',
    'Hamid 2 200.00 200.00 -',
    'Indra 1 100.00 60.00 −40.00',
    'RM 40.00 short',
    'RM 260.00',
    'Counted and closed by',
  ])
    expect(before[0]).toContain(words)
  expect(before[0]).not.toContain('Payer 1')
  const renamed = await clerk.put(`/coach/${two.coach}`, { name: 'Somebody Else', email: 'coach@example.com' })
  expect(renamed.statusCode, renamed.body).toBe(200)
  const wrong = evening.closes[1]
  const correction = await clerk.post(`/cash-close/${wrong._id}/correction`, { counted: '40', remark: 'Brought later' })
  expect(correction.json()).toMatchObject({ corrects: { number: wrong.number }, evening: null })
  expect((await clerk.get(`/cash-close/evening/${evening._id}`)).json()).toMatchObject({
    counted: '260.00',
    closes: [{ correctedBy: null }, { correctedBy: { number: correction.json().number }, coach: { name: 'Indra' } }],
  })
  expect(await print(evening._id)).toEqual(before)
  expect(await faults()).toEqual([])
})

test('the database refuses an evening that its closes do not make, and to change one', async () => {
  const one = await coachWith(1)
  const { _id } = (await close([{ ...one, counted: '100' }])).json()
  const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.handle)
  await expect(run(sql`update cash_evening set counted = 5 where id = ${_id}`)).rejects.toThrow(/never changed/)
  await expect(run(sql`delete from cash_evening where id = ${_id}`)).rejects.toThrow(/never changed/)
  await expect(
    run(sql`insert into cash_evening (id, number, day, closes, expected, counted, closed_by_name, closed_at)
      select gen_random_uuid(), 'CC-X', day, 1, expected, counted, 'x', closed_at from cash_evening where id = ${_id}`),
  ).rejects.toThrow(/evening close CC-X (does not agree with its closes|was not written down)/)
  await expect(
    run(sql`insert into cash_close (id, number, year, running_no, day, coach, coach_name, corrects, expected, counted,
        remark, left_payments, left_amount, closed_by_name, closed_at, evening)
      select gen_random_uuid(), 'CC-Y', year, 99999, day, coach, coach_name, id, 0, 0, 'x', 0, 0, 'x', closed_at, evening
      from cash_close where evening = ${_id}`),
  ).rejects.toThrow(/does not agree with its closes|was not written down/)
})
