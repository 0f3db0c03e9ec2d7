import { afterAll, expect, test } from 'vitest'
import { openRollDesk, present } from '../../test/support/courses/roll.ts'
import { trailOf } from '../../test/support/lists.ts'
import { testPortal } from '../../test/support/portal.ts'
import { enrol, family } from '../../test/support/students.ts'

const { portal, clerk, desk } = await openRollDesk()
const told = await testPortal({ LOW_BALANCE: '20' })
afterAll(async () => {
  await told.close()
  await portal.close()
})

const config = async () => (await portal.anyone.get('/config')).json()
const low = async () => {
  const { lowBalance } = (await clerk.get('/dashboard/overview')).json()
  return lowBalance.items.map(({ name }: { name: string }) => name)
}

test('the threshold of a low balance holds at once on the dashboard, for reminders and on the screens', async () => {
  const { course, on } = await desk.classes()
  const { parent, children } = await family(portal, 130, 'Rich')
  const [child = ''] = children
  await enrol(clerk, child, course)
  await desk.take(on('2026-11-17'), [present(child)])
  const reminded = async () =>
    (await clerk.get('/reminder?kind=low')).json().items.map(({ _id }: { _id: string }) => _id)
  const facts = async () =>
    (await clerk.get(`/member/${parent}/message`)).json().items.map(({ kind }: { kind: string }) => kind)
  expect([await low(), await reminded(), await facts()]).toEqual([[], [], ['balance']])
  expect(await config()).toMatchObject({ lowBalance: 50 })
  expect((await clerk.get('/brand')).json()).toMatchObject({ lowBalance: null, now: { lowBalance: 50 } })

  const saved = await clerk.put('/brand', { lowBalance: 120 })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json()).toMatchObject({ lowBalance: 120, now: { lowBalance: 120 } })
  expect([await low(), await reminded(), await facts()]).toEqual([['Parent of Rich'], [parent], ['low', 'balance']])
  expect(await config()).toMatchObject({ lowBalance: 120 })
  expect((await trailOf(portal, 'brand')).at(-1)).toMatchObject({
    changeTo: [{ field: 'lowBalance', item: '120', type: 'added' }],
  })

  // None below nothing; and back to what stands without it.
  expect((await clerk.put('/brand', { lowBalance: 0 })).json().now.lowBalance).toBe(0)
  expect(await low()).toEqual([])
  expect((await clerk.put('/brand', { lowBalance: null })).json()).toMatchObject({
    lowBalance: null,
    now: { lowBalance: 50 },
  })
})

test.each([
  ['-1', 'Value must be positive'],
  ['10000', 'Low balance must be at most 9999'],
  ['2.5', 'Low balance must be a whole number'],
  ['many', 'Low balance must be a whole number'],
])('%s credits are refused at the field', async (lowBalance, message) => {
  const refused = await clerk.put('/brand', { lowBalance })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().details).toEqual([{ path: 'lowBalance', message }])
})

test('what LOW_BALANCE says comes first', async () => {
  const owner = await told.as()
  expect((await owner.get('/brand')).json()).toMatchObject({
    now: { lowBalance: 20 },
    fixed: { lowBalance: 'LOW_BALANCE' },
  })
  expect((await told.anyone.get('/config')).json().lowBalance).toBe(20)
  const refused = await owner.put('/brand', { lowBalance: 30 })
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Low Balance (credits) is said by LOW_BALANCE in the portal’s environment and cannot be changed here',
  ])
})
