import type { MonthEndState } from '@academy/contract/monthend/month-end.ts'
import { allPermissions } from '@academy/contract/platform/permission.ts'
import { coachSettlementReport } from '@academy/contract/reports/coach-settlement-report.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterForgery } from '../../test/support/books/forgery.ts'
import { absent, openRollDesk, present } from '../../test/support/courses/roll.ts'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import { type Client, unknown } from '../../test/support/portal.ts'
import { ledgerOf } from '../../test/support/students.ts'
import { unzip } from '../platform/sheets/index.ts'

// Today is Friday, 20 November 2026; classes are on Tuesdays, 10 credits each, with Coach Tan at RM 8.00 a head.
const { portal, clerk, places, desk } = await openRollDesk()
let owner = clerk
afterAll(() => portal.close())

let lesson: Awaited<ReturnType<typeof desk.lesson>>
let [ahKow, beeLian] = ['', '']
const sixth = '2026-10-06'

beforeAll(async () => {
  lesson = await desk.lesson(45, 'Ah Kow', 'Bee Lian')
  ;[ahKow = '', beeLian = ''] = lesson.children
  await created('/coach-rate', {
    ...{ coach: places.tan, course: lesson.course, role: 'main', kind: 'head', amount: '8', since: '2026-01-01' },
  })
})

async function created(path: string, body: object, by: Client = owner) {
  const answer = await by.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
async function read(path: string, by: Client = owner) {
  const answer = await by.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const stateOf = (month = '2026-10'): Promise<MonthEndState> => read(`/month-end?month=${month}`)
const countOf = async (key: string, month?: string) =>
  (await stateOf(month)).points.find((point) => point.key === key)?.count
const close = (month: string, remark: string | null = 'Classes were not held', by: Client = owner) =>
  by.post('/month-end', { month, remark })
const coachMonth = (month: string) => read(`/report/coach-settlement/${places.tan}?month=${month}`)
const tan = { coach: { _id: places.tan, name: 'Coach Tan' } }
const settlement = (month: string) => read(`/report/coach-settlement?month=${month}`)
async function statement(month: string): Promise<Buffer> {
  const answer = await owner.get(`/report/coach-settlement/${places.tan}/statement?month=${month}`)
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return answer.rawPayload
}
const packOf = async (month: string) => {
  const { closed } = await stateOf(month)
  const answer = await owner.get(`/month-end/${closed?._id}/pack`)
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}
const filesIn = (pack: Buffer) =>
  new Map(unzip(pack, { entries: 100, inflated: 50_000_000 }).map(({ name, content }) => [name, content]))
const recordOf = async (member: string) => {
  const roll = await read(`/attendance?scheduledClass=${lesson.on(sixth)}&isMarkAttendance=true&limit=0`)
  return roll.items.find((row: { member: { _id: string } }) => row.member._id === member)
}
const faults = () => afterForgery(portal)

test('the list counts what is open of the month and before it, and ticks what is done', async () => {
  expect(await stateOf()).toMatchObject({
    ...{ month: '2026-10', startDate: '2026-10-01', endDate: '2026-10-31', latest: null, refused: null, closed: null },
    ...{ corrections: [], entries: { items: [], total: 0 }, forbidden: null },
  })
  expect(await countOf('classes')).toBe(4)
  await desk.take(lesson.on(sixth), [present(ahKow), present(beeLian)])
  expect(await countOf('classes')).toBe(3)
  // A disabled course has no classes due, wherever they are counted.
  const due = async () => [
    await countOf('classes'),
    (await read('/class?unmarked=true&year=2026&month=10')).total,
    (await settlement('2026-10')).items.map(({ unmarked }: { unmarked: number }) => unmarked),
  ]
  expect(await due()).toEqual([3, 3, [3, 3]])
  await owner.put(`/course/${lesson.course}`, { isDisable: true })
  expect(await due()).toEqual([0, 0, [0, 0]])
  await owner.put(`/course/${lesson.course}`, { isDisable: false })

  expect(await countOf('adjustments')).toBe(0)
  const draft = { member: lesson.parent, reason: 'A gift', adjustCredit: 5, approvedBy: null }
  const { _id } = await created('/credit-adjust', { date: '2026-10-31', ...draft })
  const later = await created('/credit-adjust', { date: '2026-11-01', ...draft })
  expect(await countOf('adjustments')).toBe(1)
  await owner.delete(`/credit-adjust/${_id}`)
  await owner.delete(`/credit-adjust/${later._id}`)
  expect(await countOf('adjustments')).toBe(0)

  // 45 credits pay four marks of 10: the fifth is an open case.
  await desk.take(lesson.on('2026-10-13'), [present(ahKow), present(beeLian)])
  await desk.take(lesson.on('2026-10-20'), [present(ahKow), absent(beeLian)])
  expect(await countOf('cases')).toBe(1)
  expect((await read('/attendance?outstanding=true&startDate=1000-01-01&endDate=2026-10-31')).total).toBe(1)
  expect(await countOf('cases', '2026-09')).toBe(0)
  // The assistant of three classes has no rate.
  expect(await countOf('rates')).toBe(3)
  expect(await countOf('books')).toBe(1)
})

test('the month to be closed is told when none is named', async () => {
  expect(await read('/month-end')).toMatchObject({ month: '2026-10' })
})

test('a month is closed only once it is over, and with a reason for what is left open', async () => {
  const running = await close('2026-11')
  expect(running.statusCode).toBe(409)
  expect(running.json().message).toBe('November 2026 is not over')
  expect((await stateOf('2026-11')).refused).toBe('November 2026 is not over')
  const silent = await close('2026-10', null)
  expect(silent.statusCode).toBe(400)
  expect(silent.json().details).toEqual([
    { path: 'remark', message: 'Please say why the month is closed with something open' },
  ])
  expect((await close('2026-13')).statusCode).toBe(400)
  expect((await stateOf()).closed).toBeNull()
})

test('it is closed by whoever may export all of it, of all centres', async () => {
  const view = { 'report.collection': ['view'] }
  const reader = await portal.as(view)
  expect((await reader.get('/month-end')).statusCode).toBe(200)
  expect((await close('2026-10', 'x', reader)).statusCode).toBe(403)
  const auditor = await portal.as({ ...view, audit_trail: ['view'], coach: ['edit'] })
  expect((await read('/month-end', auditor)).forbidden).toBe('You do not have the permission Collection Report: Export')
  expect((await close('2026-10', 'x', auditor)).json().message).toBe(
    'You do not have the permission Collection Report: Export',
  )
  const { coach: _, ...others } = allPermissions()
  const unpaid = await portal.as(others)
  expect((await close('2026-10', 'x', unpaid)).json().message).toBe('You do not have the permission Coach: Edit')
  const some = await portal.as(undefined, { centres: [places.cheras] })
  for (const answer of [await some.get('/month-end'), await close('2026-10', 'x', some)]) {
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toBe(
      'A month is closed for the whole academy, by somebody who is in charge of all centres',
    )
  }
  expect((await stateOf()).closed).toBeNull()
})

test('of two who close it at once one does; it keeps its reports, statements and what was left open', async () => {
  const answers = await Promise.all([close('2026-10'), close('2026-10')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const { closed, points, refused, latest } = await stateOf()
  expect({ refused, latest }).toEqual({ refused: 'October 2026 is closed already', latest: '2026-10' })
  expect(closed).toMatchObject({ at: '2026-11-20T04:00:00.000Z', remark: 'Classes were not held', receipts: 0 })
  expect(points.filter(({ count }) => count > 0)).toEqual([
    { key: 'classes', count: 1 },
    { key: 'cases', count: 1 },
    { key: 'rates', count: 3 },
    { key: 'books', count: 1 },
  ])
  const names = closed?.files.map(({ name }) => name) ?? []
  for (const report of ['Collection_Report', 'Statement_Report', 'Coach_Settlement', 'Class_Break_Even'])
    for (const kind of ['pdf', 'xlsx']) expect(names).toContain(`reports/${report}.${kind}`)
  expect(names).toContain('settlement/Coach_Settlement_Coach_Tan_2026-10.pdf')
  const titleOf = (name: string) => closed?.files.find((file) => file.name === name)?.title
  expect(titleOf('settlement/Coach_Settlement_Coach_Tan_2026-10.pdf')).toBe('Coach Settlement, Coach Tan')
  expect(titleOf('reports/Class_Break_Even.xlsx')).toBe('Class Break-Even')
  expect(titleOf('README.txt')).toBe('README.txt')
  const files = filesIn(await packOf('2026-10'))
  expect([...files.keys()].toSorted()).toEqual([...names, 'SHA256SUMS'].toSorted())
  expect(files.get('README.txt')?.toString()).toContain('Classes not marked: 1\n')
  expect(await faults()).toEqual([])
})

test('a file is downloaded as what it is', async () => {
  const { closed } = await stateOf()
  const fileOf = (name: string) => closed?.files.find((file) => file.name === name)?._id
  const pdf = await owner.get(`/month-end/file/${fileOf('reports/Coach_Settlement.pdf')}/pdf`)
  expect(pdf.headers['content-disposition']).toContain('Coach_Settlement.pdf')
  // The filters stand above the rows of a PDF alone, and below those of a workbook.
  expect((await pdfPages(pdf.rawPayload)).join(' ').split('Month: October 2026')).toHaveLength(2)
  const sheet = await owner.get(`/month-end/file/${fileOf('reports/Coach_Settlement.xlsx')}/excel`)
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  for (const path of [
    `${fileOf('README.txt')}/pdf`,
    `${fileOf('reports/Coach_Settlement.pdf')}/excel`,
    `${unknown}/pdf`,
  ])
    expect((await owner.get(`/month-end/file/${path}`)).statusCode, path).toBe(404)
  const auditor = await portal.as({ audit_trail: ['view'], coach: ['edit'] })
  for (const path of [`file/${fileOf('reports/Coach_Settlement.pdf')}/pdf`, `${closed?._id}/pack`])
    expect((await auditor.get(`/month-end/${path}`)).statusCode, path).toBe(403)
  expect((await owner.get(`/month-end/${unknown}/pack`)).statusCode).toBe(404)
})

test('what is put right later is of the open month and names the closed one; the closed one prints as it was', async () => {
  const [pack, signed] = [await packOf('2026-10'), await statement('2026-10')]
  expect(await coachMonth('2026-10')).toMatchObject({ amount: '40.00', statementAmount: '40.00', corrections: [] })

  const { _id } = await recordOf(beeLian)
  expect((await owner.delete(`/attendance/${_id}`)).statusCode).toBe(200)
  const ledger = await read(`/member/${lesson.parent}/wallet?limit=1`)
  expect(ledger.items[0]).toMatchObject({ credit: 10, note: 'Corrects October 2026, which is closed' })

  const entry = {
    ...{ kind: 'attendance-reversed', credit: 10, note: 'Corrects October 2026, which is closed' },
    member: { _id: lesson.parent },
  }
  expect((await stateOf()).entries).toMatchObject({ total: 1, items: [entry] })
  const correction = { month: '2026-10', classes: 0, heads: -1, credits: -10, amount: '-8.00' }
  expect(await stateOf('2026-11')).toMatchObject({
    entries: { total: 1, items: [entry] },
    corrections: [{ ...tan, ...correction }],
  })
  expect(await coachMonth('2026-11')).toMatchObject({ amount: '0.00', toPay: '-8.00', corrections: [correction] })
  const paid = { amount: '0.00', corrections: '-8.00', toPay: '-8.00' }
  expect(await settlement('2026-11')).toMatchObject(paid)
  expect((await settlement('2026-11')).items).toContainEqual(expect.objectContaining({ ...tan, ...paid }))
  const closed = await settlement('2026-10')
  expect(closed).toMatchObject({ amount: '32.00', corrections: '0.00', toPay: '32.00', isClosed: true })
  expect(coachSettlementReport.sentences?.(closed)).toContain(
    'This month is closed: coaches were paid what their statements say. What has changed within a year of it is paid with a later month.',
  )
  expect((await settlement('2026-11')).isClosed).toBe(false)
  expect(await coachMonth('2026-10')).toMatchObject({
    amount: '32.00',
    statementAmount: '40.00',
    toPay: '32.00',
    corrections: [],
  })

  expect(await packOf('2026-10')).toEqual(pack)
  expect(await statement('2026-10')).toEqual(signed)
  expect((await pdfPages(await statement('2026-11'))).join(' ')).toContain('Corrects October 2026')
})

test('a debt of a closed month that is paid later is paid to the coach later', async () => {
  await created('/coach-rate', {
    ...{
      coach: places.devi,
      course: lesson.course,
      role: 'assistant',
      kind: 'share',
      amount: '50',
      since: '2026-01-01',
    },
  })
  // The rate itself came late: half of four debits of 10 credits at RM 1.00 is RM 20.00, less what was deleted.
  const before = (await stateOf('2026-11')).corrections.find(({ coach }) => coach._id === places.devi)
  expect(before).toMatchObject({ month: '2026-10', amount: '15.00', credits: -10 })
  // Ten credits came back with the deletion: the open case of 20 October can be closed.
  const cleared = await owner.put(`/attendance/clearOutstanding/wallet/${lesson.parent}`, { outStanding: false })
  expect(cleared.statusCode, cleared.body).toBe(200)
  const after = (await stateOf('2026-11')).corrections.find(({ coach }) => coach._id === places.devi)
  expect(after).toMatchObject({ month: '2026-10', amount: '20.00', credits: 0 })
  const { credits, labels } = await ledgerOf(owner, lesson.parent)
  expect(credits.at(-1)).toBe(-10)
  expect(labels.at(-1)).toContain('20-10-2026')
})

test('another price of a credit corrects no closed month', async () => {
  const before = (await stateOf('2026-11')).corrections
  await owner.put('/brand', { creditPrice: '2.00' })
  expect((await stateOf('2026-11')).corrections).toEqual(before)
  expect((await coachMonth('2026-10')).creditPrice).toBe('1.00')
  expect((await coachMonth('2026-11')).creditPrice).toBe('2.00')
  await owner.put('/brand', { creditPrice: null })
})

test('a document of one’s own date is dated in an open month', async () => {
  const draft = { member: lesson.parent, reason: 'Late', adjustCredit: 5, approvedBy: null }
  for (const date of ['2026-10-31', '2026-01-01']) {
    const answer = await owner.post('/credit-adjust', { date, ...draft })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details[0]).toMatchObject({
      path: 'date',
      message: expect.stringMatching(/ is closed\. Date this/),
    })
  }
  const { _id } = await created('/credit-adjust', { date: '2026-11-01', ...draft })
  expect((await owner.put(`/credit-adjust/${_id}`, { date: '2026-10-31' })).statusCode).toBe(400)
  await owner.delete(`/credit-adjust/${_id}`)
})

test('months are closed in turn; what was carried into one is not carried again', async () => {
  portal.clock.set('2027-01-05T04:00:00Z')
  owner = await portal.as()
  expect((await close('2026-12')).json().message).toBe('Close November 2026 first')
  const carried = (await stateOf('2026-11')).corrections
  expect(carried).toHaveLength(2)
  expect((await close('2026-11')).statusCode).toBe(201)
  expect((await stateOf('2026-11')).corrections).toEqual(carried)
  expect(await coachMonth('2026-11')).toMatchObject({ toPay: '-8.00', statementAmount: '-8.00' })
  expect((await settlement('2026-11')).items).toContainEqual(expect.objectContaining({ ...tan, toPay: '-8.00' }))
  expect(await stateOf('2026-12')).toMatchObject({ refused: null, corrections: [], entries: { total: 0 } })
  // What was corrected is corrected again: the difference is to all that was told so far.
  const taken = await owner.post(`/attendance/take/${lesson.on(sixth)}`, [present(beeLian)])
  expect(taken.statusCode, taken.body).toBe(200)
  const again = (await stateOf('2026-12')).corrections.filter(({ coach }) => coach._id === places.tan)
  expect(again).toMatchObject([{ month: '2026-10', heads: 1, amount: '8.00' }])
  expect(await faults()).toEqual([])
})

test('whatever is put right while a month is closed, all that coaches were told adds up to what there is', async () => {
  const { _id } = await recordOf(beeLian)
  const [closed, deleted] = await Promise.all([close('2026-12'), owner.delete(`/attendance/${_id}`)])
  expect([closed.statusCode, deleted.statusCode]).toEqual([201, 200])
  const carried = await Promise.all(['2026-11', '2026-12', '2027-01'].map(coachMonth))
  const told = carried.flatMap(({ corrections }) => corrections).map(({ amount }) => Number(amount))
  const october = await coachMonth('2026-10')
  expect(told.reduce((sum, amount) => sum + amount, Number(october.statementAmount))).toBe(Number(october.amount))
  expect(october.amount).toBe('32.00')
})

test('a coach who taught nothing in the month is in its list for the correction alone', async () => {
  const rate = { coach: places.tan, course: lesson.course, role: 'main', kind: 'class', amount: '500' }
  const { _id } = await created('/coach-rate', { ...rate, since: '2026-10-01' })
  const { items, total, toPay, amount } = await settlement('2027-01')
  expect([total, amount]).toEqual([items.length, '0.00'])
  expect(items.find((row: { coach: { _id: string } }) => row.coach._id === places.tan)).toMatchObject({
    ...{ classes: 0, unmarked: 0, lines: [] },
  })
  const sum = items.reduce((all: number, row: { toPay: string }) => all + Number(row.toPay), 0)
  expect(Number(toPay)).toBe(sum)
  expect(sum).toBeGreaterThan(500)
  const { centre } = await read(`/course/${lesson.course}`)
  expect(await read(`/report/coach-settlement?month=2027-01&centre=${centre._id}`)).toMatchObject({
    total: 0,
    toPay: '0.00',
  })
  expect((await owner.delete(`/coach-rate/${_id}`)).statusCode).toBe(200)
})

test('nobody changes what was kept, and the proof of the books finds it where somebody did', async () => {
  for (const statement of [
    `update month_close set remark = 'x'`,
    'delete from month_file',
    `update month_settlement set amount = 0`,
    `insert into month_close select gen_random_uuid(), '2027-03-01', 100, '{}', null, null, 'x', '2027-05-01'`,
  ])
    await expect(sql.raw(statement).execute(portal.handle), statement).rejects.toThrow()
  const name = 'files and figures of closed months are as they were kept'
  const cases = [
    [`update month_settlement set amount = amount + 1`, 'its files or figures were changed since'],
    [`delete from month_file where name = 'README.txt'`, 'its files or figures were changed since'],
    [`update month_close set remark = 'Nothing'`, 'its files or figures were changed since'],
    [
      `alter table month_file drop constraint month_file_check; update month_file set bytes = 'x' where name = 'README.txt'`,
      'its file README.txt was changed since',
    ],
    [`delete from audit_record where doc_type = 'month-end'`, 'the trail does not know that it was closed'],
  ] as const
  for (const [forgery, problem] of cases)
    expect(await afterForgery(portal, ...forgery.split('; ')), forgery).toContainEqual({
      name,
      row: 'month 2026-10',
      problem,
    })
  expect(
    await afterForgery(
      portal,
      `delete from month_settlement where close = (select id from month_close where month = '2026-11-01')`,
      `delete from month_file where close = (select id from month_close where month = '2026-11-01')`,
      `delete from month_close where month = '2026-11-01'`,
    ),
  ).toContainEqual({
    name: 'months were closed one after the other',
    row: 'month 2026-12',
    problem: 'the one closed before it is 2026-10',
  })
})
