/** The deletion of a family: what was told before is what then happened, and all go or none. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Removal } from '@academy/contract/members/removal.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pending } from '../../test/support/adjustments.ts'
import { type World, worldIn } from '../../test/support/calls/documents.ts'
import { bodies, enrolMember, insertMember } from '../../test/support/families.ts'
import { type Client, type TestPortal, testEntry, testPortal, unknown } from '../../test/support/portal.ts'
import { allBut } from '../../test/support/staff/staff.ts'
import { enrol } from '../../test/support/students.ts'
import { wipedValues } from '../members/columns.ts'
import { notify } from '../notices/notices.ts'

let portal: TestPortal
let clerk: Client
let world: World
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  world = await worldIn(portal, clerk)
})
afterAll(() => portal.close())

type Row = Record<string, unknown>

/** All that a deletion could touch. */
async function reading(ids: readonly string[]) {
  const of = (table: string, where: ReturnType<typeof sql>) =>
    portal.rows(sql<Row>`select * from ${sql.table(table)} as each where ${where}`)
  const member = sql`member = any(${ids}::uuid[])`
  const [members, contacts, notices, imports, enrolments, entries, payments, adjustments, attendance] =
    await Promise.all([
      of('member', sql`id = any(${ids}::uuid[])`),
      ...['emergency_contact', 'notice', 'member_import_row', 'enrolment', 'wallet_entry', 'payment'].map((table) =>
        of(table, member),
      ),
      ...['credit_adjustment', 'attendance'].map((table) => of(table, member)),
    ])
  return {
    members: members ?? [],
    contacts: contacts ?? [],
    notices: notices ?? [],
    imports: imports ?? [],
    enrolments: enrolments ?? [],
    entries: entries ?? [],
    payments: payments ?? [],
    adjustments: adjustments ?? [],
    attendance: attendance ?? [],
    links: await of('member_parent', sql`child = any(${ids}::uuid[]) or parent = any(${ids}::uuid[])`),
    receipts: await of('receipt', sql`payer = any(${ids}::uuid[]) or children && ${ids}::uuid[]`),
    readings: await of('sensitive_reading', sql`members && ${ids}::uuid[]`),
    papers: await of('written_paper', sql`members && ${ids}::uuid[]`),
    trail: await portal.rows(
      sql<Row>`select id, doc_type, doc_id, description, change_from, change_to from audit_record`,
    ),
    pictures: (await readdir(join(portal.portal.config.dataDir, 'files'))).filter((name) => name.includes('-small')),
  }
}
type Reading = Awaited<ReturnType<typeof reading>>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What happened, counted from the database before and after. */
function happened(before: Reading, after: Reading): Record<string, number> {
  const afterwards = <Name extends Exclude<keyof Reading, 'pictures'>>(name: Name, row: Row) =>
    after[name].find((each) => each.id === row.id)
  const gone = (name: Exclude<keyof Reading, 'pictures'>) => before[name].length - after[name].length
  const personal = Object.keys(wipedValues).filter((column) => column !== 'isDeleted' && column !== 'picture')
  const details = before.members.flatMap((member) =>
    personal.filter((column) => member[column] !== null && member[column] !== afterwards('members', member)?.[column]),
  )
  const stayed = before.enrolments.flatMap((row) => {
    const now = afterwards('enrolments', row)
    return now ? [[row, now] as const] : []
  })
  return {
    details: details.length,
    pictures: before.pictures.length - after.pictures.length,
    contacts: gone('contacts'),
    links: gone('links'),
    notices: gone('notices'),
    readings: gone('readings'),
    imports: gone('imports'),
    remarks: stayed.filter(([was, is]) => was.remark !== null && is.remark === null).length,
    ended: stayed.filter(([was, is]) => !was.isDisable && is.isDisable).length,
    enrolments: gone('enrolments'),
    trail: before.trail.filter((record) => !same(record, afterwards('trail', record))).length,
  }
}

/** What stays of them. */
function stayed(before: Reading, after: Reading): Record<string, number> {
  const concerned = [before.members, before.contacts, before.enrolments].flat().map(({ id }) => id)
  const about = ['member', 'emergency-contact', 'enrollment', 'notice']
  const known = new Set(before.trail.map(({ id }) => id))
  return {
    entries: after.entries.length,
    payments: after.payments.length,
    adjustments: after.adjustments.length,
    attendance: after.attendance.length,
    enrolments: after.enrolments.length,
    receipts: after.receipts.length,
    papers: after.papers.length,
    trail: after.trail.filter(
      ({ id, docType, docId }) => known.has(id) && about.includes(String(docType)) && concerned.includes(docId),
    ).length,
  }
}

const counted = (parts: readonly { kind: string; count: number }[]) =>
  Object.fromEntries(parts.map(({ kind, count }) => [kind, count]))
const without0 = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** An adult with all the documents of the world, and a child of theirs that has left no trace. */
async function familyWithHistory() {
  const child = await portal.run(async (tx) => {
    const id = await insertMember(tx, { kind: 'child', name: 'Tan Mei Lin', ch_name: '陈美玲', school: 'SK' }, [
      world.adult,
    ])
    for (const member of [world.adult, id])
      await notify(tx, { member, type: 'payment', title: 'Hello', message: 'Hello' })
    const imported = tx.newId()
    await tx.change(testEntry, async (on) => {
      await sql`insert into member_import (id, at, by_name, file, created, updated)
        values (${imported}, ${tx.now}, 'clerk', 'members.xlsx', 0, 1)`.execute(on())
      await sql`insert into member_import_row (import, row, member, is_new, before, after)
        values (${imported}, 2, ${id}, false, '{}', '{}')`.execute(on())
    })
    return id
  })
  await enrol(clerk, child, world.course)
  await clerk.put(`/enrollment/${world.enrollment}`, { remark: 'Left-handed' })
  await enrol(clerk, world.adult, world.quiet)
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { key } = await portal.portal.pictures.store(await portal.portal.pictures.redraw(png))
  await portal.write(sql`update member set picture = ${key} where id = ${child}`)
  const adjusted = await pending(clerk, world.adult, { reason: 'Goodwill' })
  await clerk.put(`/credit-adjust/${adjusted}`, { approvedBy: 'me' })
  return [world.adult, child]
}

/** Makes all of them fit to go. */
async function settle(ids: readonly string[]) {
  await portal.write(
    sql`update attendance set outstanding = false, status = 'A', check_in = null, check_out = null where outstanding and wallet_member = any(${ids}::uuid[])`,
  )
  for (const id of ids) {
    const { wallet, isIndependent } = (await clerk.get(`/member/${id}`)).json()
    if (isIndependent && wallet !== 0) await clerk.put(`/member/${id}`, { wallet: 0, walletWas: wallet })
    expect((await clerk.put(`/member/${id}`, { isDisable: true })).statusCode).toBe(200)
  }
}

test('what the preview tells is what then happens, and one who hinders keeps all of them', async () => {
  const ids = await familyWithHistory()
  const told = async () => (await clerk.get(`/family/${ids[1]}/removal`)).json()
  const hindered = await told()
  expect(hindered.members.map(({ _id }: { _id: string }) => _id)).toEqual(ids)
  expect(hindered.members[1].reasons).toEqual([{ path: 'isDisable', message: 'the member is not disabled' }])
  await settle(ids)
  await clerk.put(`/member/${ids[1]}`, { isDisable: false })
  const before = await reading(ids)
  const refused = await clerk.delete(`/family/${ids[0]}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe('Tan Mei Lin cannot be deleted: the member is not disabled')
  expect(refused.json().details).toEqual([
    { path: `${ids[1]}.isDisable`, message: 'Tan Mei Lin: the member is not disabled' },
  ])
  expect(await reading(ids)).toEqual(before)

  await clerk.put(`/member/${ids[1]}`, { isDisable: true })
  await portal.portal.background.settled()
  const preview = await told()
  expect(preview.members).toMatchObject([
    { kind: 'adult', reasons: [], hasHistory: true },
    { name: 'Tan Mei Lin', chName: '陈美玲', reasons: [], hasHistory: false },
  ])
  expect(preview.openOrders).toBeGreaterThan(0)
  const last = await reading(ids)
  const gone = await clerk.delete(`/family/${ids[1]}`)
  expect([gone.statusCode, gone.json()], gone.body).toEqual([200, { ids }])
  const after = await reading(ids)
  expect(after.members).toMatchObject([{ id: ids[0], name: 'Deleted member' }])
  expect(counted(preview.goes)).toEqual(without0(happened(last, after)))
  expect(counted(preview.stays)).toEqual(without0(stayed(last, after)))
  // Each kind was there to be counted.
  expect(Object.keys(counted(preview.goes))).toHaveLength(11)
  expect(Object.keys(counted(preview.stays))).toHaveLength(8)
  for (const kind of ['entries', 'payments', 'adjustments', 'attendance', 'receipts', 'papers'])
    expect(preview.stays.find((each: Removal['stays'][number]) => each.kind === kind)?.until, kind).toMatch(
      /^203[3-9]-12-31$/,
    )
  expect((await clerk.get(`/family/${ids[0]}/removal`)).statusCode).toBe(404)
  expect((await clerk.delete(`/family/${ids[1]}`)).statusCode).toBe(404)
})

test('of one member it is the same, whether it leaves a trace or none', async () => {
  const make = bodies({ ...world, memberType: world['member-type'] })
  const parent = await enrolMember(clerk, make.parent({ children: [make.kid({ note: 'Shy' })] }))
  const child = parent.children[0]._id
  await enrol(clerk, child, world.course)
  const ids = [parent._id, child]
  await settle(ids)
  // The enrolment, which the parent's wallet pays for, goes with the child: then the parent has left no trace either.
  expect((await clerk.get(`/family/${parent._id}/removal`)).json().members).toMatchObject([
    { hasHistory: false },
    { hasHistory: false },
  ])
  for (const id of [child, parent._id]) {
    await portal.portal.background.settled()
    const preview = (await clerk.get(`/member/${id}/removal`)).json()
    const before = await reading([id])
    expect((await clerk.delete(`/member/${id}`)).statusCode).toBe(200)
    const after = await reading([id])
    expect(after.members).toEqual([])
    expect(counted(preview.goes)).toEqual(without0(happened(before, after)))
    expect(counted(preview.stays)).toEqual(without0(stayed(before, after)))
  }
})

test('it asks for the right to delete', async () => {
  const other = await portal.as(allBut('membership.delete'))
  expect((await other.get(`/family/${world.newcomer}/removal`)).statusCode).toBe(403)
  expect((await other.delete(`/family/${world.newcomer}`)).statusCode).toBe(403)
  expect((await clerk.delete(`/family/${unknown}`)).statusCode).toBe(404)
})
