import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { expect, test, vi } from 'vitest'
import { classToMark, cover, isOn, Marks, matches, namesakes } from './marking.ts'

test('a coach finds a member by any part of a name, Chinese name or belt', () => {
  const mei = { name: 'Tan Mei Ling', chName: '陈美玲', belt: 'Yellow' }
  expect(['mei', 'TAN', '美玲', ' yell '].every((typed) => matches(mei, typed))).toBe(true)
  expect(matches(mei, 'wong')).toBe(false)
  const masud = { name: "Mas'ud", chName: null, belt: null }
  expect(['mas\u2019ud', "mas'"].every((typed) => matches(masud, typed))).toBe(true)
})

test('namesakes are found whatever the letters’ case', () => {
  const people = ['Mei Ling', 'Ali', 'MEI LING'].map((name, at) => ({ id: `${at}`, name }))
  expect([...namesakes(people)]).toEqual(['0', '2'])
})

test('the wallet says whether it is enough, the last class, or short', () => {
  expect(cover(50, 25)).toBe('enough')
  expect(cover(49, 25)).toBe('last')
  expect(cover(25, 25)).toBe('last')
  expect(cover(24, 25)).toBe('short')
  expect(cover(-10, 0)).toBe('free')
})

const student = (id: string, wallet: string, balance: number | null, credit = 10) => ({
  member: { _id: id },
  walletMember: { _id: wallet, wallet: balance },
  credit,
})

test('children of one wallet see what the others who are present leave of it', () => {
  const marks = new Marks([student('mei', 'aminah', 25), student('jun', 'aminah', 25), student('ali', 'ali', 100)])
  expect(['mei', 'jun', 'ali'].map(marks.coverOf)).toEqual(['enough', 'enough', 'enough'])
  marks.toggle('jun')
  expect(['mei', 'jun', 'ali'].map(marks.coverOf)).toEqual(['last', 'enough', 'enough'])
  marks.toggle('mei')
  // Wallets are debited in list order: Mei first.
  expect(['mei', 'jun'].map(marks.coverOf)).toEqual(['enough', 'last'])
  expect(marks.short()).toBe(0)
})

test('whom the wallet does not cover any more is counted', () => {
  const all = ['one', 'two', 'three'].map((id) => student(id, 'parent', 25))
  const marks = new Marks(all, ['one', 'two', 'three', 'somebody who left'])
  expect([marks.count(), marks.short(), marks.coverOf('three')]).toEqual([3, 1, 'short'])
  marks.set(['one', 'two'], false)
  expect([marks.present(), marks.short(), marks.coverOf('one')]).toEqual([['three'], 0, 'last'])
})

test('a wallet is told as it is when its turn comes, and nothing of one that is not known', () => {
  const family = [student('mei', 'aminah', 25), student('walk-in', 'aminah', 25, 20), student('other', 'other', null)]
  const marks = new Marks(family, ['mei', 'walk-in', 'other'])
  expect(['mei', 'walk-in', 'other'].map(marks.leftFor)).toEqual([25, 15, null])
  expect([marks.coverOf('walk-in'), marks.coverOf('other'), marks.short()]).toEqual(['short', 'free', 1])
})

test('a tap tells the rows of one wallet and nobody else’s, and is told to whoever keeps it', () => {
  const marks = new Marks([student('mei', 'aminah', 25), student('jun', 'aminah', 25), student('ali', 'ali', 100)])
  const listeners = { mei: vi.fn(), jun: vi.fn(), ali: vi.fn() }
  for (const [id, listener] of Object.entries(listeners)) marks.onRow(id, listener)
  marks.onTap = vi.fn()
  marks.toggle('mei')
  expect([listeners.mei, listeners.jun, listeners.ali].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
  marks.set(['mei', 'ali', 'somebody who left'], true)
  expect(marks.onTap).toHaveBeenNthCalledWith(1, ['mei'], true)
  expect(marks.onTap).toHaveBeenNthCalledWith(2, ['ali'], true)
})

test('what another tab keeps is followed, and is no tap of this one', () => {
  const marks = new Marks([student('mei', 'mei', 25), student('jun', 'jun', 25)], ['mei'])
  const row = vi.fn()
  marks.onRow('jun', row)
  marks.onTap = vi.fn()
  marks.sync(['jun', 'somebody who left'])
  expect([marks.present(), row.mock.calls.length]).toEqual([['jun'], 1])
  expect(marks.onTap).not.toHaveBeenCalled()
})

test('a class is on from a quarter of an hour before its start until its end', () => {
  const at = (now: string) => isOn('18:00 - 19:30', now)
  expect(['17:44', '17:45', '18:00', '19:29', '19:30'].map(at)).toEqual([false, true, true, true, false])
  expect(isOn('00:05 - 01:00', '00:00')).toBe(true)
})

const lesson = (id: string, duration: string, coach: string, taken = false): ClassSession => ({
  _id: id,
  date: '2026-11-20',
  year: 2026,
  day: 5,
  duration,
  course: { _id: id, name: id, pictureDIR: null },
  mainInstructor: [{ _id: coach, name: coach }],
  assistantInstructor: [],
  isReplacement: false,
  isAttendanceTaken: taken,
  replacementDate: null,
  remark: null,
  holiday: null,
  warnings: [],
})

test('the coach’s own class comes first, also after its end, until it is marked; nobody else’s is chosen', () => {
  const sessions = [
    lesson('first', '17:00 - 18:00', 'tan'),
    lesson('done', '17:30 - 18:30', 'tan', true),
    lesson('devi’s', '18:00 - 19:00', 'devi'),
    lesson('second', '18:30 - 19:30', 'tan'),
  ]
  const at = (now: string, coach?: string) => classToMark(sessions, now, coach)?._id
  expect(['16:44', '16:45', '17:59', '18:40', '23:59'].map((now) => at(now, 'tan'))).toEqual([
    undefined,
    'first',
    'first',
    'first',
    'first',
  ])
  expect(classToMark(sessions.slice(1), '18:15', 'tan')?._id).toBe('second')
  expect([at('18:40', 'devi'), at('18:40', 'somebody else'), at('18:40')]).toEqual(['devi’s', undefined, undefined])
})
