import { afterAll, expect, test } from 'vitest'
import { callBudget } from '../../src/platform/http/budget.ts'
import { holdTable, lockedOut, whenLockedOut } from '../support/platform/hold.ts'
import { type Client, testPortal } from '../support/portal.ts'

const portal = await testPortal({ CALLS_PER_MINUTE: '60' })
afterAll(() => portal.close())

test('one user has so many calls a minute and some saved up, and uses up nobody else’s', () => {
  let now = 0
  const spend = callBudget(600, () => now)
  const spendAll = (user: string, calls: number) => {
    for (let call = 0; call < calls; call++) spend(user)
  }
  spendAll('greedy', 3000)
  expect(() => spend('greedy')).toThrow('Too many calls. Please try again in 1 s.')
  spend('neighbour')
  now += 1000
  spendAll('greedy', 10)
  expect(() => spend('greedy')).toThrow('Too many calls')
})

test('who is out of calls gets 429 with the time to wait, and others go on', async () => {
  const [greedy, neighbour] = [await portal.as(), await portal.as()]
  const answers = []
  for (let call = 0; call < 320; call++) answers.push(await greedy.get('/auth/profile'))
  const refused = answers.at(-1)
  expect(refused?.statusCode).toBe(429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused?.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
  expect((await neighbour.get('/auth/profile')).statusCode).toBe(200)
})

test('one user cannot fill the line of exports: one is made, three wait, the next is refused, and others take their turn', async () => {
  const [greedy, neighbour] = [await portal.as(), await portal.as()]
  const release = await holdTable(portal, 'relationship')
  const ask = (who: typeof greedy, key: string) =>
    who.get('/member/generate/excel', undefined, { 'idempotency-key': key })
  const state = async (who: typeof greedy, key: string) => (await who.get(`/export/${key}`)).json()
  const made = [ask(greedy, 'export-of-the-greedy-1')]
  await expect.poll(() => state(greedy, 'export-of-the-greedy-1')).toMatchObject({ state: 'making' })
  for (const key of ['export-of-the-greedy-2', 'export-of-the-greedy-3', 'export-of-the-greedy-4']) {
    made.push(ask(greedy, key))
    await expect.poll(() => state(greedy, key)).toMatchObject({ state: 'waiting' })
  }
  const refused = await ask(greedy, 'export-of-the-greedy-5')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
  made.push(ask(neighbour, 'export-of-the-neighbour'))
  await expect.poll(() => state(neighbour, 'export-of-the-neighbour')).toMatchObject({ state: 'making', making: 2 })
  await release()
  for (const answer of await Promise.all(made)) expect(answer.statusCode).toBe(200)
})

test('the calls of one user take half the connections at most: sign-in and others do not wait for them', async () => {
  const [greedy, neighbour] = [await portal.as(), await portal.as(undefined, { username: 'neighbour' })]
  const release = await holdTable(portal, 'belt')
  const late = Array.from({ length: 40 }, (_, each) => greedy.post('/belt', { beltColor: `Late ${each}` }))
  await expect.poll(() => lockedOut(portal)).toBeGreaterThan(7)
  expect((await neighbour.get('/sport')).statusCode).toBe(200)
  const signedIn = await portal.anyone.post('/auth/login', { username: 'neighbour', password: 'correct_horse_1' })
  expect(signedIn.statusCode).toBe(200)
  expect(await lockedOut(portal)).toBe(8)
  await release()
  for (const { statusCode } of await Promise.all(late)) expect(statusCode).toBe(201)
})

test('strangers take few connections, with made-up tokens and without, and who is signed in does not wait for them', async () => {
  const clerk = await portal.as({ sport: ['view'] })
  expect((await clerk.get('/sport')).statusCode).toBe(200)
  const release = await holdTable(portal, 'staff_session')
  const statusOf = async (call: ReturnType<Client['get']>) => (await call).statusCode
  const flood = Array.from({ length: 510 }, (_, each) =>
    statusOf(portal.anyone.get('/sport', undefined, { authorization: `Bearer made-up-${each}` })),
  )
  expect(await Promise.all(flood.slice(502))).toEqual(Array(8).fill(429))
  await whenLockedOut(portal, 2)
  const renewals = Array.from({ length: 40 }, (_, each) =>
    statusOf(portal.anyone.post('/auth/refresh', { refreshToken: `made-up-${each}` })),
  )
  await whenLockedOut(portal, 8)
  expect((await portal.anyone.get('/health/ready')).statusCode).toBe(200)
  const call = statusOf(clerk.get('/sport'))
  await whenLockedOut(portal, 9)
  await release()
  expect(await call).toBe(200)
  expect(new Set(await Promise.all([...flood.slice(0, 502), ...renewals]))).toEqual(new Set([401]))
})

/** Looks at a file of one member, as an import does first; answers the status. */
async function lookAtFile(who: Client): Promise<number> {
  const boundary = 'a-boundary'
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: '/api/admin/member/import/excel?dryRun=true',
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="members.csv"\r\ncontent-type: text/csv\r\n\r\nName\nSomebody\n\r\n--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${who.token}` },
  })
  return statusCode
}

test('one user cannot hold the import: a second one waits, a third is refused, and another user imports', async () => {
  const [greedy, neighbour] = [await portal.as(), await portal.as()]
  const release = await holdTable(portal, 'member')
  const three = [lookAtFile(greedy), lookAtFile(greedy), lookAtFile(greedy)]
  expect(await Promise.race(three)).toBe(429)
  const other = lookAtFile(neighbour)
  await release()
  expect((await Promise.all(three)).filter((status) => status === 429)).toHaveLength(1)
  expect(await other).toBeLessThan(429)
})

const disable = (owner: Client, userId: string) => owner.put(`/user/${userId}`, { isDisable: true })
async function takeRights(owner: Client, userId: string) {
  const { userGroup } = (await owner.get(`/user/${userId}`)).json()
  return owner.put(`/user-group/${userGroup._id}`, { permissions: { member: ['View'] } })
}

test.each([
  ['was disabled', disable],
  ['lost the right', takeRights],
] as const)('an import whose turn comes after its user %s does nothing', async (_, change) => {
  const [clerk, owner] = [await portal.as(), await portal.as()]
  const release = await holdTable(portal, 'member')
  const three = [lookAtFile(clerk), lookAtFile(clerk), lookAtFile(clerk)]
  expect(await Promise.race(three)).toBe(429)
  expect((await change(owner, clerk.userId)).statusCode).toBe(200)
  await release()
  expect((await Promise.all(three)).filter((status) => status === 401)).toHaveLength(1)
})

test('a call whose turn comes after its user was disabled does nothing', async () => {
  const [greedy, owner] = [await portal.as(), await portal.as()]
  const release = await holdTable(portal, 'belt')
  const late = Array.from({ length: 9 }, (_, each) => greedy.post('/belt', { beltColor: `Over ${each}` }))
  await whenLockedOut(portal, 8)
  expect((await disable(owner, greedy.userId)).statusCode).toBe(200)
  await release()
  const statuses = (await Promise.all(late)).map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(8).fill(201), 401])
})
