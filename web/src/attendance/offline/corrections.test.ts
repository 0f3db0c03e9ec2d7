import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const session = {
  _id: 'class',
  date: '2026-11-20',
  course: { _id: 'karate', name: 'Karate', pictureDIR: null },
  duration: '18:00 - 19:00',
  mainInstructor: [],
} as never

const row = (status: 'P' | 'A') => ({ _id: 'row', member: { _id: 'mei', name: 'Mei' }, status }) as never

async function onPhone() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.resetModules()
  return { ...(await import('./corrections.ts')), ...(await import('./phone-marks.ts')) }
}

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a correction is due after ten seconds, and taken back it leaves nothing on the phone', async () => {
  const phone = await onPhone()
  const due = () => phone.dueCorrections(phone.marksOf('class') ?? { corrections: [] }).length
  phone.addCorrection(session, row('A'), 'P')
  expect([due(), phone.marksOf('class')?.corrections.length]).toEqual([0, 1])
  vi.advanceTimersByTime(10_000)
  expect(due()).toBe(1)
  // Back to what the roll says: by a second tap.
  phone.addCorrection(session, row('A'), 'A')
  expect(phone.marksOf('class')).toBeUndefined()
  // Asked before, at the desk: due at once.
  phone.addCorrection(session, row('A'), 'P', true)
  expect(due()).toBe(1)
})

test('one that was taken back while it was on its way is followed by its opposite, and a refusal is named', async () => {
  const phone = await onPhone()
  phone.addCorrection(session, row('A'), 'P', true)
  const [sent] = phone.marksOf('class')?.corrections ?? []
  const place = phone.marksOf('class')?.session
  if (!sent || !place) throw new Error('A correction is on the phone')
  phone.removeCorrection('class', 'row')
  expect(phone.marksOf('class')).toBeUndefined()
  phone.settleCorrection(place, sent)
  const [opposite] = phone.marksOf('class')?.corrections ?? []
  expect(opposite).toMatchObject({ row: 'row', status: 'A' })
  expect(opposite?.key).not.toBe(sent.key)
  if (!opposite) throw new Error('Its opposite follows')
  phone.settleCorrection(place, opposite, 'Attendance not found')
  expect(phone.marksOf('class')).toMatchObject({
    corrections: [],
    notRecorded: [{ name: 'Mei', reason: 'Attendance not found' }],
  })
})
