import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { bodies, choicesIn, enrolMember, insertMember } from '../../support/families.ts'
import { testPortal } from '../../support/portal.ts'
import { postTo } from '../../support/wallets.ts'

// Connections take the method when they are opened.
const asked = vi.spyOn(pg.Client.prototype, 'query')
const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
const make = bodies(choices)
afterAll(async () => {
  await portal.close()
  asked.mockRestore()
})

const tagOf = async (path: string) => String((await clerk.get(path)).headers.etag)
const adult = async (): Promise<string> => (await enrolMember(clerk, make.adult()))._id
const save = async (path: string, body: object, etag: string) =>
  (await clerk.put(path, body, { 'if-match': etag })).statusCode

/** Whether a change gives the document another ETag. */
async function changes(path: string, work: () => Promise<unknown>): Promise<boolean> {
  const before = await tagOf(path)
  expect(before).toMatch(/^"[\w.-]+"$/)
  await work()
  return (await tagOf(path)) !== before
}

test('a save of a member as the form sends it asks the database thirteen times at most', async () => {
  const id = await adult()
  const headers = { 'if-match': await tagOf(`/member/${id}`), 'idempotency-key': 'save-1' }
  // Who was told the document's medical note is written beside that answer.
  await portal.portal.background.settled()
  asked.mockClear()
  const saved = await clerk.put(`/member/${id}`, { note: 'Left-handed' }, headers)
  const texts = asked.mock.calls.map(([query]) => String(Reflect.get(Object(query), 'text') ?? query))
  expect(saved.statusCode, saved.body).toBe(200)
  expect(texts.some((text) => text.startsWith('update "member"'))).toBe(true)
  // Behind a pooler a statement outside of a transaction has one for itself.
  const most = inject('databasePooler') ? 17 : 13
  expect(texts.length, texts.map((text) => text.slice(0, 90)).join('\n')).toBeLessThanOrEqual(most)
})

test('every table with a version draws another at each change, whoever makes it', async () => {
  const tables = await portal.run((tx) =>
    tx.query<{ name: string; raised: boolean }>(sql`
      select column_of.table_name as name, exists (select from pg_trigger
          where tgrelid = column_of.table_name::text::regclass and tgname = 'raise_version' and tgenabled = 'O') as raised
        from information_schema.columns column_of
        where table_schema = 'public' and column_name = 'row_version'`),
  )
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter(({ raised }) => !raised)).toEqual([])
})

describe('the tag of a member', () => {
  test('is another after a save, a contact, a move of its wallet or another expiry', async () => {
    const id = await adult()
    const path = `/member/${id}`
    const cause = { key: `test/${id}`, type: 'opening' as const, id, label: 'Test' }
    const credit = () => portal.run((tx) => postTo(tx, { member: id, kind: 'opening', credit: 5, cause }))
    const contact = { name: 'Aunt', phoneNo: '0123456789' }
    expect(await changes(path, () => clerk.put(path, { note: 'x' }))).toBe(true)
    expect(await changes(path, () => clerk.post(`${path}/emergency-contact`, contact))).toBe(true)
    expect(await changes(path, credit)).toBe(true)
    expect(await changes(path, () => clerk.put(`/expiration/${id}`, { expirationDate: '2027-01-31' }))).toBe(true)
    expect(await changes(path, () => portal.write(sql`update member set school = 'x' where id = ${id}`))).toBe(true)
    expect(await changes(path, async () => {})).toBe(false)
  })

  test('is another after another parent, though of the same name', async () => {
    const [one, other] = await portal.run(async (tx) => [
      await insertMember(tx, { kind: 'parent', name: 'Tan Wei' }),
      await insertMember(tx, { kind: 'parent', name: 'Tan Wei' }),
    ])
    const { _id } = await enrolMember(clerk, make.kid({ mainIDs: [one] }))
    const stale = await tagOf(`/member/${_id}`)
    await portal.write(sql`delete from member_parent where child = ${_id}`)
    await portal.write(sql`insert into member_parent (child, parent) values (${_id}, ${other})`)
    expect(await save(`/member/${_id}`, { mainIDs: [one] }, stale)).toBe(412)
  })

  test('stays when what is only shown beside it has changed, and the newer name is answered', async () => {
    const { _id } = (await clerk.post('/belt', { beltColor: 'Plain' })).json()
    const { _id: id } = await enrolMember(clerk, make.adult({ belt: _id }))
    const path = `/member/${id}`
    expect(await changes(path, () => clerk.put(`/belt/${_id}`, { beltColor: 'Renamed' }))).toBe(false)
    expect((await clerk.get(path, undefined, { 'if-none-match': await tagOf(path) })).json().belt.beltColor).toBe(
      'Renamed',
    )
  })
})

test.each([
  ['weak, as by nginx and Cloudflare', 'W/', '"'],
  ['with the coding, as by Caddy and Apache', '', '-gzip"'],
  ['with Brotli as the coding', '', '-br"'],
])('a tag that a proxy handed on is known: %s', async (_, before, after) => {
  const path = `/member/${await adult()}`
  const handedOn = before + (await tagOf(path)).replace(/"$/, after)
  expect(await save(path, { note: 'First' }, handedOn)).toBe(200)
  expect(await save(path, { note: 'Second' }, handedOn)).toBe(412)
})

describe('a stale tag', () => {
  test('is told before any other refusal, and where nothing would be written', async () => {
    const path = `/member/${await adult()}`
    const stale = await tagOf(path)
    await clerk.put(path, { note: 'Meanwhile' })
    expect(await save(path, { coachIncharge: '019aa000-0000-7000-8000-000000000000' }, stale)).toBe(412)
    const { _id } = (await clerk.post('/belt', { beltColor: 'Idle' })).json()
    const old = await tagOf(`/belt/${_id}`)
    await clerk.put(`/belt/${_id}`, { beltColor: 'Idle again' })
    expect(await save(`/belt/${_id}`, {}, old)).toBe(412)
    expect(await save('/belt/019aa000-0000-7000-8000-000000000000', {}, old)).toBe(404)
  })

  test('does not fit again after a backup was restored and something else was saved', async () => {
    const path = `/member/${await adult()}`
    const id = path.slice('/member/'.length)
    const asOwner = (statement: RawBuilder<unknown>) => statement.execute(portal.handle)
    await asOwner(sql`create table backed_up as select * from member where id = ${id}`)
    await clerk.put(path, { note: 'After the backup' })
    const held = await tagOf(path)
    await asOwner(sql`do $$ begin
      alter table member disable trigger raise_version;
      update member set (note, row_version) = (select note, row_version from backed_up) where id in (select id from backed_up);
      alter table member enable trigger raise_version;
      drop table backed_up;
    end $$`)
    expect((await clerk.put(path, { note: 'After the restore' })).statusCode).toBe(200)
    expect(await save(path, { note: 'From the old tab' }, held)).toBe(412)
  })

  test('of a member is found by a call under another path and by one at the same moment', async () => {
    const { _id: parent } = await enrolMember(clerk, make.parent())
    const { _id: child } = await enrolMember(clerk, make.kid({ mainIDs: [parent], email: 'kid@example.com' }))
    const stale = await tagOf(`/member/${child}`)
    expect((await clerk.put(`/member/${parent}/independent/${child}`)).statusCode).toBe(200)
    expect(await save(`/member/${child}`, { note: 'x' }, stale)).toBe(412)
    const fresh = await tagOf(`/member/${child}`)
    const answers = await Promise.all(['1', '2', '3', '4'].map((note) => save(`/member/${child}`, { note }, fresh)))
    expect(answers.toSorted()).toEqual([200, 412, 412, 412])
  })
})

test('the expiry of a wallet is saved over only by who has seen it', async () => {
  const path = `/expiration/${await adult()}`
  const stale = await tagOf(path)
  expect((await clerk.put(path, { expirationDate: '2027-01-31' })).statusCode).toBe(200)
  expect(await save(path, { expirationDate: '2027-02-28' }, stale)).toBe(412)
})
