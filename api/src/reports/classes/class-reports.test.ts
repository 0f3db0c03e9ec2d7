import { allPermissions } from '@academy/contract/platform/permission.ts'
import { classMonthlySettlementReport } from '@academy/contract/reports/class-monthly-settlement-report.ts'
import { columnsOf } from '@academy/contract/reports/report.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { unknown } from '../../../test/support/portal.ts'
import { inMonth, openMonth } from '../../../test/support/reports/month.ts'

const { portal, month, clerk, get } = await openMonth()
afterAll(() => portal.close())

describe('a class', () => {
  const registered = (path: string, by = clerk) => get(`class/registered-class${path}`, by)

  test('has the members who are enrolled now, by name', async () => {
    const { items, total } = await registered(`/${month.karate}`)
    expect(total).toBe(2)
    expect(items.map(({ member }: { member: { name: string } }) => member.name)).toEqual(['Siti Aminah', 'Tan Jia Hui'])
    expect(items[0]).toMatchObject({
      creditType: 'normal',
      credit: 10,
      tmNo: 'TM-001',
      belt: { beltColor: 'Yellow' },
      coachIncharge: { name: 'Coach Tan' },
      walletMember: { _id: month.siti, wallet: 155 },
      registeredOn: '2026-09-01',
    })
    expect(await registered(`/${month.karate}?searchText=jia`)).toMatchObject({ total: 1 })
    expect((await registered(`/${month.taekwondo}?limit=2&offset=4`)).items).toHaveLength(2)
    expect((await registered(`/${month.taekwondo}?limit=2&offset=4`)).total).toBe(6)
    expect((await clerk.get(`/report/class/registered-class/${unknown}`)).statusCode).toBe(404)
    expect((await clerk.get('/report/class/registered-class/x')).statusCode).toBe(404)
  })

  test('of another centre is not there: neither its rows nor its members nor its sums', async () => {
    const held = await portal.as(allPermissions(), { centres: [month.places.ampang] })
    expect((await held.get(`/report/class/registered-class/${month.taekwondo}`)).statusCode).toBe(404)
    expect(await registered(`/${month.karate}`, held)).toMatchObject({ total: 2 })
    expect(await registered(`?centre=${month.places.cheras}`, held)).toMatchObject({
      items: [],
      total: 0,
      totalRegistered: 0,
      totalMembers: 0,
    })
    expect(await get(`class-monthly-settlement-Report?${inMonth}&centre=${month.places.cheras}`, held)).toMatchObject({
      items: [],
      total: 0,
      totalClasses: 0,
      totalAttendance: 0,
      totalCreditsUsed: 0,
    })
    const nowhere = await portal.as(allPermissions(), { centres: [unknown] })
    expect(await get(`class-monthly-settlement-Report?${inMonth}`, nowhere)).toMatchObject({
      total: 0,
      totalAttendance: 0,
    })
  })

  test('opens the attendance that its sums count', async () => {
    const { ampang: centre } = month.places
    const filters = { centre }
    const settled = await get(`class-monthly-settlement-Report?${inMonth}&centre=${centre}`)
    const totals = columnsOf(classMonthlySettlementReport, settled).filter(({ totalDrillDown }) => totalDrillDown)
    expect(totals.map(({ key }) => key)).toEqual(['totalClasses', 'totalAttendance', 'totalCreditsUsed'])
    for (const { totalDrillDown } of totals) {
      const drillDown = totalDrillDown?.(settled, settled, filters)
      const search = drillDown?.to === 'report' ? `${new URLSearchParams(drillDown.search)}` : ''
      expect(await get(`attendance-report?${search}`)).toMatchObject({
        totalPresent: settled.totalAttendance,
        totalCreditsUsed: settled.totalCreditsUsed,
      })
      // The attendance report has no filter for sport: the drill-down would show more than the sum.
      expect(totalDrillDown?.(settled, settled, { sport: month.places.sport })).toBeNull()
    }
  })

  test('is found by its name, its centre and its sport', async () => {
    expect(await registered('?searchText=KARATE')).toMatchObject({ total: 1, totalRegistered: 2 })
    expect(await registered('?searchText=%25')).toMatchObject({ total: 0 })
    expect(await registered(`?sport=${month.places.sport}`)).toMatchObject({ total: 2 })
    expect(await registered(`?sport=${unknown}`)).toMatchObject({ total: 0 })
  })
})

test('the settlement is of a month or a year where one is named', async () => {
  const settled = (query: string) => get(`class-monthly-settlement-Report?${query}`)
  expect(await settled('month=2&year=2024')).toMatchObject({
    startDate: '2024-02-01',
    endDate: '2024-02-29',
    total: 0,
  })
  expect(await settled('month=12')).toMatchObject({ startDate: '2026-12-01', endDate: '2026-12-31' })
  expect(await settled('year=2026')).toMatchObject({ startDate: '2026-01-01', endDate: '2026-12-31', total: 2 })
  // Two classes lie just before and after October.
  expect(await settled('year=2026')).toMatchObject({ totalAttendance: 16, totalCreditsUsed: 150, totalClasses: 9 })
  for (const query of ['month=0', 'month=13', 'month=x', 'month=1.5', 'year=1', 'year=2026.5', 'month=10&year=20260'])
    expect((await clerk.get(`/report/class-monthly-settlement-Report?${query}`)).statusCode, query).toBe(400)
})
