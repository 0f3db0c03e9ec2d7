import { afterAll, expect, test } from 'vitest'
import { openRollDesk, present } from '../../../test/support/courses/roll.ts'

// Today is Friday, 20 November 2026; classes are on Tuesdays. The last 30 days begin on 22 October.
const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const before = ['2026-09-22', '2026-09-29', '2026-10-06', '2026-10-13', '2026-10-20']

const atRisk = async (query = '', by = clerk) => {
  const answer = await by.get(`/report/risk-report?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('who comes half as often, or trains on credit that was not renewed, may stop coming', async () => {
  const { on, parent, children } = await desk.lesson(500, 'Fading', 'Steady')
  const [fading = '', steady = ''] = children
  for (const date of before) await desk.take(on(date), [present(fading), present(steady)])
  await desk.take(on('2026-10-27'), [present(fading), present(steady)])
  await desk.take(on('2026-11-03'), [present(steady)])

  const lessOften = {
    _id: fading,
    reasons: ['attends-less'],
    lastClass: '2026-10-27',
    recent: 1,
    before: 5,
    payer: { _id: parent, name: 'Parent of Fading and Steady' },
    wallet: 500 - 13 * 10,
  }
  expect(await atRisk()).toMatchObject({ total: 1, attendsLess: 1, notRenewed: 0, items: [lessOften] })

  await clerk.put(`/expiration/${parent}`, { expirationDate: '2026-11-19' })
  const expired = { wallet: 370, creditExpired: '2026-11-19' }
  expect(await atRisk()).toMatchObject({
    ...{ total: 2, attendsLess: 1, notRenewed: 2 },
    items: [
      { ...lessOften, ...expired, reasons: ['attends-less', 'not-renewed'] },
      { _id: steady, ...expired, reasons: ['not-renewed'], recent: 2, before: 5 },
    ],
  })
  expect((await atRisk('reason=attends-less')).items.map(({ _id }: { _id: string }) => _id)).toEqual([fading])
  expect((await atRisk('reason=not-renewed')).total).toBe(2)
  expect((await atRisk(`coach=${places.devi}`)).total).toBe(0)

  // What was seen at other centres is not theirs to judge.
  const away = await portal.as({ 'report.attendance': ['view'] }, { centres: [places.ampang] })
  expect((await atRisk('', away)).total).toBe(0)

  // Nobody is asked to come back who has left.
  await clerk.put(`/member/${fading}`, { isDisable: true })
  expect((await atRisk()).items.map(({ _id }: { _id: string }) => _id)).toEqual([steady])

  // One more class, and he comes more than half as often.
  await clerk.put(`/member/${fading}`, { isDisable: false })
  await desk.take(on('2026-11-10'), [present(fading)])
  expect((await atRisk('reason=attends-less')).total).toBe(0)
})

test('what a class brings in is rounded once, and its cost taken off that', async () => {
  await clerk.put('/brand', { creditPrice: '0.95' })
  // 70 credits in four classes bring in RM 16.625 each.
  const path = '/report/break-even-report?startDate=2026-10-13&endDate=2026-11-03'
  const told = async (cost: string) => (await clerk.get(`${path}&cost=${cost}`)).json()
  expect((await told('20')).items).toMatchObject([{ credits: 70, classes: 4, perClass: '16.63', above: '-3.37' }])
  expect(await told('16.63')).toMatchObject({ below: 0, items: [{ above: '0.00' }] })
  await clerk.put('/brand', { creditPrice: null })
})

test('an unknown reason and an amount that is none are refused in words', async () => {
  const reason = await clerk.get('/report/risk-report?reason=bored')
  expect([reason.statusCode, reason.json().details]).toEqual([
    400,
    [{ path: 'reason', message: 'Reason must be one of: attends-less, not-renewed' }],
  ])
  const cost = await clerk.get('/report/break-even-report?cost=1e3')
  expect([cost.statusCode, cost.json().details]).toEqual([
    400,
    [{ path: 'cost', message: 'Cost must be an amount in RM, for example 120 or 120.50' }],
  ])
  const nobody = await portal.as({ course: ['view'] })
  for (const report of ['risk-report', 'credit-owed-report', 'break-even-report'])
    expect((await nobody.get(`/report/${report}`)).statusCode).toBe(403)
})
