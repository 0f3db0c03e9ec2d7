/** A family's archive against the database: all of it, and nothing of anybody else. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { order } from '../../test/support/academy.ts'
import { pending } from '../../test/support/adjustments.ts'
import { type World, worldIn } from '../../test/support/calls/documents.ts'
import { insertMember } from '../../test/support/families.ts'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import { type Client, type TestPortal, testEntry, testPortal, unknown } from '../../test/support/portal.ts'
import { allBut } from '../../test/support/staff/staff.ts'
import { adult } from '../../test/support/students.ts'
import { adultWith } from '../../test/support/wallets.ts'
import { notify } from '../notices/notices.ts'
import { keyOf } from '../platform/data/index.ts'
import { unzip } from '../platform/sheets/index.ts'
import { kinds, leftOut } from './kinds.ts'

/** Stands in every text of everybody who is not of the family. */
const foreign = 'zqother'

let portal: TestPortal
let clerk: Client
let world: World
/** The adult of the world, with all its documents, and a dependent child. */
let family: string[]
let coparent: string

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  world = await worldIn(portal, clerk)
  const child = await portal.run(async (tx) => {
    coparent = await insertMember(tx, { kind: 'parent', name: foreign })
    const id = await insertMember(tx, { kind: 'child', name: 'Tan Mei Lin', ch_name: '陈美玲' }, [
      world.adult,
      coparent,
    ])
    const grown = { kind: 'child', name: foreign, is_independent: true } as const
    await insertMember(tx, grown, [world.adult])
    for (const member of [world.adult, coparent])
      await notify(tx, { member, type: 'payment', title: 'Hello', message: member === coparent ? foreign : 'Hello' })
    const imported = tx.newId()
    await tx.change(testEntry, async (on) => {
      await sql`insert into member_import (id, at, by_name, file, created, updated)
        values (${imported}, ${tx.now}, 'clerk', 'members.xlsx', 0, 2)`.execute(on())
      await sql`insert into member_import_row (import, row, member, is_new, before, after) values
        (${imported}, 2, ${id}, false, '{"school":"SK Lama"}', '{}'), (${imported}, 3, ${coparent}, false, ${`{"note":"${foreign}"}`}, '{}')`.execute(
        on(),
      )
    })
    return id
  })
  family = [world.adult, child]
  const adjusted = await pending(clerk, world.adult, { reason: 'Goodwill' })
  await clerk.put(`/credit-adjust/${adjusted}`, { approvedBy: 'me' })
  await clerk.put(`/member/${world.adult}`, { chName: '陈大文', school: 'SK Taman' })
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { key } = await portal.portal.pictures.store(await portal.portal.pictures.redraw(png))
  await portal.write(sql`update member set picture = ${key} where id = ${child}`)
  // Everything else of the others is marked, and what they paid with.
  const texts = await portal.rows<{ name: string }>(sql`select column_name as name from information_schema.columns
    where table_name = 'member' and udt_name = 'text' and is_generated = 'NEVER'
    and column_name not in ('kind', 'gender', 'picture', 'parent_names', 'ic_no')`)
  await portal.write(
    sql`update member set ${sql.join(
      texts.map(({ name }) => sql`${sql.ref(name)} = ${foreign} || right(id::text, 6)`),
    )} where not (id = any(${family}::uuid[]))`,
  )
  await portal.write(
    sql`update member set ${sql.join(
      texts.map(({ name }) => sql`${sql.ref(name)} = coalesce(${sql.ref(name)}, 'Zebra ' || right(id::text, 6))`),
    )} where id = any(${family}::uuid[])`,
  )
  await portal.write(sql`update member set ic_no = case when id = any(${family}::uuid[]) then 'IC ' else ${foreign} end || right(id::text, 6)
    where kind <> 'parent'`)
  await portal.write(sql`insert into member_password_code (member, code_hash, expires)
    select id, decode(md5(id::text), 'hex'), now() from member where id = any(${[world.adult, coparent]}::uuid[])`)
  await portal.write(sql`insert into card_order (payment, provider, provider_order, amount, currency, token, created_at, updated_at)
    select id, 'Zebra', 'Zebra', 100, 'MYR', 'Zebra', now(), now() from payment where member = ${world.adult} limit 1`)
  await portal.write(sql`insert into card_refund (id, payment, provider, provider_payment, amount, currency, reason, created_at)
    select id, id, 'Zebra', 'Zebra', 100, 'MYR', 'Zebra', now() from payment where member = ${world.adult} limit 1`)
  const elsewhere = await order(portal, { ...world, member: world.newcomer })
  await clerk.put(`/payment/direct/${elsewhere}`, { isPay: true })
})
afterAll(() => portal.close())

const take = (by: Client, id = world.adult) => by.get(`/family/${id}/archive`)

interface Part {
  name: string
  text: string
}

/** The files of an archive as text; workbooks by the XML in them. */
async function partsOf(answer: Awaited<ReturnType<Client['get']>>): Promise<Part[]> {
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  const limits = { entries: 200, inflated: 50_000_000 }
  return Promise.all(
    unzip(answer.rawPayload, limits).map(async ({ name, content }) => {
      if (name.endsWith('.pdf')) return { name, text: (await pdfPages(content)).join(' ') }
      if (!name.endsWith('.xlsx')) return { name, text: content.toString() }
      const sheets = unzip(content, limits).filter((part) => part.name.startsWith('xl/worksheets/'))
      return { name, text: sheets.map((sheet) => sheet.content.toString()).join(' ') }
    }),
  )
}
const textOf = (parts: readonly Part[], name: string) => parts.find((part) => part.name === name)?.text ?? ''
const jsonOf = (parts: readonly Part[]): Record<string, Record<string, unknown>[]> =>
  JSON.parse(textOf(parts, 'family.json'))

/** The rows that are theirs, where that is not said by a column `member`. */
const theirs = (): Record<string, ReturnType<typeof sql>> => ({
  member: sql`id = any(${family}::uuid[])`,
  // Of the parents of a child only those in the family.
  memberParent: sql`child = any(${family}::uuid[]) and parent = any(${family}::uuid[])`,
  receipt: sql`payer = any(${family}::uuid[])`,
  // A cash close names everybody who paid on a day.
  writtenPaper: sql`kind = 'credit-adjustment' and members && ${family}::uuid[]`,
  // That it was taken is known after it.
  sensitiveReading: sql`members && ${family}::uuid[] and call not like '%/archive'`,
  cardOrder: sql`payment in (select id from payment where member = any(${family}::uuid[]))`,
  cardRefund: sql`payment in (select id from payment where member = any(${family}::uuid[]))`,
})

test('it has every column of every table about these members, whatever columns the database has', async () => {
  await portal.portal.background.settled()
  const json = jsonOf(await partsOf(await take(clerk)))
  const referring = await portal.rows<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'member'::regclass
    union select table_name from information_schema.columns where table_schema = 'public'
      and udt_name in ('uuid', '_uuid') and column_name ~ '(^|_)(members?|payer|children)$'
    union select unnest(array['member', 'card_order', 'card_refund'])`)
  const known = new Map(kinds.map((kind) => [kind.table as string, kind]))
  const missing: string[] = []
  for (const { name } of referring) {
    if (Object.hasOwn(leftOut, name)) continue
    const kind = known.get(keyOf(name))
    if (!kind) {
      missing.push(`${name}: no kind`)
      continue
    }
    const condition = theirs()[kind.table] ?? sql`member = any(${family}::uuid[])`
    const stored = await portal.rows<Record<string, unknown>>(
      sql`select * from ${sql.table(name)} as each where ${condition}`,
    )
    const told = json[kind.name] ?? []
    if (stored.length === 0) missing.push(`${name}: nothing to look for`)
    if (told.length !== stored.length) missing.push(`${name}: ${told.length} of ${stored.length} rows`)
    for (const row of stored)
      for (const [column, value] of Object.entries(row)) {
        const isThere = told.some((each) => column in each && JSON.stringify(each[column]) === JSON.stringify(value))
        const isPicture =
          column === 'picture' && value !== null && told.some((each) => each.picture === 'pictures/2.png')
        const isLeftOut = Object.hasOwn(kind.without ?? {}, column)
        if (isThere === isLeftOut && !isPicture) missing.push(`${name}.${column}`)
      }
  }
  expect([...new Set(missing)]).toEqual([])
})

test('each column of a workbook shows a column of its rows', async () => {
  const wrong: string[] = []
  for (const kind of kinds) {
    const [row] = await portal.run((tx) => tx.query<Record<string, unknown>>(kind.rows(tx, family)))
    if (!row) wrong.push(`${kind.name}: no row`)
    const read: Record<string, unknown> = row ?? {}
    const noting = new Proxy(read, {
      get: (_, field) => {
        if (!(field in read)) wrong.push(`${kind.name}: ${String(field)}`)
        return Reflect.get(read, field)
      },
    })
    for (const { value } of kind.columns) value(noting)
  }
  expect(wrong).toEqual([])
})

test('it has nothing of anybody else, though they share a child, a class, a cash close and a file', async () => {
  const parts = await partsOf(await take(clerk))
  const [named] = await portal.rows<{ ids: string[] }>(
    sql`select array_agg(id::text) as ids from member where not (id = any(${family}::uuid[]))`,
  )
  for (const { name, text } of parts) {
    expect(text, name).not.toContain(foreign)
    if (name !== 'family.json') for (const id of named?.ids ?? []) expect(text, name).not.toContain(id)
  }
  // From the child both of its main members are seen.
  const whole = await partsOf(await take(clerk, family[1]))
  expect(
    jsonOf(whole)
      .members?.map(({ id }) => id)
      .toSorted(),
  ).toEqual([...family, coparent].toSorted())
})

test('people find workbooks with headings, papers and pictures in it', async () => {
  const parts = await partsOf(await take(clerk))
  const names = parts.map(({ name }) => name)
  for (const file of [
    'members.xlsx',
    'ledger.xlsx',
    'payments.xlsx',
    'attendance.xlsx',
    'pictures/2.png',
    'README.txt',
  ])
    expect(names).toContain(file)
  expect(names.filter((name) => /^receipts\/Official_Receipt_.+\.pdf$/.test(name)).length).toBeGreaterThan(0)
  expect(names.filter((name) => /^papers\/.+\.pdf$/.test(name)).length).toBe(1)
  for (const word of ['Chinese Name', '陈大文', '陈美玲']) expect(textOf(parts, 'members.xlsx')).toContain(word)
  const ledger = textOf(parts, 'ledger.xlsx')
  for (const word of ['Opening balance', 'Package bought', 'Credit adjustment']) expect(ledger).toContain(word)
  expect(ledger).not.toContain('purchase')
  const told = textOf(parts, 'messages.xlsx')
  for (const word of ['Balance', 'WhatsApp', 'English']) expect(told).toContain(word)
  const [wallet] = jsonOf(parts).wallets ?? []
  const { balance } = (await clerk.get(`/member/${world.adult}/wallet`)).json()
  expect(wallet).toMatchObject({ balance })
  const { opening, added, spent, expired } = Object(wallet)
  expect(opening + added - spent - expired).toBe(balance)
  const readme = textOf(parts, 'README.txt')
  for (const word of ['20-11-2026 at 12:00 by user 1', '1. Adult', '2. Tan Mei Lin 陈美玲 (child)', 'ledger.xlsx'])
    expect(readme).toContain(word)
  expect(readme).not.toContain('Left out')
})

test('it asks for the rights to see members whole and to export them, and shows nothing beyond the caller', async () => {
  expect((await take(clerk, unknown)).statusCode).toBe(404)
  for (const missing of ['membership.sensitive', 'membership.view', 'membership.create'])
    expect((await take(await portal.as(allBut(missing)))).statusCode, missing).toBe(403)
  const registrar = await portal.as(
    { membership: ['view', 'create', 'sensitive'] },
    { centres: [world.further.centre ?? world.centre] },
  )
  const parts = await partsOf(await take(registrar))
  const json = jsonOf(parts)
  const left = ['adjustments', 'papers', 'payments', 'card-orders', 'card-refunds', 'receipts', 'audit-trail']
  for (const name of left) expect(json, name).not.toHaveProperty(name)
  expect(parts.some(({ name }) => /\.pdf$/.test(name))).toBe(false)
  expect(textOf(parts, 'README.txt')).toMatch(/Left out, because .* may not see it: .*payments/)
  // A class at a centre that is not theirs.
  expect(json.attendance).toEqual([])
  expect(textOf(parts, 'README.txt')).toContain('Attendance only of the centres that ')
})

test('credit that expired and was put back counts as the statement counts it', async () => {
  const member = await adultWith(portal, 40, '2026-11-19')
  await clerk.delete(`/expiration/${member}`)
  const [{ _id: cleared }] = (await clerk.get(`/member/${member}/wallet`)).json().items
  await clerk.post(`/expiration/${member}/cleared/${cleared}/undo`)
  const json = jsonOf(await partsOf(await take(clerk, member)))
  const days = 'startDate=2026-11-01&endDate=2026-11-20'
  const [statement] = (await clerk.get(`/report/credit-statement-report?${days}&parentId=${member}`)).json().items
  expect(statement).toMatchObject({ in: 80, expired: 40, balance: 40 })
  expect(json.wallets).toMatchObject([{ opening: 40, added: 40, expired: 40, balance: 40 }])
})

test('a wallet’s opening, and what expired, stand by themselves; a purchase says until when the wallet is good after it', async () => {
  const member = await adult(portal, 'Opened', 50)
  const bought: { _id: string; orNo: string; validUntil: string }[] = []
  for (const duration of [12, 2]) {
    const item = { title: `For ${duration} months`, code: `M${duration}`, credit: 100, duration, description: 'x' }
    const sold = (await clerk.post('/credit-package', item)).json()._id
    const id = await order(portal, { ...world, member, package: sold })
    await clerk.put(`/payment/direct/${id}`, { isPay: true })
    bought.push((await clerk.get(`/payment/${id}`)).json())
  }
  const parts = await partsOf(await take(clerk, member))
  const json = jsonOf(parts)
  expect(json.wallets).toMatchObject([{ opening: 50, added: 200, spent: 0, expired: 0, balance: 250 }])
  const until = new Set(json.payments?.map(({ validUntil }) => validUntil))
  expect([...until]).toEqual([bought[0]?.validUntil])
  const receipt = (n: number) => `receipts/Official_Receipt_${bought[n]?.orNo}.pdf`
  const receipts = (found: readonly Part[]) => found.map(({ name }) => name).filter((name) => name.endsWith('.pdf'))
  expect(receipts(parts)).toEqual([receipt(0), receipt(1)])
  await clerk.put(`/payment/cancel/${bought[1]?._id}`, {})
  expect(receipts(await partsOf(await take(clerk, member)))).toEqual([receipt(0)])
})

test('who took whose data is in the trail, as an export', async () => {
  const taker = await portal.as()
  await take(taker)
  const [record] = (await clerk.get('/auth/audit-trail?searchText=Family_&sort=-timestamp')).json().items
  expect(record).toMatchObject({ section: 'Membership Profile', docType: 'family', action: 'Exported' })
  const fields = Object.fromEntries(
    record.changeTo.map(({ field, item }: { field: string; item: string }) => [field, item]),
  )
  expect(fields.holds).toMatch(/^Adult \d+, Tan Mei Lin$/)
  expect(Number(fields.rows)).toBeGreaterThan(20)
  // Alerts count it with the other exports.
  const alerts = (await clerk.get('/auth/audit-trail?alert=exports&limit=100')).json().items
  expect(alerts.map(({ _id }: { _id: string }) => _id)).toContain(record._id)
})
