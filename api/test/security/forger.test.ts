import { readFile, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, test } from 'vitest'
import { proveNightly } from '../../src/books/nightly.ts'
import { verify } from '../../src/books/verify.ts'
import { fillBooks } from '../support/books/books.ts'
import { afterForgery } from '../support/books/forgery.ts'
import { mailServer } from '../support/platform/mail-server.ts'
import { testPortal } from '../support/portal.ts'
import { password } from '../support/staff/sign-in.ts'
import { officeOf } from '../support/staff/staff.ts'

const portal = await testPortal()
await fillBooks(portal)
const clerk = await portal.as({ dashboard: ['view'] }, { username: 'clerk' })
const chief = await portal.as(undefined, { username: 'chief' })
afterAll(() => portal.close())

const office = officeOf(portal)
const guarded = await office.group({ dashboard: ['view'] }, { secondFactorRequired: true })
const { username: newcomer } = await office.user(guarded._id)
const begun = (await chief.post('/auth/factors/totp', { password })).json()
const code = TOTP.generate({
  secret: Secret.fromBase32(begun.secret),
  timestamp: portal.portal.clock.now().getTime(),
})
await chief.post('/auth/factors/totp/confirmation', { ticket: begun.ticket, name: 'My phone', code })

const ledger = 'ledger entries are those the trail recorded'
const staff = 'users, groups, their rights, second factors and sessions are as the trail left them'
const of = (username: string) => `(select id from staff_user where username = '${username}')`

const openingEntry = (credit: number) =>
  `insert into wallet_entry (id, member, version, at, kind, credit, balance_before, balance_after, cause, cause_type,
      cause_label, by_name)
    select gen_random_uuid(), member, version + 1, now(), 'manual-edit', ${credit}, balance, balance + ${credit},
      'manual/forged', 'manual', 'Edited by hand', 'owner' from wallet where balance = 90`

test.each([
  [
    'credit with the right balances',
    [openingEntry(500), `update wallet set balance = balance + 500, version = version + 1 where balance = 90`],
    ledger,
    /^wallet entry .* \(version 3 of member .*\): no audit record tells of it$/,
  ],
  [
    'an opening of another sum, and every balance after it',
    [
      `update wallet_entry set credit = credit + 400, balance_after = balance_after + 400
        where kind = 'opening' and member = (select member from wallet where balance = 90)`,
      `update wallet_entry set balance_before = balance_before + 400, balance_after = balance_after + 400
        where version > 1 and member = (select member from wallet where balance = 90)`,
      'update wallet set balance = balance + 400 where balance = 90',
    ],
    ledger,
    /it moves the wallet from 0 to 500, audit record \d+ from 0 to 100$/,
  ],
  [
    'an entry with another note',
    [`update wallet_entry set note = 'by agreement' where kind = 'opening'`],
    ledger,
    /it is not what audit record \d+ recorded/,
  ],
  [
    'an entry by somebody else',
    [`update wallet_entry set by_name = 'clerk' where kind = 'opening'`],
    ledger,
    /it is by clerk, audit record \d+ by /,
  ],
  [
    'a last entry that is gone with its credit',
    [
      `with gone as (delete from wallet_entry where id = (select id from wallet_entry where kind = 'expired' limit 1) returning *)
        update wallet set balance = gone.balance_before, version = gone.version - 1 from gone where wallet.member = gone.member`,
    ],
    ledger,
    /^audit record \d+: it tells of a movement that is not in the ledger: Expired on /,
  ],
  [
    'a user nobody made',
    [
      `insert into staff_user (id, username, password, user_group, created_at, updated_at)
        select gen_random_uuid(), 'ghost', password, user_group, now(), now() from staff_user where username = 'chief'`,
    ],
    staff,
    /^user ghost \(.*\): no audit record made it$/,
  ],
  [
    'a user who was removed',
    [`delete from staff_session`, `delete from staff_user where username = 'clerk'`],
    staff,
    /^user .*: audit record \d+ left it there, and it is gone$/,
  ],
  [
    'a group with more rights',
    [
      `update user_group set permissions = permissions || '{"wallet": ["edit"]}'
        where id = (select user_group from staff_user where username = 'clerk')`,
    ],
    staff,
    /^user group group \d+ \(.*\): it is not as audit record \d+ left it: permissions$/,
  ],
  [
    'a user in another group',
    [
      `update staff_user set user_group = (select user_group from staff_user where username = 'chief') where username = 'clerk'`,
    ],
    staff,
    /^user clerk \(.*\): it is not as audit record \d+ left it: group$/,
  ],
  [
    "somebody's password",
    [
      `update staff_user set password = 'x' || password, email = 'forger@example.com', is_disable = true where username = 'chief'`,
    ],
    staff,
    /^user chief \(.*\): it is not as audit record \d+ left it: password, email, disabled$/,
  ],
  [
    'a user who sees more centres',
    [
      `update staff_user set access_right = '{ALL}', centre_incharge = array[gen_random_uuid()] where username = 'clerk'`,
    ],
    staff,
    /^user clerk \(.*\): it is not as audit record \d+ left it: centres, access$/,
  ],
  [
    'a session nobody signed in for',
    [
      `insert into staff_session (id, user_id, token_hash, token_expires, token_began, refresh_hash, refresh_expires,
          refresh_family, created_at, last_used)
        values (gen_random_uuid(), ${of('chief')}, sha256('mine'), now() + interval '1 day', now(), sha256('a'),
          now() + interval '1 day', sha256('b'), now(), now())`,
    ],
    staff,
    /^session of chief \(.*\): no audit record made it$/,
  ],
  [
    'a password that its owner need not change any more',
    [`update staff_user set must_change_password = false where username = '${newcomer}'`],
    staff,
    /^user user\.x \d+ \(.*\): it is not as audit record \d+ left it: must-change-password$/,
  ],
  [
    'a group that asks for no second factor any more',
    [`update user_group set second_factor_required = false where id = '${guarded._id}'`],
    staff,
    /^user group Role \d+ \(.*\): it is not as audit record \d+ left it: second-factor$/,
  ],
  [
    'a group that suddenly asks for one',
    [`update user_group set second_factor_required = true where id <> '${guarded._id}'`],
    staff,
    /^user group .*: it is not as audit record \d+ left it: second-factor$/,
  ],
  [
    'a passkey of the forger for somebody else',
    [
      `insert into second_factor (id, user_id, kind, name, credential_id, public_key, created_at)
        values (gen_random_uuid(), ${of('chief')}, 'passkey', 'Blue key', 'mine', sha256('mine'), now())`,
    ],
    staff,
    /^second factor of chief \(.*\): no audit record made it$/,
  ],
  [
    'an authenticator app taken off',
    [`delete from second_factor where user_id = ${of('chief')}`],
    staff,
    /^second factor of .*: audit record \d+ left it there, and it is gone$/,
  ],
  [
    'an authenticator app with another secret, of somebody else',
    [`update second_factor set secret = sha256('mine'), user_id = ${of('clerk')}`],
    staff,
    /^second factor of clerk \(.*\): it is not as audit record \d+ left it: user, secret$/,
  ],
  [
    'a session with the token of another',
    [`update staff_session set token_hash = sha256('mine') where user_id = ${of('chief')}`],
    staff,
    /^session of chief \(.*\): it is not as audit record \d+ left it: tokens$/,
  ],
])('%s is found and named', async (_, statements, name, words) => {
  const faults = await afterForgery(portal, ...statements)
  const fault = faults.find((one) => one.name === name)
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})

const rewritten = (from: number) => `do $$ declare r audit_record; head audit_head; begin
  select position, hash into head.position, head.hash from audit_record where position = ${from - 1};
  for r in select * from audit_record where position >= ${from} order by position loop
    r.previous := head.hash; r.hash := audit_hash(r); head.hash := r.hash;
    update audit_record set previous = r.previous, hash = r.hash where position = r.position;
  end loop;
  update audit_head set hash = head.hash; end $$`
const keyed = "audit records carry the mark of the portal's key"

test.each([
  [
    'a record changed, and every hash made again',
    [`update audit_record set description = 'Nothing special' where position = 7`, rewritten(7)],
    /^audit record 7 \(.*\): its mark does not fit: it or the trail up to record \d+ was rewritten$/,
  ],
  [
    'a record removed, the others moved up, and every hash made again',
    [
      'delete from audit_record where position = 9',
      'update audit_record set position = 1 - position where position > 9',
      'update audit_record set position = -position where position < 0',
      'update audit_head set position = position - 1',
      rewritten(9),
    ],
    /^audit record \d+ \(.*\): its mark (does not fit|names a record that is not there)/,
  ],
  [
    'a record of the forger at the end, written as the portal writes',
    [
      `select append_audit('[{"id": "01900000-0000-7000-8000-00000000f0f0", "at": "2026-11-20T04:00:00Z", "username": "owner",
        "section": "Wallet", "doc_type": "x", "action": "x", "description": "x", "change_from": [], "change_to": []}]')`,
      'set constraints all immediate',
    ],
    /^audit record \d+ \(01900000-.*\): it bears no mark: it was written past the portal$/,
  ],
  ['all marks taken off', ['update audit_record set mac = null'], /^audit record 1 \(.*\): it bears no mark/],
])('%s is found by the key', async (_, statements, words) => {
  const faults = await afterForgery(portal, ...statements)
  expect(faults.map(({ name }) => name)).toContain(keyed)
  const fault = faults.find(({ name }) => name === keyed)
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})

test('the key is a file for the portal alone, and its mark survives names in any script', async () => {
  expect((await stat(portal.portal.config.auditKeyFile)).mode & 0o777).toBe(0o600)
  const description = 'Ünïcode 陈 "quoted" \\ \u2028 \u0001 \n\t 😀'
  await portal.run((tx) =>
    tx.change({ section: 's', docType: 'd', action: 'a', description, to: { name: description } }, async () => {}),
  )
  expect((await afterForgery(portal)).filter(({ name }) => name === keyed)).toEqual([])
})

test('records removed from the end are named by the anchor of the night, which is mailed', async () => {
  const mails = await mailServer()
  const night = await testPortal({ SMTP_URL: mails.url, ANCHOR_MAIL: 'auditor@example.com' })
  try {
    await night.as()
    night.clock.set('2026-11-20T19:00:00Z')
    expect(await proveNightly(night.portal)).toBe(true)
    const [mail] = mails.received
    expect(mail?.to).toEqual(['auditor@example.com'])
    expect(mail?.text).toMatch(/the audit trail ended with record \d+:/)
    const [line] = (await readFile(night.portal.config.anchors.file, 'utf8')).trim().split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({
      entries: 0,
      users: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const faults = await afterForgery(
      night,
      'delete from audit_record where position > (select max(position) - 2 from audit_record)',
      `update audit_head set (position, hash) = (select position, hash from audit_record order by position desc limit 1)`,
    )
    expect(faults.map(({ name, row, problem }) => `${name}: ${row}: ${problem}`)).toContainEqual(
      expect.stringMatching(
        /^the audit trail holds at its anchors: audit record \d+: it is gone, and was there at the anchor/,
      ),
    )
    expect((await afterForgery(night)).map(({ name }) => name)).toEqual([])
  } finally {
    await night.close()
    await mails.close()
  }
})

test('a later change by the portal does not cover a forged one up', async () => {
  const protect = (isProtected: boolean) =>
    portal.handle.transaction().execute(async (db) => {
      await sql`alter table staff_user disable trigger user`.execute(db)
      await sql`update staff_user set is_protected = ${isProtected} where username = 'clerk'`.execute(db)
      await sql`alter table staff_user enable trigger user`.execute(db)
    })
  await protect(true)
  const answer = await chief.put(`/user/${clerk.userId}`, { email: 'clerk@example.com' })
  expect(answer.json()).toMatchObject({ email: 'clerk@example.com' })
  await protect(false)
  const [fault] = (await verify(portal.portal.database)).flatMap(({ fault }) => fault ?? [])
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(
    /^user clerk \(.*\): audit record \d+ found it changed past the portal: protected$/,
  )
})
