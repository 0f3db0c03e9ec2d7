import { afterEach, expect, test, vi } from 'vitest'

/** A browser storage with room for so many characters. */
function storageOf(room: number): Storage {
  const stored: Record<string, string> = {}
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    removeItem: (name: string) => delete stored[name],
    setItem(name: string, text: string) {
      const others = Object.entries(stored).filter(([one]) => one !== name)
      const used = others.reduce((sum, [, one]) => sum + one.length, 0)
      if (used + text.length > room) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      stored[name] = text
    },
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(stored, name, { value })
  return stored as unknown as Storage
}

const session = {
  _id: 'class',
  date: '2026-11-20',
  course: { _id: 'karate', name: 'Karate', pictureDIR: null },
  duration: '18:00 - 19:00',
  mainInstructor: [],
} as never

async function onPhone(room: number) {
  const storage = storageOf(room)
  const leaving: ((event: { preventDefault: () => void }) => void)[] = []
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'beforeunload') leaving.push(listener)
  })
  vi.resetModules()
  const marks = await import('./phone-marks.ts')
  const isLeaveBlocked = () => {
    const preventDefault = vi.fn()
    for (const listener of leaving) listener({ preventDefault })
    return preventDefault.mock.calls.length > 0
  }
  return { ...marks, storage, isHeld: isLeaveBlocked }
}

afterEach(() => vi.unstubAllGlobals())

const tap = (member: string) => ({ member, name: member, status: 'P' as const })

test('on a full phone a tap is told not to be kept, stands all the same, and the page is not left silently', async () => {
  const {
    addTaps: keepTaps,
    marksOf,
    allMarks,
    removeMarks: dropMarks,
    saveMarks: putMarks,
    isHeld,
  } = await onPhone(50)
  expect(keepTaps(session, [tap('mei')])).toBe(false)
  expect(keepTaps(session, [tap('jun')])).toBe(false)
  expect(marksOf('class')?.taps).toEqual([tap('mei'), tap('jun')])
  expect(isHeld()).toBe(true)
  // Submitted marks are sent from memory.
  const [marks] = allMarks()
  expect(marks && putMarks({ ...marks, state: 'saved' })).toBe(false)
  expect(allMarks().map(({ state }) => state)).toEqual(['saved'])
  if (marks) dropMarks(marks)
  expect([allMarks(), marksOf('class'), isHeld()]).toEqual([[], undefined, false])
})

test('marks take the place of what was only read, and are kept as soon as there is room', async () => {
  const { addTaps: keepTaps, marksOf, storage, isHeld } = await onPhone(700)
  storage.setItem('kept /class', 'x'.repeat(500))
  expect(keepTaps(session, [tap('mei')])).toBe(true)
  expect(storage.getItem('kept /class')).toBeNull()
  storage.setItem('other', 'x'.repeat(350))
  expect([keepTaps(session, [tap('jun'.repeat(40))]), isHeld()]).toEqual([false, true])
  storage.removeItem('other')
  expect([keepTaps(session, [tap('ali')]), isHeld()]).toEqual([true, false])
  expect(marksOf('class')?.taps.length).toBe(3)
})

test('whatever else is written on a full device stops nobody', async () => {
  await onPhone(0)
  const { setBusinessDay, today } = await import('../../platform/client/today.ts')
  const { rememberMarker: noteMarker } = await import('./storage-keys.ts')
  expect(() => setBusinessDay('2026-11-20')).not.toThrow()
  expect(() => noteMarker({ _id: 'coach', username: 'coach' }, 'coach')).not.toThrow()
  expect(today()).toMatch(/^\d{4}-\d\d-\d\d$/)
})
