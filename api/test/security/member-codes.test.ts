/** One-time codes by mail for the passwords of all members: who may have them sent, and what a code is good for. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@academy/contract/platform/messages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '../../src/platform/runtime/index.ts'
import { insertMember } from '../support/families.ts'
import { mailServer } from '../support/platform/mail-server.ts'
import { type Client, type TestPortal, testPortal } from '../support/portal.ts'
import { after, password, start } from '../support/staff/sign-in.ts'

const path = '/point-adjust/mail/all-member/codes'
const enough = { user: ['edit'], membership: ['view', 'edit'] }
const days = (count: number) => after(count * 24 * 3600)
const own = 'gamelan_9_kites'

let server: Awaited<ReturnType<typeof mailServer>>
let portal: TestPortal
let owner: Client
beforeAll(async () => {
  server = await mailServer()
  portal = await testPortal({
    MEMBER_PASSWORDS: 'on',
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://portal.example.com/',
    COMPANY_NAME: 'Harimau Academy',
    LOG_LEVEL: 'debug',
  })
  owner = await portal.as()
})
afterAll(async () => {
  await portal.close()
  await server.close()
})

const codes = () =>
  portal.rows<{ member: string }>(sql`select member, code_hash, expires from member_password_code order by 1`)

let people = 0
async function person(more: object = {}) {
  const email = `aminah${++people}@example.com`
  const row = { kind: 'parent' as const, name: 'Aminah binti Ismail', email, password: 'as before', ...more }
  return { id: await portal.run((tx) => insertMember(tx, row)), email }
}
const storedOf = async (id: string) =>
  (await portal.rows<{ password: string }>(sql`select password from member where id = ${id}`))[0]?.password ?? ''

async function mailAll(headers: Record<string, string> = {}) {
  const before = server.received.length
  const answer = await owner.post(path, { password }, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  await portal.portal.background.settled()
  const mails = server.received.slice(before).map(({ to, text }) => {
    const plain = text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    return { to: to[0], plain, code: /example\.com\/member-password#([\w-]{43})/.exec(plain)?.[1] ?? '' }
  })
  return { answer: answer.json(), mails, codeOf: (email: string) => mails.find(({ to }) => to === email)?.code ?? '' }
}

let visitors = 0
const redeem = (code: string, secret: string, from = `10.3.0.${++visitors}`) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/admin/member/password',
    payload: { code, password: secret },
    remoteAddress: from,
  })
const refused = { path: 'code', message: 'The code is wrong, was used already or is too old' }

describe('codes are mailed to all members', () => {
  test.each([
    ['without the right to edit users', { membership: ['view', 'edit'] }],
    ['without the right to see members', { user: ['edit'], membership: ['edit'] }],
    ['without the right to edit members', { user: ['edit'], membership: ['view'] }],
  ])('by nobody %s', async (_, permissions) => {
    expect((await (await portal.as(permissions)).post(path, { password })).statusCode).toBe(403)
    expect(await codes()).toEqual([])
  })

  test('by nobody who is held to a centre, and nobody who guesses the own password in a session left open', async () => {
    const centre = (await owner.post('/centre', { description: 'Bangsar' })).json()._id
    const held = await portal.as(enough, { centres: [centre] })
    expect((await held.post(path, { password })).statusCode).toBe(403)
    const left = await portal.as(enough)
    const answers = []
    for (const guess of [1, 2, 3, 4, 5, 6])
      answers.push((await left.post(path, { password: `wrong_${guess}` })).statusCode)
    expect([answers[0], answers.at(-1)]).toEqual([400, 429])
    expect((await left.post(path, { password })).statusCode).toBe(429)
    expect(await codes()).toEqual([])
  })

  test.each([
    [
      'MEMBER_PASSWORDS is on',
      { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://a.example.com' },
      'MEMBER_PASSWORDS=on',
    ],
    [
      'there is a mail server',
      { MEMBER_PASSWORDS: 'on', PUBLIC_URL: 'https://a.example.com' },
      'It needs a mail server, given on the page Academy, and PUBLIC_URL',
    ],
    [
      'the portal has an address',
      { MEMBER_PASSWORDS: 'on', SMTP_URL: 'smtp://127.0.0.1:9' },
      'It needs a mail server, given on the page Academy, and PUBLIC_URL',
    ],
  ])('by nobody unless %s', async (_, settings, message) => {
    const other = await testPortal(settings)
    try {
      const answer = await (await other.as()).post(path, { password })
      expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining(message)])
    } finally {
      await other.close()
    }
  })

  test('who are active and have an address; the others are named, and passwords stay', async () => {
    const some = [
      await person(),
      await person({ kind: 'adult', ic_no: '930329-14-7391' }),
      await person({ kind: 'child' }),
    ]
    await person({ is_disable: true })
    await person({ is_deleted: true, is_disable: true })
    await person({ email: null, name: 'Nobody’s address' })
    const { answer, mails } = await mailAll()
    expect(answer).toEqual({ mailed: 3, withoutAddress: ['Nobody’s address'] })
    expect(mails.map(({ to }) => to).toSorted()).toEqual(some.map(({ email }) => email).toSorted())
    expect(new Set(mails.map(({ code }) => code)).size).toBe(3)
    expect(await codes()).toHaveLength(3)
    for (const { id } of some) expect(await storedOf(id)).toBe('as before')
    const records = await portal.rows<{ docId: string; username: string }>(
      sql`select doc_id, username from audit_record where action = 'Requested' and doc_type = 'member'`,
    )
    expect(records.map(({ docId }) => docId).toSorted()).toEqual(some.map(({ id }) => id).toSorted())
  })
})

describe('a code', () => {
  test('sets a password of the member’s own once, as an act of the member', async () => {
    const { id, email } = await person()
    const code = (await mailAll()).codeOf(email)
    expect((await redeem(code, own)).statusCode).toBe(200)
    expect(await verifyPassword(own, await storedOf(id))).toBe(true)
    const again = await redeem(code, 'gamelan_8_kites')
    expect([again.statusCode, again.json().details]).toEqual([400, [refused]])
    expect(await verifyPassword(own, await storedOf(id))).toBe(true)
    const records = await portal.rows(
      sql`select user_id, username, action from audit_record where doc_id = ${id} and action = 'Password changed'`,
    )
    expect(records).toEqual([{ userId: null, username: 'member', action: 'Password changed' }])
  })

  test('is in force for 7 days, and only the newest is', async () => {
    const { id, email } = await person()
    const first = (await mailAll()).codeOf(email)
    const second = (await mailAll()).codeOf(email)
    expect((await redeem(first, own)).statusCode).toBe(400)
    portal.clock.set(days(7))
    const late = await redeem(second, own)
    expect(late.json().details).toEqual([refused])
    portal.clock.set(after(7 * 24 * 3600 - 1))
    expect((await redeem(second, own)).statusCode).toBe(200)
    portal.clock.set(start)
    expect(await verifyPassword(own, await storedOf(id))).toBe(true)
  })

  test('stays in force when the password it is tried with is weak', async () => {
    const { email } = await person()
    const code = (await mailAll()).codeOf(email)
    for (const [weak, message] of [
      ['Dragon2026!', messages.commonPassword],
      ['Aminah_2026', messages.nameAsPassword],
      ['12harimau34', messages.nameAsPassword],
    ] as const)
      expect((await redeem(code, weak)).json().details).toEqual([{ path: 'password', message }])
    expect((await redeem(code, own)).statusCode).toBe(200)
  })

  test.each([
    ['disabled', sql`is_disable = true`],
    ['erased', sql`is_deleted = true`],
    ['given another password', sql`password = 'another'`],
    ['given another address', sql`email = 'other@example.com'`],
  ])('is over once its member is %s', async (_, change) => {
    const { id, email } = await person()
    const code = (await mailAll()).codeOf(email)
    await portal.write(sql`update member set ${change} where id = ${id}`)
    expect((await codes()).filter(({ member }) => member === id)).toEqual([])
    await portal.write(sql`update member set is_disable = false, email = null where id = ${id}`)
    expect((await redeem(code, own)).json().details).toEqual([refused])
  })

  test('sets one password, however many redeem it at once', async () => {
    const { id, email } = await person()
    const code = (await mailAll()).codeOf(email)
    const secrets = [1, 2, 3, 4].map((n) => `gamelan_${n}_kites`)
    const answers = await Promise.all(secrets.map((secret) => redeem(code, secret)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400])
    const won = secrets[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? ''
    expect(await verifyPassword(won, await storedOf(id))).toBe(true)
  })

  test('is not guessed: as with the codes of the staff, and counted with them', async () => {
    const place = '10.4.0.1'
    for (const guess of [1, 2, 3]) expect((await redeem('x'.repeat(42) + guess, own, place)).statusCode).toBe(400)
    for (const guess of [4, 5])
      await portal.app.inject({
        method: 'POST',
        url: '/api/admin/auth/reset-password',
        payload: { reset_code: `wrong ${guess}`, password: own },
        remoteAddress: place,
      })
    const { email } = await person()
    const code = (await mailAll()).codeOf(email)
    const answer = await redeem(code, own, place)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1'])
    expect((await redeem(code, own)).statusCode).toBe(200)
  })

  test('stands nowhere but in its mail: no table, kept answer or log has it', async () => {
    const { email } = await person()
    const { codeOf, answer } = await mailAll({ 'idempotency-key': 'codes' })
    const code = codeOf(email)
    expect(code).not.toBe('')
    const mails = server.received.length
    const kept = await owner.post(path, { password }, { 'idempotency-key': 'codes' })
    expect(kept.json()).toEqual(answer)
    await portal.portal.background.settled()
    expect(server.received.length).toBe(mails)
    await redeem(`${code.slice(0, -1)}_`, own)
    const [whole] = await portal.rows<{ text: string }>(
      sql`select query_to_xml('select * from audit_record', true, false, '')::text || query_to_xml('select * from idempotent_answer', true, false, '')::text
        || query_to_xml('select * from outbox_mail', true, false, '')::text || query_to_xml('select * from member_password_code', true, false, '')::text as text`,
    )
    expect(whole?.text).toContain('Aminah')
    expect(whole?.text).not.toContain(code.slice(0, -1))
    const log = await readFile(join(portal.portal.config.dataDir, 'portal.log'), 'utf8')
    expect(log).toContain('/member/password')
    expect(log).not.toContain(code.slice(0, -1))
    expect(log).not.toContain(own)
  })
})

test('a mail that the server does not take leaves neither a code nor its text in the outbox', async () => {
  const deaf = await mailServer(true)
  const other = await testPortal({ MEMBER_PASSWORDS: 'on', SMTP_URL: deaf.url, PUBLIC_URL: 'https://a.example.com' })
  try {
    for (const number of [1, 2, 3, 4, 5])
      await other.run((tx) =>
        insertMember(tx, { kind: 'parent', name: `Parent ${number}`, email: `p${number}@example.com` }),
      )
    const clerk = await other.as()
    expect((await clerk.post(path, { password })).json()).toEqual({ mailed: 5, withoutAddress: [] })
    await other.portal.background.settled()
    const left = await other.run((tx) =>
      tx.query(sql`select (select count(*)::int from member_password_code) as codes,
        (select count(*)::int from audit_record where action = 'Failed' and doc_type = 'member') as records`),
    )
    expect(left).toEqual([{ codes: 0, records: 5 }])
    expect((await clerk.get('/outbox')).json().total).toBe(0)
  } finally {
    await other.close()
    await deaf.close()
  }
})
