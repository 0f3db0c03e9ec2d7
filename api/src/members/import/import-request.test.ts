import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../../../test/support/families.ts'
import { memberImport, type Row } from '../../../test/support/members/import.ts'
import { formOf, importFile, sheetBy } from '../../../test/support/members/sheets.ts'
import { holdTable, whenLockedOut } from '../../../test/support/platform/hold.ts'
import { testEntry, testPortal } from '../../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
const { adult, child, parent, send, found, totals } = memberImport(portal, clerk)
afterAll(() => portal.close())

test('who may not edit, fill wallets or set expiries does not do so by a file, and sees that beside its other problems', async () => {
  const member = await enrolMember(clerk, make.adult())
  const enroller = await portal.as({ membership: ['view', 'create', 'sensitive'] })
  expect((await send([adult()], enroller)).json()).toEqual({ created: 1, updated: 0 })
  const only = (right: string) => `Only for who has the permission Membership Profile: ${right}; leave it empty`
  const rows = [
    { ID: member._id, 'English Name': 'Other', Status: 'Disabled' },
    adult({ Wallet: 5 }),
    adult({ 'Credit Expiry': '2027-01-01' }),
    adult({ Gender: 'X', Wallet: 0 }),
  ]
  const plan = await importFile(portal, enroller, await sheetBy(rows), { dryRun: true })
  expect(plan.json()).toMatchObject({
    create: 3,
    update: 0,
    updates: [],
    opening: { wallets: 0, credits: 0 },
    problems: [
      { row: 2, column: 'English Name', message: only('Edit') },
      { row: 2, column: 'Status', message: only('Edit') },
      { row: 3, column: 'Wallet', message: only('Wallet') },
      { row: 4, column: 'Credit Expiry', message: only('Expiration') },
      { row: 5, column: 'Gender', message: 'Gender must be one of: Male, Female' },
    ],
  })
  const before = await totals()
  for (const row of rows) expect((await send([row], enroller)).statusCode).toBe(400)
  expect(await totals()).toEqual(before)
  expect((await send([adult()], await portal.as({ membership: ['view', 'edit', 'wallet'] }))).statusCode).toBe(403)
})

test('a dry run that is asked for in the form, where it is not looked for, does not import', async () => {
  const before = await totals()
  const { headers, payload } = formOf(await sheetBy([adult()]), 'members.xlsx', 'file', { dryRun: 'true' })
  const answer = await portal.app.inject({
    method: 'POST',
    url: `${apiRoot}/member/import/excel`,
    headers: { ...headers, authorization: `Bearer ${clerk.token}` },
    payload,
  })
  expect([answer.statusCode, answer.json().details]).toEqual([
    400,
    [{ path: 'dryRun', message: 'dryRun belongs in the address: ?dryRun=true' }],
  ])
  expect(await totals()).toEqual(before)
})

test('two who import the same file at once make its members once', async () => {
  const file = await sheetBy([adult(), parent(), parent({ Wallet: 7 })])
  const answers = await Promise.all([importFile(portal, clerk, file), importFile(portal, clerk, file)])
  const created = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().created)
  expect(created.reduce((sum, count) => sum + count, 0)).toBe(3)
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
})

test('what somebody changes while the import waits for it stays, be it in the same millisecond', async () => {
  const { _id } = await enrolMember(clerk, make.adult())
  const call = await portal.run(async (tx) => {
    await tx.change(testEntry, (on) =>
      on().updateTable('member').set({ address: 'Damansara', updatedAt: tx.now }).where('id', '=', _id).execute(),
    )
    const sent = send([{ ID: _id, School: 'SMK Damansara' }])
    await whenLockedOut(portal)
    // Not as a promise, for whose end the change would wait.
    return { sent }
  })
  expect((await call.sent).json()).toEqual({ created: 0, updated: 1 })
  expect((await clerk.get(`/member/${_id}`)).json()).toMatchObject({ school: 'SMK Damansara', address: 'Damansara' })
})

test('a parent who is disabled while the import waits for them gets no further child by it', async () => {
  const { _id, name, email } = await enrolMember(clerk, make.parent())
  const call = await portal.run(async (tx) => {
    await tx.change(testEntry, (on) =>
      on().updateTable('member').set({ isDisable: true }).where('id', '=', _id).execute(),
    )
    const sent = send([child({ Parents: email })])
    await whenLockedOut(portal)
    // Not as a promise, for whose end the change would wait.
    return { sent }
  })
  const answer = await call.sent
  expect([answer.statusCode, answer.json().problems]).toEqual([
    400,
    [{ row: 2, column: 'Parents', message: `${name} is disabled` }],
  ])
  expect((await clerk.get(`/member/${_id}`)).json().children).toEqual([])
})

test('over the wire: what is sent is imported; who hangs up before the answer has imported nothing', {
  timeout: 60_000,
}, async () => {
  const address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const upload = async (row: Row, signal?: AbortSignal) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(await sheetBy([row]))]), 'members.xlsx')
    const headers = { authorization: `Bearer ${clerk.token}` }
    return fetch(`${address}${apiRoot}/member/import/excel`, { method: 'POST', headers, body, signal: signal ?? null })
  }
  const stays = adult({ Password: 'wire_Passw0rd' })
  const answer = await upload(stays)
  expect([answer.status, await answer.json()]).toEqual([200, { created: 1, updated: 0 }])
  expect(await found(String(stays.Email))).toBeDefined()

  const lost = adult()
  const hangUp = new AbortController()
  // The import waits for this table until the caller is gone.
  const release = await holdTable(portal, 'wallet')
  const call = upload(lost, hangUp.signal).catch(() => 'gone')
  await whenLockedOut(portal)
  hangUp.abort()
  expect(await call).toBe('gone')
  await release()
  await whenLockedOut(portal, 0)
  expect(await found(String(lost.Email))).toBeUndefined()
})
