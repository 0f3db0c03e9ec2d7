import { randomBytes } from 'node:crypto'
import { lists } from '@academy/contract/lists/lists.ts'
import { labelOf } from '@academy/contract/platform/labels.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { insertRow } from '../../test/support/families.ts'
import { formWith, madeBy } from '../../test/support/lists.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'

/** The specification's section 5 on reference lists, sentence by sentence. */

const portal = await testPortal()
const clerk = await portal.as()
const designation = (await madeBy(clerk, '/designation', { designation: 'Coach' }))._id
const group = (await madeBy(clerk, '/user-group', { role: 'Desk', permissions: {} }))._id
afterAll(() => portal.close())

type Body = Record<string, unknown>
let count = 0
/** A valid body with unused names. */
const right: Record<string, () => Body> = {
  relationship: () => ({ relationship: `R ${++count}` }),
  sport: () => ({ description: `S ${++count}` }),
  centre: () => ({ description: `C ${++count}`, username: 'c' }),
  'course-type': () => ({ description: `T ${++count}` }),
  designation: () => ({ designation: `D ${++count}` }),
  'member-type': () => ({ memberType: `M ${++count}` }),
  belt: () => ({ beltColor: `B ${++count}` }),
  announcement: () => ({ title: 'Grading', content: 'On Sunday' }),
  'credit-package': () => ({ code: `P${++count}`, title: 'Ten', description: 'Ten', credit: 10, duration: 6 }),
  coach: () => ({ name: `Coach ${++count}`, designation, email: 'coach@example.com' }),
  holiday: () => ({ year: 1976 + ++count, holiday: [] }),
  'doc-num-format': () => ({ type: 'Order', format: 'ORD-(yyyy)-{0000}', running_no: 0 }),
  user: () => ({ username: `user ${++count}`, password: 'Passw0rd-right', userGroup: group }),
  'user-group': () => ({ role: `Group ${++count}`, permissions: {} }),
}

const gone = [undefined, null, '', '   ']
const long = (length: number) => '龍🥋'.repeat(length / 2) + (length % 2 ? '龍' : '')
const positive = 'Value must be positive'
const usernames = 'Only letters, numbers, spaces, dots, and underscores are allowed.'
const passwords = 'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-'

/** List, field, refused values, message. */
const rules: readonly (readonly [string, string, readonly unknown[], string])[] = [
  ['relationship', 'relationship', gone, 'Relationship name is required'],
  ['sport', 'description', gone, 'Sport description is required'],
  ['centre', 'description', gone, 'Centre description is required'],
  ['course-type', 'description', gone, 'Class Type description is required'],
  ['designation', 'designation', gone, 'Designation description is required'],
  ['member-type', 'memberType', gone, 'Member Type is required'],
  ['belt', 'beltColor', gone, 'Belt Color is required'],
  ['coach', 'name', gone, 'Coach Name is required'],
  ['coach', 'designation', gone, 'This field is require'],
  ['coach', 'email', gone, 'Email is required'],
  ['coach', 'email', ['a b@c.my', 'a+b@c.my', '陈@c.my'], 'Email can only contain letters, numbers, @, ., _, and -'],
  ['coach', 'email', ['a@b', 'a.my', '@c.my', 'a@b..my'], 'Please enter a valid email address'],
  ['coach', 'bankAccNo', ['12-34', '12 34', 'MY12', '１２'], 'Bank account number must be numeric'],
  ...['address1', 'address2', 'address3'].map(
    (field) => ['coach', field, [long(201)], `${labelOf(field)} must be at most 200 characters`] as const,
  ),
  ['credit-package', 'code', gone, 'Package Code is required'],
  ['credit-package', 'title', gone, 'Package Title is required'],
  ['credit-package', 'description', gone, 'Package description is required'],
  ['credit-package', 'credit', [undefined, null, '', true, []], 'Package credit is required'],
  ['credit-package', 'duration', [undefined, null, ''], 'Package duration is required'],
  ['credit-package', 'credit', [-10, '-10'], positive],
  ['credit-package', 'addition', [-1], positive],
  ['credit-package', 'duration', [-1], positive],
  ['credit-package', 'credit', [1.5, 0.1, '2.5', '1e3', '2,5', '١٢', 'ten'], 'Credit must be a whole number'],
  ['credit-package', 'credit', ['99999999999', 1e11], 'Credit must be at most 1000000'],
  ['credit-package', 'addition', [1.5], 'Extra Credit must be a whole number'],
  ['credit-package', 'duration', [1.5], 'Duration must be a whole number'],
  ['user', 'username', gone, 'Username is required'],
  ['user', 'username', ['a@b', 'a-b', '陈', "o'neil", 'a\tb'], usernames],
  ['user', 'password', [undefined, null, ''], 'Password is required'],
  ['user', 'password', ['Short-1', '1234567'], 'Password must be at least 8 characters long'],
  ['user', 'password', ['with blank 1', 'umlaut-äöü', 'quote"quote', 'comma,comma'], passwords],
  ['user', 'email', ['a', 'a@', 'a@b', 'a b@c.my'], 'Invalid email format'],
  ['user', 'userGroup', gone, 'This field is required'],
  ['user', 'userGroup', [unknown], 'This User Group does not exist'],
  ['user-group', 'role', gone, 'User Group Name is required'],
  ['user-group', 'role', [long(51)], 'User Group Name must be at most 50 characters'],
  ['holiday', 'year', [undefined, null, ''], 'Year is required'],
  ['doc-num-format', 'type', [undefined, null, ''], 'This field is required'],
  [
    'doc-num-format',
    'type',
    ['Invoice', 'order'],
    'Document Type must be one of: Official Receipt, Order, Credit Adjustment',
  ],
  ['doc-num-format', 'format', gone, 'This field is required'],
  ['doc-num-format', 'running_no', [undefined, null, ''], 'This field is required'],
  ['doc-num-format', 'running_no', [10_000, '10000'], 'Running No must be at most 9999'],
  ['doc-num-format', 'running_no', [-1], positive],
  ['announcement', 'title', gone, 'Title is required'],
  ['announcement', 'content', gone, 'Content is required'],
  ['announcement', 'content', [long(1001)], 'Content must be at most 1000 characters'],
]
const cases = rules.flatMap(([list, field, values, message]) =>
  values.map((value) => ({ list, field, value, shown: JSON.stringify(value)?.slice(0, 20), message })),
)

const bodyOf = (list: string, more: Body): Body => ({ ...right[list]?.(), ...more })

test.each(cases)('$list with $field $shown: $message', async ({ list, field, value, message }) => {
  const answer = await clerk.post(`/${list}`, bodyOf(list, { [field]: value }))
  expect(answer.statusCode, answer.body).toBe(400)
  const { details } = answer.json()
  expect(details).toContainEqual({ path: field, message })
  expect(answer.json()).toMatchObject({ error: 'Bad Request', message: details[0].message })
})

test('every list and every required field of one has its sentence here', () => {
  const said = (list: string, message: string) => rules.some(([name, , , text]) => name === list && text === message)
  const required = lists.flatMap((list) =>
    Object.values(list.fields).flatMap((field) =>
      field.required && field.kind !== 'picture' ? [[list.name, field.required]] : [],
    ),
  )
  expect(required.length).toBeGreaterThan(15)
  const unsaid = required.filter(([list = '', message = '']) => !said(list, message))
  expect(unsaid, 'write a line for each of these into `rules`').toEqual([])
  const names = lists.map((list) => list.name)
  expect(
    names.filter((name) => !right[name]),
    'write a valid body of each of these lists into `right`',
  ).toEqual([])
})

test.each([
  ['relationship', 'relationship', long(200)],
  ['announcement', 'content', long(1000)],
  ['user-group', 'role', long(50)],
  ['user', 'username', 'Mei Ling. Tan_2'],
  ['user', 'password', 'aZ0!@#$%^&*()_+=-'],
  ['credit-package', 'credit', 0],
  ['credit-package', 'addition', 0],
  ['credit-package', 'addition', null],
  ['credit-package', 'duration', 0],
  ['announcement', 'expired_date', 'null'],
])('%s with %s %j is right', async (list, field, value) => {
  const answer = await clerk.post(`/${list}`, bodyOf(list, { [field]: value }))
  expect(answer.statusCode, answer.body).toBe(201)
})

describe.each(['sport', 'centre', 'course-type', 'announcement', 'coach'])('a picture of %s', (list) => {
  const send = (picture: Uint8Array, name?: string) => {
    const fields = Object.entries(bodyOf(list, {})).map(([key, value]) => [key, String(value)])
    return clerk.post(`/${list}`, formWith(Object.fromEntries(fields), picture, name))
  }

  test('is told by its content and not by its name', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    for (const [content, name] of [
      [gif, 'a.png'],
      [svg, 'a.jpg'],
      [Buffer.from('%PDF-1.7'), 'a.jpeg'],
    ] as const) {
      const answer = await send(content, name)
      expect(answer.statusCode).toBe(415)
      expect(answer.json().message).toBe('Only accept file types png, jpg, jpeg')
    }
  })

  test('has 3000 KB at most', async () => {
    const answer = await send(randomBytes(3000 * 1024 + 1))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({
      message: 'Exceeded maximum file size 3000KB',
      details: [{ path: 'picture', message: 'Exceeded maximum file size 3000KB' }],
    })
  })
})

/** The unique fields of each list; announcements may share a title. */
const unique: readonly (readonly [string, string])[] = [
  ...lists.flatMap((list) => (list.unique ?? []).map((field) => [list.name, field] as const)),
  ['user', 'username'],
  ['user-group', 'role'],
]
test.each(unique.filter(([list]) => !['holiday', 'doc-num-format', 'coach'].includes(list)))(
  '%s takes a %s once, after trimming and in any case',
  async (list, field) => {
    const first = bodyOf(list, { [field]: `Élan ${++count}`.replace('É', list === 'user' ? 'E' : 'É') })
    await madeBy(clerk, `/${list}`, first)
    for (const twin of [
      ` ${first[field]}  `,
      String(first[field]).toUpperCase(),
      String(first[field]).normalize('NFD'),
    ]) {
      const answer = await clerk.post(`/${list}`, bodyOf(list, { [field]: twin }))
      expect(answer.statusCode, `${twin} ${answer.body}`).toBe(409)
      expect(answer.json().details).toEqual([{ path: field, message: expect.any(String) }])
    }
  },
)

/** Where an entry of each list is used, and the message when it is deleted. */
const users: readonly (readonly [string, string, (id: string) => Promise<unknown>])[] = [
  ['designation', '1 coach', (id) => row('coach', { name: 'Used', email: 'a@b.my', designation: id })],
  ['belt', '1 member', (id) => member({ belt: id })],
  ['member-type', '1 member', (id) => member({ member_type: id })],
  ['relationship', '1 member', (id) => member({ relationship: id })],
  ['sport', '1 course', (id) => course({ sport: id })],
  ['course-type', '1 course', (id) => course({ course_type: id })],
  ['centre', '1 course', (id) => course({ centre: id })],
  ['user-group', '1 user', (id) => madeBy(clerk, '/user', bodyOf('user', { userGroup: id }))],
]
const row = (table: string, values: Body) => portal.run((tx) => insertRow(tx, table, values))
const member = (values: Body) => row('member', { kind: 'parent', name: 'Used', is_independent: true, ...values })
const course = (values: Body) =>
  row('course', { name: `Used ${++count}`, unlimited: true, normal: 1, normal2: 1, ...values })

test.each(users)('%s in use by %s is not deleted, and can be disabled', async (list, where, use) => {
  const { _id } = await madeBy(clerk, `/${list}`, bodyOf(list, {}))
  await use(_id)
  const refused = await clerk.delete(`/${list}/${_id}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toContain(where)
  expect((await clerk.put(`/${list}/${_id}`, { isDisable: true })).json()).toMatchObject({ isDisable: true })
})

test('the type of a document format stays', async () => {
  for (const { _id, type } of (await clerk.get('/doc-num-format')).json().items) {
    const other = type === 'Order' ? 'Official Receipt' : 'Order'
    expect((await clerk.put(`/doc-num-format/${_id}`, { type: other })).statusCode).toBe(400)
    expect((await clerk.put(`/doc-num-format/${_id}`, { type, running_no: 9999 })).statusCode).toBe(200)
  }
})
