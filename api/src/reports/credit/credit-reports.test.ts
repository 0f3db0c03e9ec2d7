import { addDays, datesBetween } from '@academy/contract/courses/calendar.ts'
import { creditOwedReport } from '@academy/contract/reports/credit-owed-report.ts'
import { overallFlowReport } from '@academy/contract/reports/overall-flow-report.ts'
import { columnsOf } from '@academy/contract/reports/report.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { unknown } from '../../../test/support/portal.ts'
import { inMonth, openMonth } from '../../../test/support/reports/month.ts'
import { adultWith } from '../../../test/support/wallets.ts'

const { portal, month, clerk, get } = await openMonth()
afterAll(() => portal.close())

const files = ['', '/generate/excel', '/generate/pdf']
const refusal = async (path: string) => (await clerk.get(`/report/${path}`)).json()

describe('a range of days', () => {
  const ranged = ['coach-student-credit-report', 'member/summary-flow', 'class-monthly-settlement-Report']
  const calls = () => [...ranged, 'credit-statement-report'].flatMap((name) => files.map((file) => `${name}${file}`))

  test('ends on or after its first day, and is at most 366 days long', async () => {
    for (const path of calls()) {
      const filters = `${path}?parentId=${month.tan}`
      expect(await refusal(`${filters}&startDate=2026-10-02&endDate=2026-10-01`), path).toMatchObject({
        statusCode: 400,
        message: 'The range must end on or after the day it starts',
        details: [{ path: 'endDate' }],
      })
      const [first, last] = ['2026-01-01', '2027-01-01']
      expect((await clerk.get(`/report/${filters}&startDate=${first}&endDate=${last}`)).statusCode, path).toBe(200)
      expect(await refusal(`${filters}&startDate=${first}&endDate=${addDays(last, 1)}`), path).toMatchObject({
        statusCode: 400,
        message: 'The range must be at most 366 days',
      })
    }
  })

  test('goes 31 days back by default', async () => {
    for (const name of [...ranged, 'credit-statement-report'])
      expect(await get(`${name}?parentId=${month.tan}`)).toMatchObject({
        startDate: '2026-10-20',
        endDate: '2026-11-20',
      })
  })
})

describe('the overall flow', () => {
  const flow = (query: string) => get(`overall-flow-report?${query}`)

  test('is of one day, which is not to come', async () => {
    for (const file of files) {
      expect(await refusal(`overall-flow-report${file}?dateTime=2026-11-21`)).toMatchObject({
        statusCode: 400,
        message: 'The date cannot be in the future',
        details: [{ path: 'dateTime' }],
      })
      for (const query of ['dateTime=2026-02-30', 'dateTime=today', 'flow=sideways', 'member=x'])
        expect((await clerk.get(`/report/overall-flow-report${file}?${query}`)).statusCode, query).toBe(400)
    }
  })

  test('reads the labels of its tabs as the ways of flow', async () => {
    for (const [label, way] of [
      ['Flow In', 'in'],
      ['Flow Out', 'out'],
      ['flow%20out', 'out'],
      ['Flow+In', 'in'],
    ]) {
      expect(await flow(`flow=${label}`), label).toEqual(await flow(`flow=${way}`))
      for (const file of files)
        expect((await clerk.get(`/report/overall-flow-report${file}?flow=${label}`)).statusCode).toBe(200)
    }
  })

  test('of each day is what the ledger moved: in and out both ways, and the next day goes on from it', async () => {
    let before: { totalBalance: number } | undefined
    const sums = { in: 0, out: 0, expired: 0 }
    for (const day of datesBetween('2026-09-01', '2026-11-20')) {
      const both = await flow(`dateTime=${day}&limit=1000`)
      expect(both.totalBroughtForward, day).toBe(before?.totalBalance ?? both.totalBroughtForward)
      expect(both.totalBroughtForward + both.totalFlowIn - both.totalFlowOut, day).toBe(both.totalBalance)
      const stated = await get(`statement-report?startDate=${day}&endDate=${day}&limit=1000`)
      for (const way of ['in', 'out'] as const) {
        const { items, ...totals } = await flow(`dateTime=${day}&flow=${way}&limit=1000`)
        for (const { creditFlow: _, entries: __, ...row } of items)
          expect(stated.items, `${day} ${way}`).toContainEqual(expect.objectContaining(row))
        const credit = items.flatMap(({ creditFlow }: { creditFlow: { credit: number; flow: string }[] }) => creditFlow)
        const sum = credit.reduce((all: number, entry: { credit: number }) => all + entry.credit, 0)
        expect(sum, `${day} ${way}`).toBe(way === 'in' ? totals.totalFlowIn : totals.totalFlowOut)
        expect(credit.every((entry: { flow: string }) => entry.flow === `Flow ${way === 'in' ? 'In' : 'Out'}`)).toBe(
          true,
        )
        expect([totals.totalFlowIn, totals.totalFlowOut]).toEqual([both.totalFlowIn, both.totalFlowOut])
        sums[way] += sum
      }
      sums.expired += both.totalExpired
      const held =
        both.creditAlreadyExpired +
        both.creditExpiredIn90days +
        both.creditExpiredIn120days +
        both.creditExpiredIn150days +
        both.creditExpiredAbove150days +
        both.creditWithoutExpiry -
        both.creditOwed
      expect(held, day).toBe(both.totalBalance)
      before = both
    }
    expect(sums).toEqual({ in: 1020, out: 325, expired: 40 })
    expect(before?.totalBalance).toBe(695)
  })

  test('shows whose credit expires when', async () => {
    // In days from today: -10, 0, 130, 161, 161, 315; what expires today is still good.
    expect(await flow('')).toMatchObject({
      creditAlreadyExpired: 25,
      creditExpiredIn90days: 0,
      creditExpiredIn120days: 0,
      creditExpiredIn150days: 70,
      creditExpiredAbove150days: 600,
      creditWithoutExpiry: 0,
      isListed: true,
    })
    const { items: _, ...all } = await flow('')
    expect(all).not.toHaveProperty('hash')
    const opening = overallFlowReport.figures?.(all).filter(({ drillDown }) => drillDown) ?? []
    expect(opening).toHaveLength(5)
    for (const { label, value, drillDown } of opening) {
      const search = drillDown?.to === 'report' ? `${new URLSearchParams(drillDown.search)}` : ''
      expect(await get(`expiry-report?${search}`), label).toMatchObject({ totalWallet: value })
    }
    expect(await flow(`member=${month.lim}`)).toMatchObject({
      creditExpiredIn150days: 70,
      totalBalance: 70,
      isListed: false,
    })
    const { items: __, ...yesterday } = await flow('dateTime=2026-11-19')
    expect(yesterday).toMatchObject({ isListed: false, isPast: true })
    expect([all, yesterday].map((sums) => overallFlowReport.sentences?.(sums).length)).toEqual([1, 2])
    const expiry = async (days: number) => {
      const answer = await clerk.put(`/expiration/${month.lim}`, { expirationDate: addDays('2026-11-20', days) })
      expect(answer.statusCode, answer.body).toBe(200)
      const { items: _, ...totals } = await flow(`member=${month.lim}`)
      return Object.keys(totals).filter((key) => key.startsWith('credit') && totals[key] === 70)
    }
    for (const [days, bucket] of [
      [-1, 'creditAlreadyExpired'],
      [0, 'creditExpiredIn90days'],
      [90, 'creditExpiredIn90days'],
      [91, 'creditExpiredIn120days'],
      [120, 'creditExpiredIn120days'],
      [121, 'creditExpiredIn150days'],
      [150, 'creditExpiredIn150days'],
      [151, 'creditExpiredAbove150days'],
    ] as const)
      expect(await expiry(days), `${days} days`).toEqual([bucket])
  })

  test('prints with the export of either report', async () => {
    for (const may of ['report.OverallFlow', 'report.Expiry']) {
      const printer = await portal.as({ [may]: ['export'] })
      expect((await printer.get('/report/overall-flow-report/generate/pdf')).statusCode).toBe(200)
      expect((await printer.get('/report/overall-flow-report')).statusCode).toBe(403)
      const excel = await printer.get('/report/overall-flow-report/generate/excel')
      expect(excel.statusCode, may).toBe(may === 'report.OverallFlow' ? 200 : 403)
    }
    const viewer = await portal.as({ 'report.OverallFlow': ['view'] })
    expect((await viewer.get('/report/overall-flow-report/generate/pdf')).statusCode).toBe(403)
  })
})

describe('the statement of a parent', () => {
  test('names the parent, who has a wallet', async () => {
    for (const file of files) {
      expect(await refusal(`credit-statement-report${file}`)).toMatchObject({
        statusCode: 400,
        message: 'Please select a parent.',
        details: [{ path: 'parentId' }],
      })
      expect((await clerk.get(`/report/credit-statement-report${file}?parentId=x`)).statusCode).toBe(400)
      expect((await clerk.get(`/report/credit-statement-report${file}?parentId=${unknown}`)).statusCode).toBe(404)
      expect(await refusal(`credit-statement-report${file}?parentId=${month.jiaHui}`)).toMatchObject({
        statusCode: 400,
        message: 'Tan Jia Hui has no wallet of its own, the parents pay: choose a parent',
      })
    }
  })

  test('has the wallet of a child that became independent, below the parent’s', async () => {
    expect((await clerk.put(`/member/${month.tan}/independent/${month.jiaHui}`)).statusCode).toBe(200)
    const edit = await clerk.put(`/member/${month.jiaHui}`, { wallet: 30, walletWas: 0 })
    expect(edit.statusCode, edit.body).toBe(200)
    const { items, ...totals } = await get(`credit-statement-report?parentId=${month.tan}&startDate=2026-11-01`)
    const rows = items.map((row: Record<string, unknown> & { member: { name: string } }) => [
      row.member.name,
      row.creditBeforeAdjust,
      row.in,
      row.out,
      row.balance,
    ])
    expect(rows).toEqual([
      ['Tan Wei Ming', 215, 120, 0, 335],
      ['Tan Jia Hui', 0, 30, 0, 30],
    ])
    expect(totals).toMatchObject({ total: 2, totalFlowIn: 150, totalBalance: 365 })
    const alone = await get(`credit-statement-report?parentId=${month.jiaHui}&startDate=2026-11-01`)
    expect(alone).toMatchObject({ total: 1, totalBalance: 30 })
    // A parent whose wallet did nothing is listed, too.
    const quiet = await get(`credit-statement-report?parentId=${month.devi}`)
    expect(quiet).toMatchObject({ total: 1, totalBalance: 0, items: [{ balance: 0, creditFlow: [] }] })
    // Until when the credit is good, as on the member's page.
    const expiries = items.map(({ creditExpired }: { creditExpired: string | null }) => creditExpired)
    const { creditExpired } = (await clerk.get(`/expiration/${month.tan}`)).json()
    expect(creditExpired).toMatch(/^2027-/)
    expect(expiries).toEqual([creditExpired, null])
  })
})

test('the students of a coach, of several, and of all who have one', async () => {
  const { tan, devi, aminah } = month.places
  const students = async (query: string) => (await get(`coach-student-credit-report?${inMonth}${query}`)).total
  expect(await students('')).toBe(7)
  expect(await students(`&coachIncharge=${tan}`)).toBe(3)
  expect(await students(`&coachIncharge=${tan},${devi}`)).toBe(7)
  expect(await students(`&coachIncharge=${aminah}`)).toBe(0)
  const summary = await get(`member/summary-flow?${inMonth}&coachIncharge=${tan}`)
  const of = await get(`coach-student-credit-report?${inMonth}&coachIncharge=${tan}`)
  expect(summary).toEqual(of)
})

test('each needs the right to its own report', async () => {
  const calls: Record<string, string> = {
    'report.CreditStatement': `credit-statement-report?parentId=${month.tan}`,
    'report.OverallFlow': 'overall-flow-report?',
    'report.CoachStudentCredit': 'member/summary-flow?',
    'report.ClassMonthlySettlement': 'class/registered-class?',
  }
  for (const [module, path] of Object.entries(calls)) {
    const viewer = await portal.as({ [module]: ['view'] })
    for (const [other, call] of Object.entries(calls))
      expect((await viewer.get(`/report/${call}`)).statusCode, `${call} with ${module}`).toBe(
        other === module ? 200 : 403,
      )
    expect((await viewer.get(`/report/${path.replace('?', '/generate/excel?')}`)).statusCode).toBe(403)
  }
})

test('Credits Owed of a day is what wallets held at its end, as a statement of that day has it', async () => {
  const of = async (day: string) => {
    const owed = await get(`credit-owed-report?asOf=${day}`)
    const { totalBalance } = await get(`overall-flow-report?dateTime=${day}`)
    expect(owed.totalCredits - owed.owingCredits, day).toBe(totalBalance)
    expect(owed).toMatchObject({ asOf: day, isPast: day < '2026-11-20' })
    return owed
  }
  const days = ['2026-01-01', '2026-10-05', '2026-10-20', '2026-10-31', '2026-11-20']
  const sums = []
  for (const day of days) sums.push((await of(day)).totalCredits)
  expect(sums[0]).toBe(0)
  expect(new Set(sums).size).toBeGreaterThan(3)
  expect((await get('credit-owed-report')).totalCredits).toBe(sums.at(-1))
  const { about } = await get('credit-owed-report?asOf=2026-10-31')
  expect(about.join(' ')).toContain('31-10-2026')
  const past = await get('credit-owed-report?asOf=2026-10-31')
  expect(creditOwedReport.sentences?.(past)[0]).toMatch(
    /^What wallets held at the end of 31-10-2026\. When credit expires/,
  )
  // The wallets of a past day are in no list of today's.
  expect(past.items.every(({ from }: { from: string | null }) => from === null)).toBe(true)
  expect(await refusal('credit-owed-report?asOf=2026-11-21')).toMatchObject({
    statusCode: 400,
    message: 'The date cannot be in the future',
  })
})

test('a figure of credit by its expiry opens the wallets that it counts, and no others', async () => {
  // Long expired, far away, and two wallets without credit beside them.
  for (const [credit, expiry] of [
    [5, '2024-01-31'],
    [7, '2031-01-31'],
    [0, '2024-01-31'],
    [0, '2031-01-31'],
  ] as const)
    await adultWith(portal, credit, expiry)
  const { items: _, ...all } = await get('overall-flow-report')
  const figures = overallFlowReport.figures?.(all) ?? []
  const { items } = await get('credit-owed-report')
  const of = columnsOf(creditOwedReport, undefined).find(({ key }) => key === 'credits')
  const months = items.map((row: z.output<typeof creditOwedReport.row>) => ({
    label: row._id,
    value: row.credits,
    drillDown: of?.drillDown?.(row, undefined, {}),
  }))
  let opened = 0
  for (const { label, value, drillDown } of [...figures, ...months]) {
    if (!drillDown) continue
    const answer = await get(`expiry-report?limit=100&${new URLSearchParams(drillDown.search)}`)
    expect(answer, label).toMatchObject({ totalWallet: value, about: expect.arrayContaining(['Wallets: With credit']) })
    expect(
      answer.items.every(({ wallet }: { wallet: number }) => wallet > 0),
      label,
    ).toBe(true)
    opened++
  }
  expect(opened).toBe(5 + items.filter(({ from }: { from: string | null }) => from).length)
  expect(await get('expiry-report?startDate=2024-01-31&endDate=2024-01-31')).toMatchObject({ total: 2 })
  expect((await clerk.get('/report/expiry-report?startDate=2024-01-01&endDate=2026-01-01')).statusCode).toBe(400)
})
