import type { SessionUser } from '@academy/contract/staff/auth.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { PhoneMarks } from './phone-marks-schema.ts'

afterEach(() => {
  // What began to send listens for as long as its modules are there, which other files of the process would share.
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const user = { _id: 'coach', username: 'coach', userGroup: { permissions: {} } } as unknown as SessionUser

/** A class of the coach that waits to be sent; a later one was submitted later. */
const saved = (session: string, at: number, more: Partial<PhoneMarks> = {}): PhoneMarks => ({
  user: 'coach',
  session: { _id: session, course: 'karate', name: 'Karate', date: '2026-11-20', duration: '18:00', instructors: [] },
  at,
  state: 'saved',
  marks: [{ member: 'mei', name: 'Mei', enrollment: 'e', status: 'P' }],
  key: `key ${session}`,
  taps: [],
  walkIns: [],
  corrections: [],
  newcomers: [],
  message: '',
  differences: [],
  notRecorded: [],
  ...more,
})

interface Call {
  path: string
  body: unknown
}
type Answer = { status: number; body: unknown } | 'no line'

/** A phone that holds these classes, and a portal that answers its calls. */
async function onPhone(held: readonly PhoneMarks[], answer: (call: Call) => Answer) {
  const stored: Record<string, string> = { u: JSON.stringify(user), at: 'a', rt: 'r' }
  for (const marks of held) stored[`marks coach ${marks.session._id}`] = JSON.stringify(marks)
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, text: string) => {
      stored[name] = text
    },
    removeItem: (name: string) => delete stored[name],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(stored, name, { value })
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('addEventListener', () => undefined)
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const call = {
      path: String(address).replace(/^.*\/api\/admin/, ''),
      body: JSON.parse(String(init?.body ?? 'null')),
    }
    calls.push(call)
    const given = answer(call)
    if (given === 'no line') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(given.body), {
      status: given.status,
      headers: { 'content-type': 'application/json' },
    })
  })
  // What waits is tried again after a while, when the phone of this test is gone.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  const { marksOf } = await import('./phone-marks.ts')
  const { sendPending } = await import('./sending.ts')
  const { submitAgain } = await import('./reassign.ts')
  const { setReached } = await import('../../platform/client/reachability.ts')
  const { startSession, endSession } = await import('../../platform/client/session/session.ts')
  startSession({ token: 'a', refreshToken: 'r', user })
  setReached(true)
  return { marksOf, sendPending, submitAgain, endSession, calls }
}

const rollOf = (session: string) => ({
  items: [{ _id: 'row', scheduledClass: session, member: { _id: 'mei', name: 'Mei' }, status: 'P', takeBy: 'coach' }],
  notRecorded: [],
  present: 1,
  absent: 0,
})
const sessionIn = (path: string) => path.split('/').at(-1) ?? ''

test('a class at which the portal fails holds back none of the others, stays, and says what was answered', async () => {
  const phone = await onPhone([saved('early', 1), saved('late', 2)], ({ path }) =>
    sessionIn(path) === 'early'
      ? { status: 500, body: { statusCode: 500, error: 'Error', message: 'Something went wrong' } }
      : { status: 200, body: rollOf('late') },
  )
  await phone.sendPending()
  expect(phone.calls.map(({ path }) => path)).toEqual(['/attendance/take/early', '/attendance/take/late'])
  expect(phone.marksOf('late')).toMatchObject({ state: 'sent' })
  expect(phone.marksOf('early')).toMatchObject({ state: 'saved', key: 'key early', message: 'Something went wrong' })
  phone.endSession()
})

test('without signal the first class alone is tried', async () => {
  const phone = await onPhone([saved('early', 1), saved('late', 2)], () => 'no line')
  await phone.sendPending()
  expect([...new Set(phone.calls.map(({ path }) => path))]).toEqual(['/attendance/take/early'])
  expect(['early', 'late'].map((session) => phone.marksOf(session))).toMatchObject([
    { state: 'saved', message: '' },
    { state: 'saved', message: '' },
  ])
  phone.endSession()
})

test('a correction at which the portal fails holds back no other class', async () => {
  const correction = { row: 'row', member: 'mei', name: 'Mei', status: 'A' as const, at: 0, key: 'correction' }
  const held = [saved('early', 1, { state: 'sent', corrections: [correction] }), saved('late', 2)]
  const phone = await onPhone(held, ({ path }) =>
    path === '/attendance/row' ? { status: 500, body: { message: 'x' } } : { status: 200, body: rollOf('late') },
  )
  await phone.sendPending()
  expect(phone.marksOf('early')?.corrections).toHaveLength(1)
  expect(phone.marksOf('late')).toMatchObject({ state: 'sent' })
  phone.endSession()
})

test('corrections follow marks to a replaced class', async () => {
  const correction = { row: 'jun', member: 'jun', name: 'Jun', status: 'P' as const, at: 0, key: 'correction' }
  const phone = await onPhone([saved('gone', 1, { corrections: [correction] })], ({ path, body }) => {
    if (path === '/attendance/take/gone') return { status: 200, body: rollOf('anew') }
    // A correction that names the class that is gone is refused.
    const { scheduledClass }: Record<string, unknown> = Object(body)
    return scheduledClass === 'anew'
      ? { status: 200, body: { _id: 'jun', status: 'P' } }
      : { status: 409, body: { message: 'x' } }
  })
  await phone.sendPending()
  expect(phone.marksOf('gone')).toBeUndefined()
  expect(phone.marksOf('anew')).toMatchObject({ state: 'sent', session: { _id: 'anew' } })
  // At once or at the next try, as one of the class that is there.
  await phone.sendPending()
  expect(phone.calls.filter(({ path }) => path === '/attendance/jun')).toEqual([
    { path: '/attendance/jun', body: { member: 'jun', scheduledClass: 'anew', status: 'P' } },
  ])
  expect(phone.marksOf('anew')).toMatchObject({ corrections: [], notRecorded: [] })
  phone.endSession()
})

/** What waits beside the marks of a class. */
const beside = {
  walkIns: [
    { member: 'ali', name: 'Ali', payer: 'Ali', creditType: 'normal' as const, creditMinus: 25, walletMember: 'ali' },
  ],
  corrections: [{ row: 'row', member: 'jun', name: 'Jun', status: 'P' as const, at: 0, key: 'correction' }],
  newcomers: [
    { name: 'Kai', phoneNo: '0123456789', creditType: 'normal' as const, creditMinus: 25, payer: null, key: 'kai' },
  ],
  notRecorded: [{ member: 'zoe', name: 'Zoe', reason: 'No', advice: 'Please tell the desk.' }],
}
test.each(['refused', 'other'])(
  'what waits beside refused marks that are submitted to the class %s waits once',
  async (session) => {
    const phone = await onPhone([saved('refused', 1, { state: 'refused', ...beside })], () => 'no line')
    const marks = phone.marksOf('refused')
    if (!marks) throw new Error('The marks are on the phone')
    vi.stubGlobal('document', { addEventListener: () => undefined })
    await phone.submitAgain(marks, { ...marks.session, _id: session })
    expect(phone.marksOf(session)).toMatchObject({ state: 'saved', ...beside })
    await phone.sendPending()
    phone.endSession()
  },
)
