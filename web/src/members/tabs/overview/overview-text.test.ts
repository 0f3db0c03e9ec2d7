import type { Happening } from '@academy/contract/members/overview.ts'
import { describe, expect, test } from 'vitest'
import { classTime, dayText, happeningText, namesText } from './overview-text.ts'

const nothing: Happening = {
  _id: 'a',
  what: 'class',
  at: '2026-11-20T12:00:00Z',
  moved: null,
  attended: null,
  entry: null,
  payment: null,
}
const person = (name: string, status: 'P' | 'A' = 'P') => ({ _id: name, name, status, outStanding: false })
const attended = {
  course: { _id: 'c', name: 'Wushu' },
  venue: 'Cheras',
  date: '2026-11-20',
  takeBy: 'tan',
  members: [],
}
const entry = { kind: 'purchase', label: 'Starter', note: null, by: 'owner', before: 275, after: 1375 }
const payment = {
  orNo: null,
  orderID: 'ORD-1',
  packageTitle: 'Starter 100',
  amount: '1100.00',
  paymentType: 'Cash' as const,
  received: 'Coach Lim',
  status: 'Pending' as const,
}

describe('what happened, in words', () => {
  test('a class says who was there and who was not', () => {
    const members = [person('Lucas'), person('Sofia'), person('Adam', 'A')]
    expect(happeningText({ ...nothing, attended: { ...attended, members } }, 'Parent')).toEqual({
      title: 'Wushu, Cheras',
      details: 'Lucas and Sofia present, Adam absent, marked by tan',
    })
    const alone = { ...attended, venue: null, members: [person('Lucas', 'A')] }
    expect(happeningText({ ...nothing, attended: alone }, 'Lucas')).toEqual({
      title: 'Wushu',
      details: 'Absent, marked by tan',
    })
  })

  test('a payment says how far it is, and what it did to the wallet', () => {
    const said = (part: Partial<Happening>) => {
      const { title, details } = happeningText({ ...nothing, what: 'payment', ...part }, 'Parent')
      return `${title}: ${details}`
    }
    expect(said({ payment })).toBe('Starter 100 paid in cash: ORD-1 · RM 1,100.00 · received by Coach Lim')
    expect(said({ payment: { ...payment, status: 'Rejected' } })).toMatch(/^Starter 100 rejected:/)
    expect(said({ payment: { ...payment, paymentType: 'Direct', received: null } })).toMatch(
      /^Starter 100 ordered by card: ORD-1 · RM 1,100.00$/,
    )
    const paid = { ...payment, orNo: 'OR-1', status: 'Done' as const, amount: null, received: null }
    expect(said({ payment: paid, entry })).toBe('Starter 100 verified: OR-1 · wallet 275 → 1,375')
    expect(said({ payment: { ...paid, paymentType: 'Direct' }, entry })).toMatch(/^Starter 100 paid by card:/)
    expect(said({ payment: paid, entry: { ...entry, kind: 'purchase-cancelled' } })).toMatch(/^Starter 100 cancelled:/)
  })

  test('what else moved the wallet says why and by whom', () => {
    const said = (part: Partial<typeof entry> & { note?: string | null }) =>
      happeningText({ ...nothing, what: 'credit', entry: { ...entry, ...part } }, 'Parent')
    expect(said({ kind: 'manual-edit' })).toEqual({ title: 'Balance edited by hand', details: 'by owner' })
    expect(said({ kind: 'adjustment', label: 'Credit adjustment CA-1', note: 'Paid twice' } as never)).toEqual({
      title: 'Credit adjustment CA-1',
      details: 'Paid twice · by owner',
    })
    expect(said({ kind: 'expired', label: 'Put back: Expired on 20-12-2026' } as never)).toEqual({
      title: 'Put back: Expired on 20-12-2026',
      details: 'by owner',
    })
  })
})

test('days are those of Malaysia, with their year where it is another', () => {
  expect(dayText('2026-11-20T16:30:00Z', '2026-11-23')).toBe('21-11')
  expect(dayText('2025-12-31T15:59:00Z', '2026-11-23')).toBe('31-12-2025')
  expect(classTime({ date: '2026-11-25', duration: '19:30 - 21:00' })).toBe('Wed 25-11, 19:30')
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => namesText(names.map((name) => ({ name }))))).toEqual([
    '',
    'A',
    'A and B',
    'A, B and C',
  ])
})
