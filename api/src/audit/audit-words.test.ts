import type { AuditRecord } from '@academy/contract/audit/audit.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf, type World, worldIn } from '../../test/support/calls/documents.ts'
import { nameOf, routes } from '../../test/support/calls/endpoints.ts'
import { samples } from '../../test/support/calls/samples.ts'
import { bodies } from '../../test/support/families.ts'
import { type Client, type TestPortal, testEntry, testPortal } from '../../test/support/portal.ts'

let portal: TestPortal
let clerk: Client
let world: World
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  world = await worldIn(portal, clerk)
})
afterAll(() => portal.close())

const id = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i
const isoDay = /\b\d{4}-\d\d-\d\d\b/

async function trail(query = ''): Promise<AuditRecord[]> {
  const found: AuditRecord[] = []
  for (let offset = 0; ; offset += 1000) {
    const { items, total } = (await clerk.get(`/auth/audit-trail?limit=1000&offset=${offset}${query}`)).json()
    found.push(...items)
    if (found.length >= total) return found
  }
}

const newest = async (query: string) => {
  const [record] = await trail(query)
  if (!record) throw new Error(`No record for ${query}`)
  return record
}
const itemsOf = (changes: AuditRecord['changeTo']) =>
  Object.fromEntries(changes.map(({ field, item }) => [field, item]))

/** Faults in a record's words: ids, field names and other text that a clerk could not read. */
function unreadable({ description, changeFrom, changeTo }: AuditRecord): string[] {
  const items = [...changeFrom, ...changeTo]
  return [
    ...[description, ...items.map(({ item }) => item)].filter((text) => id.test(text) || isoDay.test(text)),
    ...items.map(({ item }) => item).filter((item) => /^(true|false|null|[[{].*[\]}]|-?\d+\.\d\d)$/s.test(item)),
    ...items.map(({ label }) => label).filter((label) => /[_.]\w|[a-z][A-Z]|^[a-z]/.test(label)),
  ]
}

describe('a change shows', () => {
  test('names for references, instructors and parents, under the labels of the form', async () => {
    await clerk.put(`/course/${world.quiet}`, { mainInstructor: [world.devi, world.tan], unlimited: false, normal: 77 })
    const { changeTo } = await newest('&searchText=Updated course')
    expect(itemsOf(changeTo).mainInstructor).toMatch(/^\D+, \D+$/)
    expect(changeTo.find(({ field }) => field === 'mainInstructor')?.label).toBe('Main Instructor')
    const parent = (await clerk.post('/member', bodies(world).parent({ name: 'Mother One' }))).json()
    await clerk.post('/member', bodies(world).kid({ name: 'Kid of One', mainIDs: [parent._id], belt: world.belt }))
    const created = await newest('&searchText=Enrolled child Kid of One')
    expect(itemsOf(created.changeTo)).toMatchObject({ mainIDs: 'Mother One', dob: '01-07-2015', gender: 'Male' })
    expect(created.changeTo.find(({ field }) => field === 'mainIDs')?.label).toBe('Parents')
    expect(created.changeTo.find(({ field }) => field === 'belt')?.label).toBe('Belt Color')
  })

  test('rights, centres and coach of a user and a group as their forms do', async () => {
    const role = { role: 'Readers', permissions: { belt: ['view', 'create'], 'report.TM': ['export'] } }
    const group = (await clerk.post('/user-group', role)).json()._id
    const shown = (await newest('&searchText=Created user group Readers')).changeTo
    expect(shown.map(({ label, item }) => `${label}: ${item}`)).toEqual([
      'User Group Name: Readers',
      'Belt Color: View, Add',
      'TM Report: Export',
      'Disabled: No',
      'Second factor required: No',
    ])
    const user = { username: 'reader', password: 'Passw0rd-sample', userGroup: group }
    const { _id } = (await clerk.post('/user', user)).json()
    await clerk.put(`/user/${_id}`, { isCenter: true, centreIncharge: [world.centre], coachRelated: null })
    const { changeFrom, changeTo } = await newest('&searchText=Updated user reader')
    expect(itemsOf(changeTo)).toMatchObject({ isCenter: 'Yes', centreIncharge: expect.stringMatching(/^\D+$/) })
    expect(itemsOf(changeFrom)).toMatchObject({ isCenter: 'No' })
    expect(changeTo.find(({ field }) => field === 'centreIncharge')?.label).toBe('Centre Incharge')
  })

  test('who pays, and whose wallet it was', async () => {
    const shown = await newest('&searchText=Enrolled&sort=-timestamp')
    expect(JSON.stringify(shown.changeTo)).not.toMatch(id)
    await clerk.put(`/expiration/${world.adult}`, { expirationDate: '2027-03-31' })
    const { name } = (await clerk.get(`/member/${world.adult}`)).json()
    expect((await newest('&searchText=expires')).description).toMatch(
      new RegExp(`^Credit of ${name}.* expires 31-03-2027, before `),
    )
    expect((await trail(`&searchText=Opened the wallet of ${name}`)).length).toBeGreaterThan(0)
  })

  test('of a filter of an export what was chosen', async () => {
    await clerk.get(`/report/tm-Report/generate/excel?belt=${world.belt}&searchText=Tan`)
    const { changeTo } = await newest('&searchText=Exported TM_Report')
    expect(changeTo).toEqual([
      { field: 'belt', label: 'Belt Color', item: 'Sample', type: 'added' },
      { field: 'search', label: 'Search', item: 'Tan', type: 'added' },
      { field: 'rows', label: 'Rows', item: '0', type: 'added' },
    ])
  })
})

test('what was written with ids before is read with names, and the chain stays as it is', async () => {
  const entry = {
    ...testEntry,
    description: `Something about ${world.coach}`,
    to: {},
  }
  await portal.run((tx) => tx.change(entry, async () => {}))
  await portal.run((tx) =>
    tx.change(testEntry, (on) =>
      sql`select append_audit(${JSON.stringify([
        {
          ...{ id: tx.newId(), at: tx.now, user_id: null, username: 'long ago', section: 'Course', doc_type: 'course' },
          ...{ doc_id: null, action: 'Updated', description: `Updated of ${world.coach}`, request_id: null },
          change_from: [{ field: 'unlimited', item: 'true', type: 'removed' }],
          change_to: [
            { field: 'mainInstructor', item: JSON.stringify([world.coach, world.coach]), type: 'added' },
            { field: 'day', item: '2026-02-28', type: 'added' },
            { field: 'belt', item: '01900000-0000-7000-8000-00000000dead', type: 'added' },
          ],
        },
      ])}::jsonb)`.execute(on()),
    ),
  )
  const old = await newest('&searchText=long ago')
  const { name } = (await clerk.get(`/coach/${world.coach}`)).json()
  expect(old.description).toBe(`Updated of ${name}`)
  expect(itemsOf(old.changeFrom)).toEqual({ unlimited: 'Yes' })
  expect(itemsOf(old.changeTo)).toEqual({
    mainInstructor: `${name}, ${name}`,
    day: '28-02-2026',
    belt: '(deleted)',
  })
  const stored = await portal.run((tx) =>
    tx.query<{ sound: boolean }>(sql`select bool_and(hash = audit_hash(r)) as sound from audit_record as r`),
  )
  expect(stored).toEqual([{ sound: true }])
})

test('no record of any call holds an id, a date or a word of the machinery', async () => {
  // Calls that end this clerk's session or change this user are made by another clerk.
  const ends = ['/auth/', '/user/:id', '/user-group/:id']
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    if (ends.some((path) => route.path.startsWith(path))) continue
    const path = pathOf(world, route.path)
    const body = samples[nameOf(route)]?.(world)
    if (route.method === 'DELETE') await clerk.delete(path)
    else await clerk[route.method === 'PUT' ? 'put' : 'post'](path, body)
  }
  for (const route of routes.filter(({ method, result }) => method === 'GET' && 'file' in result))
    await clerk.get(`${pathOf(world, route.path)}?course=${world.course}&member=${world.adult}&startDate=2026-11-01`)
  const records = await trail()
  expect(new Set(records.map(({ docType }) => docType)).size).toBeGreaterThan(25)
  expect(
    records.flatMap((record) => unreadable(record).map((what) => `${record.docType}: ${record.description}: ${what}`)),
  ).toEqual([])
})
