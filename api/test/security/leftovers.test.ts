import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evidenceOf } from '../../src/books/books.ts'
import { verify } from '../../src/books/verify.ts'
import { formFields } from '../../src/members/columns.ts'
import { appendAudit, auditRow } from '../../src/platform/data/audit/audit-trail.ts'
import { order, putPackage } from '../support/academy.ts'
import { afterForgery } from '../support/books/forgery.ts'
import { coursePlaces, newCourse } from '../support/courses/courses.ts'
import { bodies, choicesIn } from '../support/families.ts'
import { importFile, sheetBy } from '../support/members/sheets.ts'
import { type Client, testPortal } from '../support/portal.ts'
import { enrol } from '../support/students.ts'

const portal = await testPortal({ LOG_LEVEL: 'debug' })
const clerk = await portal.as()
afterAll(() => portal.close())

async function must(answer: ReturnType<Client['get']>) {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
  return JSON.parse(body)
}

/** A value that nothing else holds, for each field that a form fills with words, numbers or days. */
const person = {
  chName: '甄姬',
  dob: '1993-03-29',
  icNo: '930329-14-7391',
  tmNo: 'TM-Zyxt',
  nationality: 'Zyxnation',
  email: 'zyxmail@example.com',
  phoneNo: '0173917391',
  address: 'Zyxaddress 1',
  school: 'Zyxschool',
  schoolClass: 'Zyxclass',
  medical: 'Zyxmedical',
  note: 'Zyxnote',
}
const chosen = ['name', 'gender', 'memberType', 'belt', 'coachIncharge', 'relationship']
const name = 'Zyxname'
const markers = [
  ...Object.values(person),
  ...[
    '29-03-1993',
    '29 Mar 1993',
    '930329147391',
    '*7391',
    '陈甄',
    'Zyxnick',
    'zyxaunt',
    'Zyxaunt',
    '0128282828',
    '*8282',
  ],
  ...['Zyxuncle', '0136363636', '*6363', 'Zyxremark', 'Zyxtrial', 'Zyxtitle', 'Zyxmessage', 'Zyxpost', 'Zyxold'],
]

/** All that a family leaves in a portal, by the calls that write it. */
async function wholePerson() {
  const choices = await choicesIn(portal)
  const make = bodies(choices)
  const once = { 'idempotency-key': 'the person' }
  const body = make.adult({ ...person, name, ...choices, coach: undefined, gender: 'Female' })
  const { _id } = await must(clerk.post('/member', body, once))
  const path = `/member/${_id}`
  await must(
    clerk.put(
      path,
      { chName: '陈甄', dob: '1993-03-28', note: 'Zyxnick', address: 'Zyxaddress 2' },
      { 'idempotency-key': 'the edit' },
    ),
  )
  const contact = { name: 'Zyxaunt', phoneNo: '0128282828', email: 'zyxaunt@example.com' }
  await must(clerk.post(`${path}/emergency-contact`, contact, { 'idempotency-key': 'the aunt' }))
  const uncle = await must(clerk.post(`${path}/emergency-contact`, { name: 'Zyxuncle', phoneNo: '0136363636' }))
  await must(clerk.put(`${path}/emergency-contact/${uncle._id}`, { name: 'Zyxuncle II' }))
  await must(clerk.delete(`${path}/emergency-contact/${uncle._id}`))
  const places = await coursePlaces(portal)
  const course = await newCourse(clerk, places)
  const other = await newCourse(clerk, places)
  await enrol(clerk, _id, course._id, { remark: 'Zyxremark' })
  const tried = await enrol(clerk, _id, other._id, { remark: 'Zyxtrial' })
  await must(clerk.delete(`/enrollment/${tried._id}`))
  const file = await sheetBy([{ ID: _id, 'English Name': name, School: 'Zyxnick again' }])
  const plan = (await importFile(portal, clerk, file, { dryRun: true })).json()
  const confirmed = plan.updates.flatMap(({ confirm }: { confirm?: string[] }) => confirm ?? [])
  expect((await importFile(portal, clerk, file, { confirmed })).json()).toMatchObject({ updated: 1 })
  const told = { notifyType: 'announcement', notifyTitle: 'Zyxtitle', notifyMsg: 'Zyxmessage' }
  const details = await must(clerk.post('/notify-details', told))
  await must(clerk.post('/notify-user', { userID: _id, details: details._id }))
  for (const searchText of [person.phoneNo, person.email, person.icNo])
    expect((await clerk.get(`/member/generate/excel?searchText=${encodeURIComponent(searchText)}`)).statusCode).toBe(
      200,
    )
  const pack = await portal.run((tx) => putPackage(tx, { credit: 10, addition: null }))
  const academy = { member: _id, coach: choices.coach, package: pack, parent: '', child: '' }
  const bought = await order(portal, academy)
  await must(clerk.put(`/payment/direct/${bought}`, { isPay: true }))
  const { wallet } = await must(clerk.get(path))
  await must(clerk.put(path, { wallet: 0, walletWas: wallet }))
  await must(clerk.put(path, { isDisable: true }))
  return { id: _id as string, path }
}

/** A record as portals wrote them before: nothing masked, and without a random part. */
async function earlierRecord(id: string) {
  await portal.run(async (tx) => {
    const entry = {
      ...{ section: 'Membership Profile', docType: 'member', docId: id, action: 'Updated' },
      ...{ description: 'Updated adult Zyxname', to: { phoneNo: '0173917391', nickname: 'Zyxold' } },
    }
    const { salt: _, ...row } = auditRow(entry, tx)
    await portal.handle.transaction().execute((db) => appendAudit(db, portal.portal.auditKey.marked([row])))
  })
}

async function filesIn(folder: string): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(files.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

/** Where these words stand, in every row of every table and every file of DATA_DIR. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const tables = await portal.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const stored = await Promise.all(
    tables.map(async ({ name }) => {
      const whole = await portal.rows<{ text: string }>(
        sql`select row_to_json(each)::text as text from ${sql.table(name)} as each`,
      )
      return { path: name, text: whole.map(({ text }) => text).join('\n') }
    }),
  )
  return [...stored, ...(await filesIn(portal.portal.config.dataDir))].flatMap(({ path, text }) =>
    words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`),
  )
}

let gone: Awaited<ReturnType<typeof wholePerson>>
beforeAll(async () => {
  gone = await wholePerson()
  await earlierRecord(gone.id)
})

test('of a person who was deleted no table, no file and no audit record holds more than the name', async () => {
  expect([...Object.keys(person), ...chosen].toSorted()).toEqual([...formFields].toSorted())
  const before = await placesOf(markers)
  for (const table of ['member', 'emergency_contact', 'enrolment', 'notice', 'member_import_row', 'idempotent_answer'])
    expect(before).toContainEqual(expect.stringMatching(new RegExp(`^${table}: `)))
  await must(clerk.delete(gone.path))
  // The names: who was deleted, and by whom, must stay known; receipts are kept as issued, as the law asks.
  const lawful = ['audit_record: Zyxname', 'receipt: Zyxname', 'receipt: 陈甄']
  expect((await placesOf([...markers, name])).toSorted()).toEqual(lawful)
  const kept = await portal.rows<{ field: string }>(sql`
    select distinct change ->> 'field' as field from audit_record, jsonb_array_elements(change_from || change_to) as change
    where doc_type = 'member' and doc_id = ${gone.id} and change ->> 'item' <> '(erased)' order by field`)
  expect(kept.map(({ field }) => field)).toEqual([
    'belt',
    'coachIncharge',
    'isDisable',
    'isIndependent',
    'isProtected',
    'kind',
    'memberType',
    'name',
  ])
})

test('the trail from which it was taken still holds, and a forger cannot take more', async () => {
  expect((await verify(portal.portal.database, await evidenceOf(portal.portal))).filter(({ fault }) => fault)).toEqual(
    [],
  )
  const words = async (...statements: string[]) =>
    (await afterForgery(portal, ...statements)).map(({ row, problem }) => `${row}: ${problem}`)
  const wrong = expect.stringMatching(/^audit record \d+ \(.*\): its content is not what was recorded/)
  expect(
    await words(`update audit_record set description = 'x' where id =
      (select id from audit_record where doc_id = '${gone.id}' and salt is null order by position limit 1)`),
  ).toContainEqual(wrong)
  const other = `(select id from audit_record where doc_type = 'course' limit 1)`
  expect(
    await words(`select redact_audit(array[${other}], '{}', 'x')`, `select set_config('academy.seals', '', true)`),
  ).toContainEqual(wrong)
  const forged = `do $$ declare r audit_record; previous bytea; begin
    perform redact_audit(array[${other}], '{}', 'x');
    update audit_record set seal = concat_ws(E'\\n', seal, current_setting('academy.seals')) where position = 10;
    select hash into previous from audit_record where position = 9;
    for r in select * from audit_record where position >= 10 order by position loop
      r.previous := previous; r.hash := audit_hash(r); previous := r.hash;
      update audit_record set previous = r.previous, hash = r.hash where position = r.position;
    end loop;
    update audit_head set hash = previous; end $$`
  expect(await words(forged)).toContainEqual(expect.stringMatching(/its mark does not fit/))
})

test('a record is changed by nothing else', async () => {
  for (const statement of [
    sql`update audit_record set description = 'x'`,
    sql`delete from audit_record`,
    sql`select set_config('academy.redacting', 'on', false); update audit_record set username = 'x'`,
  ])
    await expect(statement.execute(portal.handle)).rejects.toThrow(/never changed or removed|cannot insert multiple/)
})

test('the log holds no value of a query, no token and no signed link, and is for its owner alone', async () => {
  const log = join(portal.portal.config.dataDir, 'portal.log')
  for (const path of ['/member?searchText=Zyxsearch', '/receipt/Zyxtoken', '/nothing?at=Zyxall'])
    await clerk.get(path, undefined, { 'x-forwarded-for': 'Zyxproxy' })
  const paths = [
    '/api/files/0.jpg?e=1&s=Zyxsigned',
    '/reset-password?code=Zyxcode',
    '/checkout?token=Zyxcheckout',
    '/%zz?Zyx',
  ]
  for (const path of paths) await portal.app.inject(path)
  const fault = await sql`select ${'Zyxdatum'}::text::date`.execute(portal.handle).catch((error: unknown) => error)
  const taken = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(Zyxmail) already exists.',
  })
  portal.portal.log.error({ err: fault, error: taken, failure: new Error('outer', { cause: fault }) }, 'the last line')
  await vi.waitUntil(async () => (await readFile(log, 'utf8')).includes('the last line'), { timeout: 30_000 })
  const text = await readFile(log, 'utf8')
  for (const known of [
    '"url":"/api/admin/member"',
    '"url":"/api/admin/receipt/:token"',
    'invalid input syntax for type date',
  ])
    expect(text).toContain(known)
  expect(text).not.toMatch(/Zyx/)
  expect(text).not.toContain(clerk.token)
  expect((await stat(log)).mode & 0o777).toBe(0o600)
})

test('the digest of a kept answer tells nothing of a password to who has the database', async () => {
  const owner = await portal.as()
  const body = { current: 'correct_horse_1', password: 'Zyx-Kuda-93' }
  await must(owner.put('/auth/password', body, { 'idempotency-key': 'a password' }))
  const [kept] = await portal.rows<{ requestHash: string }>(
    sql`select request_hash from idempotent_answer where key = 'a password'`,
  )
  const text = JSON.stringify(['PUT', '/auth/password', {}, body])
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(kept?.requestHash).not.toBe(createHash('sha256').update(text).digest(encoding))
  // Without the password nothing can be tried out either: its part is as slow as a stored password.
  const open = JSON.stringify(['PUT', '/auth/password', {}, { current: null, password: null }])
  const [fast, slow] = (kept?.requestHash ?? '').split(' ')
  expect([fast, slow?.length]).toEqual([createHash('sha256').update(open).digest('base64url'), 43])
  // Another password under the key is another request, which did not happen.
  const sent = (password: string) =>
    owner.put('/auth/password', { ...body, password }, { 'idempotency-key': 'a password' })
  expect((await sent('Abc-Rusa-17')).statusCode).toBe(409)
  expect((await sent(body.password)).statusCode).toBe(200)
})

test('a picture link ends with its session, and is the same for all of the session', async () => {
  const viewer = await portal.as()
  const red = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { key } = await portal.portal.pictures.store(await portal.portal.pictures.redraw(red))
  await portal.write(sql`update centre set picture = ${key}`)
  const linkOf = async (by: Client): Promise<string> => (await must(by.get('/centre'))).items[0].pictureDIR
  const link = await linkOf(viewer)
  expect(await linkOf(viewer)).toBe(link)
  expect(await linkOf(clerk)).not.toBe(link)
  expect((await portal.app.inject(link)).statusCode).toBe(200)
  await must(viewer.post('/auth/logout'))
  expect((await portal.app.inject(link)).statusCode).toBe(404)
  expect((await portal.app.inject(await linkOf(clerk))).statusCode).toBe(200)
})
