import type { AuditRecord } from '@academy/contract/audit/audit.ts'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
let clerk = await portal.as()
afterAll(() => portal.close())

const trail = async (query = ''): Promise<{ items: AuditRecord[]; total: number }> =>
  (await clerk.get(`/auth/audit-trail?limit=1000${query}`)).json()

test('a change says who, when, what, from and to', async () => {
  const { _id } = (await clerk.post('/belt', { beltColor: 'White' })).json()
  await clerk.put(`/belt/${_id}`, { beltColor: 'Pearl' })
  const { items } = await trail()
  expect(items[0]).toMatchObject({
    timestamp: '2026-11-20T04:00:00.000Z',
    modifier: expect.stringMatching(/^user \d$/),
    section: 'Belt Color',
    docType: 'belt',
    action: 'Updated',
    description: 'Updated Belt Color Pearl',
    changeFrom: [{ field: 'beltColor', item: 'White', type: 'removed' }],
    changeTo: [{ field: 'beltColor', item: 'Pearl', type: 'added' }],
  })
})

test('a record is found by its number, by which the proof of the books names it', async () => {
  const { items } = await trail()
  const [last, before] = items
  expect(last?.position).toBe((before?.position ?? 0) + 1)
  const found = await trail(`&searchText=${encodeURIComponent(`#${before?.position}`)}`)
  expect(found).toEqual({ items: [before], total: 1 })
  expect((await trail('&searchText=%23999999999999999')).total).toBe(0)
})

test('a change that is refused leaves no record of itself', async () => {
  await clerk.post('/belt', { beltColor: 'Green' })
  const before = (await trail('&searchText=Green')).total
  expect((await clerk.post('/belt', { beltColor: 'green' })).statusCode).toBe(409)
  expect((await trail('&searchText=Green')).total).toBe(before)
})

test('days are Malaysian days, both ends included', async () => {
  portal.clock.set('2026-11-20T15:59:59Z')
  // Half a day later the session has expired.
  clerk = await portal.as()
  await clerk.post('/sport', { description: 'Late on the 20th' })
  portal.clock.set('2026-11-20T16:00:00Z')
  await clerk.post('/sport', { description: 'Early on the 21st' })
  const on = async (day: string) =>
    (await trail(`&timestampStartDate=${day}&timestampEndDate=${day}&searchText=on the`)).items.map(
      (row) => row.description,
    )
  expect(await on('2026-11-20')).toEqual(['Created Sport Late on the 20th'])
  expect(await on('2026-11-21')).toEqual(['Created Sport Early on the 21st'])
  expect((await clerk.get('/auth/audit-trail?timestampEndDate=9999-12-31')).statusCode).toBe(200)
  const turned = await clerk.get('/auth/audit-trail?timestampStartDate=2026-11-21&timestampEndDate=2026-11-20')
  expect(turned.statusCode).toBe(400)
})

test('a sort field without prefix is ascending, and search takes % and _ as they are', async () => {
  const ascending = (await trail('&sort=description')).items.map((row) => row.description)
  expect(ascending).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : 1)))
  expect((await trail('&sort=-timestamp')).items[0]?.timestamp).toBe('2026-11-20T16:00:00.000Z')
  await clerk.post('/designation', { designation: '100%_coach' })
  expect((await trail('&searches=%25_')).items.map((row) => row.description)).toEqual([
    'Created Designation 100%_coach',
  ])
  expect((await clerk.get('/auth/audit-trail?sort=changeFrom')).headers['x-sort-ignored']).toBe('changeFrom')
})

test('I/C numbers and medical notes are masked, passwords never appear', async () => {
  await clerk.post('/member', {
    ...{
      kind: 'parent',
      name: 'Aminah',
      email: 'aminah@mail.example',
      password: 'Gamelan-99',
      medical: 'Asthma inhaler',
    },
    relationship: (await clerk.post('/relationship', { relationship: 'Mother' })).json()._id,
  })
  const { items } = await trail('&searchText=Aminah')
  expect(items.length).toBeGreaterThan(0)
  const text = JSON.stringify(items)
  expect(text).not.toContain('Gamelan-99')
  expect(text).not.toContain('Asthma')
  expect(text).not.toContain('argon2')
})

test.each([
  '2026-12-31T23:59:60Z',
  '0000-99-99T99:99:99.999+00:00',
  '["2026-12-31T23:59:60Z"]',
  '{"at":"2026-99-01T00:00:00Z"}',
])('a text like %s, no instant that there is, is stored, and the trail is read beside it', async (beltColor) => {
  expect((await clerk.post('/belt', { beltColor })).statusCode).toBe(201)
  const written = /[\d-]+T[\d:.]+(Z|\+00:00)/.exec(beltColor)?.[0]
  expect((await trail('&searches=Created Belt')).items[0]?.changeTo[0]?.item).toContain(written)
})
