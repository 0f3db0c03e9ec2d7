import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { trailOf } from '../../../test/support/lists.ts'
import { mailServer } from '../../../test/support/platform/mail-server.ts'
import { type Client, type TestPortal, testPortal } from '../../../test/support/portal.ts'

const path = '/mail-server'
const login = { username: 'portal@harimau.example', password: 'Rahsia/Besar+77' }
const mails = await mailServer(false, login)
const other = await mailServer()
const deaf = await mailServer(true)
const portal = await testPortal({ LOG_LEVEL: 'debug', COMPANY_NAME: 'Harimau Academy' })
const owner = await portal.as()
afterAll(async () => {
  await portal.close()
  for (const each of [mails, other, deaf]) await each.close()
})

const given = { host: '127.0.0.1', port: mails.port, security: 'none', ...login, sender: 'portal@harimau.example' }
const none = { host: null, port: null, security: null, username: null, password: null, sender: null }
const ok = async (answer: ReturnType<Client['get']>) => {
  const { statusCode, body, json } = await answer
  expect(statusCode, body).toBe(200)
  return json()
}
const give = (body: object, by = owner) => ok(by.put(path, body))
const tried = (by = owner, email = 'siti@example.com') => ok(by.post(`${path}/test`, { email }))
const faultOf = async (body: object) => {
  const answer = await owner.put(path, body)
  return [answer.statusCode, ...(answer.json().details ?? [])]
}
const password = async (of: TestPortal = portal) => {
  const [row] = await of.run((tx) => tx.query<{ password: Buffer | null }>(sql`select password from mail_server`))
  return row?.password
}
/** A code for a new password, asked for on the sign-in page. */
async function forgotten(of: TestPortal, email: string) {
  const answer = await of.anyone.post('/auth/forgot-password', { email })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  await of.portal.background.settled()
}
async function reader(of: TestPortal, email: string) {
  const client = await of.as()
  await of.run((tx) =>
    tx.change(
      { section: 'Test', docType: 'user', docId: client.userId, action: 'Updated', description: 'test' },
      (on) => on().updateTable('staffUser').set({ email }).where('id', '=', client.userId).execute(),
    ),
  )
}

test('a server that is given sends the next mail, and taken away sends none, without a restart', async () => {
  await reader(portal, 'siti@example.com')
  expect((await owner.get(path)).json()).toMatchObject({
    ...{ host: null, passwordState: 'none', refused: null, fixed: {} },
    now: { server: null, sender: 'academy@localhost' },
  })
  expect((await owner.post(`${path}/test`, { email: 'siti@example.com' })).statusCode).toBe(409)

  const saved = await give(given)
  const { password: _, ...said } = given
  expect(saved).toMatchObject({ ...said, passwordState: 'kept' })
  expect(saved.now).toEqual({ server: `smtp://127.0.0.1:${mails.port}`, sender: given.sender })
  await forgotten(portal, 'siti@example.com')
  expect(mails.received.at(-1)).toMatchObject({ to: ['siti@example.com'], user: login.username })
  expect(mails.received.at(-1)?.text).toContain('From: Harimau Academy <portal@harimau.example>')

  // To another server the next one goes there.
  await give({ port: other.port, username: null })
  expect(await tried()).toEqual({
    isTaken: true,
    message: 'The server took the mail. Please look whether it came to siti@example.com',
  })
  expect([mails.received.length, other.received.length]).toEqual([1, 1])
  expect(other.received[0]?.text).toContain('This is a test: mails of the portal reach you.')

  const gone = await give(none)
  const { password: _password, ...nothing } = none
  expect(gone).toMatchObject({ ...nothing, passwordState: 'none', now: { server: null } })
  portal.clock.set('2026-11-20T04:02:00Z')
  await forgotten(portal, 'siti@example.com')
  expect([mails.received.length, other.received.length]).toEqual([1, 1])
  expect((await owner.get('/outbox')).json().items[0]).toMatchObject({ to: 'siti@example.com' })
})

test('the password is told nowhere: not in answers, the trail, the log or the database', async () => {
  await give(given)
  const wrong = await tried(await portal.as(), 'a@example.com')
  expect(wrong.isTaken).toBe(true)
  await give({ ...given, password: 'not it at all' })
  const refused = await tried()
  expect(refused.isTaken).toBe(false)
  expect(refused.message).toMatch(
    /^The server did not accept username and password: 535 no such login as .* with \*\*\*$/,
  )
  const records = await trailOf(portal, 'mail-server')
  expect(records.map(({ changeTo }) => changeTo).slice(-3)).toEqual([
    [],
    [{ field: 'password', item: '(not shown)', type: 'added' }],
    [],
  ])
  expect(records.at(-1)).toMatchObject({
    action: 'Failed',
    description: expect.stringMatching(/^Sent a test mail to siti@example.com, in vain: /),
  })
  const [whole] = await portal.run((tx) =>
    tx.query<{ text: string }>(sql`select (select string_agg(r::text, ' ') from audit_record r) ||
      coalesce((select string_agg(a::text, ' ') from idempotent_answer a), '') || (select m::text from mail_server m) as text`),
  )
  const log = await readFile(join(portal.portal.config.dataDir, 'portal.log'), 'utf8')
  const everything = [whole?.text, log, (await owner.get(path)).body, refused.message].join('\n')
  expect(log).toContain('/mail-server')
  for (const secret of [login.password, 'not it at all'])
    for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
      expect(everything).not.toContain(form)
})

test('it stays with the server and user it was given for', async () => {
  await give(given)
  const kept = await password()
  await give({ sender: 'desk@harimau.example' })
  expect(await password()).toEqual(kept)
  const again = { path: 'password', message: 'The password is for another server or user. Please enter it again' }
  for (const change of [{ host: 'localhost' }, { port: other.port }, { username: 'somebody' }])
    expect(await faultOf(change)).toEqual([400, again])
  // Whoever writes the row past the portal does not get it sent elsewhere either.
  await portal.run((tx) =>
    tx.change({ section: 'Test', docType: 'test', docId: 'x', action: 'Updated', description: 'test' }, (on) =>
      on().updateTable('mailServer').set({ port: other.port }).execute(),
    ),
  )
  expect((await owner.get(path)).json()).toMatchObject({ passwordState: 'lost', now: { server: null } })
  expect((await owner.post(`${path}/test`, { email: 'a@example.com' })).statusCode).toBe(409)
  expect((await give(given)).passwordState).toBe('kept')
})

test('after a move without the key it is lost, said, and entered again', async () => {
  await give(given)
  const key = portal.portal.keyed
  portal.portal.keyed = (text) => Buffer.from(key(text)).reverse()
  const lost = (await owner.get(path)).json()
  expect(lost).toMatchObject({ passwordState: 'lost', host: '127.0.0.1' })
  expect(await faultOf({ sender: 'x@example.com' })).toEqual([
    400,
    { path: 'password', message: 'The password cannot be opened any more. Please enter it again' },
  ])
  portal.portal.keyed = key
})

test.each([
  [{ host: 'a b' }, 'host', 'Give the name or address of a server, as your mail provider writes it'],
  [{ host: 'file:///etc/passwd' }, 'host', 'Give the name or address of a server, as your mail provider writes it'],
  [{ ...none, port: 25 }, 'host', 'Mail Server is required'],
  [{ port: 0 }, 'port', 'Port must be at least 1'],
  [{ port: 65_536 }, 'port', 'Port must be at most 65535'],
  [{ security: 'ssl' }, 'security', 'Encryption must be one of the choices'],
  [{ ...none, host: 'mail.example.com', username: 'x' }, 'password', 'Password is required'],
  [{ ...none, host: 'mail.example.com', password: 'x' }, 'username', 'A password needs the username it belongs to'],
  [
    { host: 'mail.example.com', security: 'none', username: 'x', password: 'y' },
    'security',
    'Without encryption the password could be read on its way. Please choose TLS or STARTTLS',
  ],
  [{ password: 'a\r\nb' }, 'password', 'The password contains characters that are not allowed'],
  [{ sender: 'A <a@b.c>' }, 'sender', 'Give one plain e-mail address'],
  [{ sender: 'a@b.c\r\nBcc: x@y.z' }, 'sender', expect.any(String)],
])('%j is refused at %s', async (body, field, message) => {
  await give(none)
  expect(await faultOf(body)).toEqual([400, { path: field, message }])
})

test('the port follows the encryption where none is given, and of two who change it at once the second is told', async () => {
  await give(none)
  const { etag } = (await owner.get(path)).headers
  expect(await give({ host: 'mail.example.com', security: 'tls' })).toMatchObject({ port: 465, passwordState: 'none' })
  const late = await owner.put(path, { sender: 'x@example.com' }, { 'if-match': String(etag) })
  expect(late.statusCode).toBe(412)
  await give(none)
  expect(await give({ host: 'mail.example.com' })).toMatchObject({ security: 'starttls', port: 587 })
})

test('what the server says against a mail is told in plain words', async () => {
  await give({ ...none, host: '127.0.0.1', security: 'none', port: deaf.port })
  expect(await tried()).toEqual({ isTaken: false, message: 'The server refused the mail: 550 no such mailbox' })
  await deaf.close()
  expect(await tried()).toEqual({ isTaken: false, message: 'Nothing answers at this port of the server' })
  await give({ host: '127.0.0.1', security: 'starttls', port: other.port })
  expect((await tried()).message).toMatch(/^The connection could not be encrypted: /)
  expect((await owner.post(`${path}/test`, { email: 'nobody' })).statusCode).toBe(400)
})

test('whoever lacks a right of anybody may read it and not change it: codes for new passwords go this way', async () => {
  const editor = await portal.as({ docFormat: ['edit'] })
  const shown = (await editor.get(path)).json()
  expect(shown.refused).toMatch(
    /^Codes for new passwords go by mail, so this takes every right that any user has; you lack /,
  )
  for (const answer of [await editor.put(path, given), await editor.post(`${path}/test`, { email: 'a@example.com' })])
    expect([answer.statusCode, answer.json().message]).toEqual([403, shown.refused])
  const viewer = await portal.as({ docFormat: ['view'] })
  expect((await viewer.get(path)).statusCode).toBe(403)
  expect((await portal.anyone.get(path)).statusCode).toBe(401)
})

test('what SMTP_URL and MAIL_FROM say comes first, with what was given waiting behind', async () => {
  const told = await testPortal({
    SMTP_URL: `smtp://user:p%40ss@127.0.0.1:${other.port}`,
    MAIL_FROM: 'env@example.com',
  })
  const theirs = await told.as()
  const shown = (await theirs.get(path)).json()
  expect(shown).toMatchObject({
    fixed: { server: 'SMTP_URL', sender: 'MAIL_FROM' },
    now: { server: `smtp://127.0.0.1:${other.port}`, sender: 'env@example.com' },
  })
  expect(JSON.stringify(shown)).not.toMatch(/p@ss|p%40ss|user[:@]/)
  for (const [body, message] of [
    [{ host: 'mail.example.com' }, 'The mail server is said by SMTP_URL'],
    [{ sender: 'x@example.com' }, 'Sender is said by MAIL_FROM'],
  ] as const) {
    const refused = await theirs.put(path, body)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `${message} in the portal’s environment and cannot be changed here`,
    ])
  }
  await told.close()
})
