/** Medical notes and I/C numbers against whoever may see everything but them: every read, every file, every write. */
import { readFile } from 'node:fs/promises'
import { apiRoot, type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unzip } from '../../src/platform/sheets/index.ts'
import { createSession } from '../../src/staff/staff.ts'
import { pathOf, type World, worldIn } from '../support/calls/documents.ts'
import { named, routes } from '../support/calls/endpoints.ts'
import { importFile, sheetBy } from '../support/members/sheets.ts'
import { pdfPages } from '../support/platform/pdf.ts'
import { type Client, type TestPortal, testEntry, testPortal } from '../support/portal.ts'
import { allBut, officeOf } from '../support/staff/staff.ts'

/** Stands in every I/C number, as the four signs that a masked one shows, and in every medical note; no random token has a space. */
const marker = 'z qx'

let portal: TestPortal
let clerk: Client
/** Everything but the one permission. */
let other: Client
let world: World
beforeAll(async () => {
  portal = await testPortal({ MEMBER_PASSWORDS: 'on' })
  clerk = await portal.as()
  other = await portal.as(allBut('membership.sensitive'))
  world = await worldIn(portal, clerk)
  await portal.run((tx) =>
    tx.change(testEntry, async (on) => {
      await sql`update member set medical = ${`Asthma ${marker}`}, tm_no = 'TM-' || right(id::text, 6),
        ic_no = case when kind <> 'parent' then ${marker} || right(id::text, 9) || ${marker} end`.execute(on())
      await sql`update wallet set credit_expired = '2026-11-20'`.execute(on())
    }),
  )
})
afterAll(() => portal.close())

const reads = routes.filter(({ method }) => method === 'GET')
/** Filters without which a call answers nothing. */
const queries: Record<string, string[]> = {
  '/payment/generate/pdf': ['?ids='],
  '/report/class/attendance': ['?classId='],
  '/report/class/attendance/generate/excel': ['?classId='],
  '/report/class/attendance/generate/pdf': ['?classId='],
  '/report/credit-statement-report': ['?parentId='],
  '/report/credit-statement-report/generate/excel': ['?parentId='],
  '/report/credit-statement-report/generate/pdf': ['?parentId='],
  '/member': ['', '?limit=1000', '?isDisable=false', '?isAdult=true&sort=icNo'],
  '/member/find': ['?searchText=adult', '?searchText=grown'],
}
function queriesOf(path: string): string[] {
  const value: Record<string, string> = { 'ids=': world.payment, 'classId=': world.unmarked, 'parentId=': world.parent }
  return (queries[path] ?? ['']).map((query) => query + (value[query.slice(1)] ?? ''))
}

/** All that an answer holds as text: the body, the sheets of a workbook, the pages of a PDF. */
async function textOf({ result }: Endpoint, answer: Awaited<ReturnType<Client['get']>>): Promise<string> {
  if (!isFile(result) || answer.statusCode !== 200) return answer.body
  if (result.file === 'pdf') return (await pdfPages(answer.rawPayload)).join(' ')
  const parts = unzip(answer.rawPayload, { entries: 100, inflated: 50_000_000 })
  return parts.map(({ content }) => content.toString()).join(' ')
}

async function readBy(client: Client, route: Endpoint): Promise<string> {
  const texts: string[] = []
  for (const query of queriesOf(route.path)) {
    const answer = await client.get(pathOf(world, route.path) + query)
    expect(answer.statusCode, answer.body.slice(0, 200)).toBeLessThan(500)
    texts.push(await textOf(route, answer))
  }
  return texts.join('\n').toLowerCase()
}

/** The reads that tell them to who may see them: so the walk below looks where there is something to find. */
const telling = [
  'GET /enrollment/attendance/students/:class',
  'GET /family/:id/archive',
  'GET /member',
  'GET /member/:id',
  'GET /member/choose',
  'GET /member/find',
  'GET /member/generate/excel',
  'GET /point-adjust/generate-total-flow-excel',
  'GET /point-adjust/generate-total-flow-excel/before',
  'GET /report/expiry-report',
  'GET /report/expiry-report/generate/excel',
  'GET /report/expiry-report/generate/pdf',
  'GET /report/tm-Report',
  'GET /report/tm-Report/generate/excel',
  'GET /report/tm-Report/generate/pdf',
]
const told: string[] = []

test.each(named(reads))('%s tells nobody a medical note or an I/C number who may not see them', async (name, route) => {
  expect(await readBy(other, route)).not.toContain(marker)
  const isTold = (await readBy(clerk, route)).includes(marker)
  if (isTold) told.push(name)
  // Each answer that tells them leaves a record of it, and no other does.
  await portal.portal.background.settled()
  const [{ count } = { count: 0 }] = await portal.run((tx) =>
    tx.query<{ count: number }>(sql`select count(*)::int as count from sensitive_reading where call = ${name}`),
  )
  expect(count > 0, `readings of ${name}`).toBe(isTold)
})

test('nobody is recorded as a reader who may not see them', async () => {
  await portal.portal.background.settled()
  const readers = await portal.rows(sql`select distinct user_id from sensitive_reading`)
  expect(readers).toEqual([{ userId: clerk.userId }])
})

test('those who may see them are told by these calls', () => {
  expect(told.toSorted()).toEqual(telling.toSorted())
})

const icOf = async (id: string): Promise<string> => (await clerk.get(`/member/${id}`)).json().icNo

describe('who may not see an I/C number', () => {
  test('finds nobody by it, in any search', async () => {
    const number = encodeURIComponent(await icOf(world.adult))
    const searched = reads.filter(({ query }) => query && 'shape' in query && 'searchText' in Object(query.shape))
    expect(searched.length).toBeGreaterThan(20)
    const foundBy = async (client: Client) => {
      const found: string[] = []
      for (const { path } of searched) {
        if (path.includes('/generate')) continue
        const [query = ''] = queriesOf(path)
        const answer = await client.get(`${pathOf(world, path)}${query ? `${query}&` : '?'}searchText=${number}`)
        expect(answer.statusCode, `${path} ${answer.body.slice(0, 200)}`).toBe(200)
        const { items = [], total = items.length, adult = 0 } = answer.json()
        if (total + adult > 0) found.push(path)
      }
      return found
    }
    expect((await foundBy(clerk)).length).toBeGreaterThan(8)
    expect(await foundBy(other)).toEqual([])
  })

  test('finds by everything else as before', async () => {
    const member = (await clerk.get(`/member/${world.adult}`)).json()
    for (const text of [member.email, member.tmNo, member.tmNo.replace('-', '')])
      for (const path of ['/member', '/member/find', '/member/choose'])
        expect(
          (await other.get(`${path}?searchText=${encodeURIComponent(text)}`)).json().items,
          `${path} ${text}`,
        ).toMatchObject([{ _id: world.adult }])
  })

  test('reads the description of the calls whole', async () => {
    const [mine, theirs] = [await other.get('/openapi.json'), await clerk.get('/openapi.json')]
    expect(mine.json()).toEqual(theirs.json())
  })

  test('sorts by something else than by it', async () => {
    const answer = await other.get('/member?sort=-icNo')
    expect(answer.headers['x-sort-ignored']).toBe('icNo')
    expect(answer.json().items).toEqual((await other.get('/member')).json().items)
  })

  test('cannot write it, not even the same, and saves the rest without wiping it', async () => {
    const before = (await clerk.get(`/member/${world.adult}`)).json()
    for (const icNo of [before.icNo, '900101-14-0001'])
      expect((await other.put(`/member/${world.adult}`, { icNo })).statusCode).toBe(403)
    expect((await other.put(`/member/${world.adult}`, { medical: 'None' })).statusCode).toBe(403)
    const read = (await other.get(`/member/${world.adult}`)).json()
    expect(read).toMatchObject({ icNo: null, medical: null })
    const saved = await other.put(`/member/${world.adult}`, { ...read, note: 'Left-handed', medical: '' })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(saved.json()).toMatchObject({ icNo: null, medical: null, note: 'Left-handed' })
    expect((await clerk.get(`/member/${world.adult}`)).json()).toMatchObject({
      icNo: before.icNo,
      medical: before.medical,
      note: 'Left-handed',
    })
  })

  test('notes it down on enrolling somebody, and does not read it back', async () => {
    const adult = {
      kind: 'adult',
      name: 'New Adult',
      dob: '1990-02-03',
      gender: 'Male',
      nationality: 'Malaysian',
      email: 'new@example.com',
      password: 'Kata-12345',
      coachIncharge: world.coach,
    }
    const sent = { icNo: '900203-14-0001', medical: 'Asthma' }
    const answer = await other.post('/member', { ...adult, ...sent })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ icNo: null, medical: null })
    expect((await clerk.get(`/member/${answer.json()._id}`)).json()).toMatchObject(sent)
    // That a number is taken must be told; whose it is, is not.
    const taken = await other.post('/member', { ...adult, email: 'newer@example.com', icNo: await icOf(world.adult) })
    expect(taken.statusCode).toBe(409)
    expect(taken.body).not.toContain(world.adult)
  })

  test('learns nothing from an import: a number finds no member and is refused', async () => {
    const file = await sheetBy([{ 'I/C No.': await icOf(world.adult), 'English Name': 'Guess' }])
    const answer = await importFile(portal, other, file, { dryRun: true })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ update: 0, updates: [] })
    expect(answer.json().problems).toContainEqual(expect.objectContaining({ row: 2, column: 'I/C No.' }))
    expect((await importFile(portal, other, file)).statusCode).toBe(400)
  })

  test('gets the first answer of a repeated call without it, though the first call told it', async () => {
    const office = officeOf(portal)
    const { _id, role } = await office.group({ membership: ['view', 'edit', 'sensitive'] })
    const user = await office.user(_id)
    const signIn = () => portal.run((tx) => createSession(tx, user._id, { address: '::1', userAgent: 'test' }))
    const put = async () => {
      const { token } = await signIn()
      await portal.handle
        .updateTable('staffUser')
        .set({ mustChangePassword: false })
        .where('id', '=', user._id)
        .execute()
      return portal.app.inject({
        method: 'PUT',
        url: `${apiRoot}/member/${world.adult}`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'the same call' },
        payload: { note: 'Once' },
      })
    }
    expect((await put()).body).toContain(marker)
    await clerk.put(`/user-group/${_id}`, { role, permissions: { membership: ['view', 'edit'] } })
    const again = await put()
    expect(again.statusCode, again.body).toBe(200)
    expect(again.json()).toMatchObject({ note: 'Once', icNo: null, medical: null })
  })
})

test('an I/C number that somebody has is refused without telling whose it is', async () => {
  const number = await icOf(world.adult)
  const answer = await clerk.put(`/member/${world.newcomer}`, { icNo: number })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message + JSON.stringify(answer.json().details)).not.toMatch(/Adult \d/)
})

test('whoever saw them before the upgrade sees them after it, and the change is sealed in the trail', async () => {
  const groups: [PermissionMap, PermissionMap][] = [
    [{ membership: ['view'] }, { membership: ['view', 'sensitive'] }],
    [{ 'report.TM': ['view'] }, { 'report.TM': ['view'], membership: ['sensitive'] }],
    [{ attendance: ['view'] }, { attendance: ['view'] }],
    [{ membership: ['view', 'sensitive'] }, { membership: ['view', 'sensitive'] }],
  ]
  const made = await Promise.all(groups.map(([before]) => officeOf(portal).group(before)))
  const upgrade = await readFile(new URL('../../migrations/20261123-sensitive-permission.sql', import.meta.url), 'utf8')
  await portal.handle.transaction().execute(async (db) => {
    for (const statement of upgrade.split(/;\n\n/)) await sql.raw(statement).execute(db)
  })
  for (const [index, { _id }] of made.entries()) {
    const [group] = await portal.run((tx) =>
      tx.query<{ permissions: object; seals: number }>(sql`select permissions,
        (select count(*)::int from audit_record where seal like '%user_group ' || g.id || ' %') as seals
        from user_group g where id = ${_id}`),
    )
    const [before, after] = groups[index] ?? []
    expect(group).toEqual({ permissions: after, seals: JSON.stringify(before) === JSON.stringify(after) ? 1 : 2 })
  }
})
