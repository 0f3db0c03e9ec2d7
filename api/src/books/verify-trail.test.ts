import { afterAll, expect, test } from 'vitest'
import { fillBooks } from '../../test/support/books/books.ts'
import { afterForgery } from '../../test/support/books/forgery.ts'
import { testPortal } from '../../test/support/portal.ts'
import { verify } from './verify.ts'

const portal = await testPortal()
await fillBooks(portal)
afterAll(() => portal.close())

const rehash = (position: number) => `update audit_record as r set hash = audit_hash(r) where position = ${position}`
const moveUp = (from: number) => [
  `update audit_record set position = -position - 1 where position >= ${from}`,
  'update audit_record set position = -position where position < 0',
]
const copyOf = (position: number, to: string) =>
  `insert into audit_record (id, position, at, username, section, doc_type, action, description, previous, hash)
    select gen_random_uuid(), ${to}, at, 'forger', section, doc_type, action, 'Never happened', previous, hash
    from audit_record where position = ${position}`

test.each([
  [
    'a changed description',
    [`update audit_record set description = 'Nothing special' where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
  [
    'another person in a record',
    [`update audit_record set username = 'somebody else' where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
  [
    'a record of another time',
    [`update audit_record set at = at + interval '1 microsecond' where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
  [
    'a removed record in the middle',
    ['delete from audit_record where position = 9'],
    /^audit record 9: missing: the next one there is 10$/,
  ],
  [
    'several removed records',
    ['delete from audit_record where position between 9 and 12'],
    /^audit records 9 to 12: missing: the next one there is 13$/,
  ],
  [
    'a removed record, the others moved up to hide it',
    [
      'delete from audit_record where position = 9',
      'update audit_record set position = 1 - position where position > 9',
      'update audit_record set position = -position where position < 0',
      'update audit_head set position = position - 1',
    ],
    /^audit record 9 \(.*\): its content is not what was recorded/,
  ],
  ['the removed first record', ['delete from audit_record where position = 1'], /^audit record 1: missing/],
  [
    'the removed last records',
    ['delete from audit_record where position > (select max(position) - 2 from audit_record)'],
    /^audit records \d+ to \d+: missing at the end$/,
  ],
  [
    'the removed last record, the end put back',
    [
      'delete from audit_record where position = (select max(position) from audit_record)',
      'update audit_head set position = position - 1',
    ],
    /^audit record \d+: it is the last and not the one the portal wrote$/,
  ],
  ['all records gone', ['delete from audit_record'], /^audit records 1 to \d+: missing at the end$/],
  ['a removed end', ['delete from audit_head'], /^the end of the audit trail: /],
  [
    'a swapped pair',
    [
      'update audit_record set position = -position where position in (5, 6)',
      'update audit_record set position = 11 + position where position < 0',
    ],
    /^audit record 5 \(.*\): its content is not what was recorded/,
  ],
  [
    'a forged record put between',
    [...moveUp(9), 'update audit_head set position = position + 1', copyOf(8, '9')],
    /^audit record 9 \(.*\): its content is not what was recorded/,
  ],
  [
    'a forged record put between with a hash of its own',
    [
      ...moveUp(9),
      'update audit_head set position = position + 1',
      copyOf(8, '9'),
      'update audit_record set previous = (select hash from audit_record where position = 8) where position = 9',
      rehash(9),
    ],
    /^audit record 9 \(.*\): the record after it names another hash than this one has/,
  ],
  [
    'a forged record put at the end',
    [copyOf(8, '(select max(position) + 1 from audit_record)')],
    /^audit record \d+ \(.*\): its content is not what was recorded/,
  ],
  [
    'a forged record put at the end with a hash of its own',
    [
      copyOf(8, '100000 + position'),
      `update audit_record as r set position = before.position + 1, previous = before.hash
        from (select position, hash from audit_record where position < 100000 order by position desc limit 1) as before
        where r.position > 100000`,
      `update audit_record as r set hash = audit_hash(r) where description = 'Never happened'`,
    ],
    /^audit record \d+: it was added past the portal: its last record is \d+$/,
  ],
  [
    'a changed record whose hash was made again',
    [`update audit_record set description = 'Nothing special' where position = 7`, rehash(7)],
    /^audit record 7 \(.*\): the record after it names another hash than this one has/,
  ],
  [
    'the last record changed and its hash made again',
    [
      `update audit_record set description = 'Nothing special' where position = (select position from audit_head)`,
      'update audit_record as r set hash = audit_hash(r) where position = (select position from audit_head)',
    ],
    /^audit record \d+: it is the last and not the one the portal wrote$/,
  ],
  [
    'the records up to one removed, and that one made the first',
    [
      'delete from audit_record where position < 5',
      'update audit_record set position = 1 where position = 5',
      rehash(1),
    ],
    /^audit record 1 \(.*\): it is the first and names one before it/,
  ],
  [
    'a changed record of which only the hash before it was made again',
    [`update audit_record set previous = sha256('x') where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
])('in the audit trail %s is found and named', async (_, statements, words) => {
  const faults = await afterForgery(portal, ...statements)
  const fault = faults.find((one) => one.name === 'audit records are linked by their hashes')
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})

test('the end of the trail is told, to be noted elsewhere', async () => {
  const trail = (await verify(portal.portal.database)).find(({ name }) => name.startsWith('audit records'))
  expect(trail?.note).toMatch(/^the last is \d+, hash [0-9a-f]{64}$/)
})

test('nothing was kept of that', async () => {
  expect((await verify(portal.portal.database)).filter((finding) => finding.fault)).toEqual([])
})
