import { lists as referenceLists } from '@academy/contract/lists/lists.ts'
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { order } from '../../support/academy.ts'
import { pathOf, type World, worldIn } from '../../support/calls/documents.ts'
import { named, nameOf, routes } from '../../support/calls/endpoints.ts'
import { bodies, enrolMember } from '../../support/families.ts'
import { type Client, type TestPortal, testPortal } from '../../support/portal.ts'

let portal: TestPortal
let clerk: Client
let world: World
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  world = await worldIn(portal, clerk)
  await withEmpty()
})
afterAll(() => portal.close())

/** Besides the world's: a member of each kind with all there can be, and one with the least; a payment that was rejected. */
async function withEmpty() {
  const make = bodies(world)
  const shown = { chName: '陈', school: 'Sample', belt: world.belt, memberType: world['member-type'] }
  const whole = { ...shown, tmNo: 'TM-1', phoneNo: '0123456789', nationality: 'Malaysian' }
  const { _id: parent } = await enrolMember(clerk, make.parent(whole))
  await enrolMember(clerk, make.kid({ ...whole, mainIDs: [parent] }))
  const { _id: adult } = await enrolMember(clerk, make.adult(whole))
  for (const [member, expirationDate] of [
    [parent, '2027-01-31'],
    [adult, '2027-02-28'],
  ])
    expect((await clerk.put(`/expiration/${member}`, { expirationDate })).statusCode).toBe(200)
  const rejected = await order(portal, { ...world, member: adult })
  expect((await clerk.put(`/payment/direct/${rejected}`, { isPay: false, isRejected: true })).statusCode).toBe(200)
}

/** What some rows have and others have not. */
const sometimesEmpty: Record<string, string> = {
  'GET /member':
    'chName icNo tmNo email phoneNo dob gender nationality school creditExpired expiredIn belt memberType coachIncharge relationship mainIDs',
  'GET /payment': 'orNo verifyBy verifiedAt rejectedAt cancelledAt expired_date validUntil creditExpired',
}

interface Described {
  properties?: { sort?: { 'x-sort-fields'?: string[] } }
}
/** The fields that a list declares as sortable. */
const fieldsOf = ({ query }: Endpoint): readonly string[] =>
  query
    ? ((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Described).properties?.sort?.[
        'x-sort-fields'
      ] ?? [])
    : []
const isList = ({ result }: Endpoint) => !isFile(result) && result instanceof z.ZodObject && 'items' in result.shape
const lists = routes
  .filter(isList)
  .map((route): [string, Endpoint, readonly string[]] => [nameOf(route), route, fieldsOf(route)])
  .filter(([, , fields]) => fields.length > 0)

/** A column's value in the form it is ordered by; undefined where it is not a single value. */
function valueIn(item: Record<string, unknown>, field: string): unknown {
  const value = item[field]
  if (typeof value === 'string') return value.toLowerCase()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.length === 0 && field !== 'children' ? null : undefined
  const [, label] = Object.entries(value).find(([key]) => key !== '_id') ?? []
  return typeof label === 'string' ? label.toLowerCase() : undefined
}

test.each(lists)(
  '%s is sorted by every field it announces, both ways, what is empty last',
  async (name, route, fields) => {
    const path = pathOf(world, route.path)
    const asked = async (sort: string) => {
      const answer = await clerk.get(`${path}?limit=1000&sort=${encodeURIComponent(sort)}`)
      expect([sort, answer.statusCode, answer.headers['x-sort-ignored']], answer.body).toEqual([sort, 200, undefined])
      return answer.json()
    }
    for (const field of fields) {
      const [up, down] = [await asked(`+${field}`), await asked(`-${field}`)]
      const valuesOf = ({ items }: { items: Record<string, unknown>[] }) => items.map((item) => valueIn(item, field))
      const isEmpty = (value: unknown) => value === null || value === ''
      const [values, back] = [valuesOf(up), valuesOf(down)]
      const filled = values.filter((value) => !isEmpty(value))
      const empty = values.filter(isEmpty)
      if (sometimesEmpty[name]?.split(' ').includes(field))
        expect([field, empty.length > 0, filled.length > 0]).toEqual([field, true, true])
      for (const each of [values, back]) expect([field, each.slice(filled.length)]).toEqual([field, empty])
      if (values.length < up.total || values.includes(undefined)) continue
      expect([field, filled]).toEqual([field, back.slice(0, filled.length).toReversed()])
    }
  },
)

/** The columns that the specification names and the screens show. */
const columns: Record<string, string> = {
  ...Object.fromEntries(
    referenceLists.map((list) => [
      `GET /${list.name}`,
      [...list.columns.filter((column) => list.fields[column]?.kind !== 'picture'), 'isDisable'].join(' '),
    ]),
  ),
  'GET /payment':
    'dateTime createdAt orNo orderID createdBy paymentType creditPurchase amount status isPay isRejected isCancelled isDisable coachReceived verifyBy expired_date validUntil wallet packageTitle',
  'GET /payment/refund': 'createdAt member amount provider provider_payment orderID reason doneAt doneBy',
  'GET /member':
    'name chName icNo tmNo email phoneNo dob gender nationality school wallet creditExpired belt memberType coachIncharge relationship mainIDs children isDisable isIndependent',
  'GET /reminder': 'name wallet creditExpired toldAt',
  'GET /member/emergency-contact': 'name relationship phoneNo email isDisable',
  'GET /member/:id/wallet': 'at kind credit balanceAfter cause by note',
  'GET /enrollment': 'member course creditType credit remark walletMember isDisable isDone',
  'GET /member/:id/member-classes': 'course creditType credit remark walletMember isDisable',
  'GET /attendance':
    'member className course status checkInTime checkOutTime classDate enrollment creditType creditMinus outStanding takeBy walletMember mainInstructorInCharge assistantInstructorIncharge',
  'GET /newcomer': 'name phoneNo course classDate creditMinus takeBy createdAt',
  'GET /course':
    'name sport courseType centre normal normal2 special free unlimited isDisable duration mainInstructor assistantInstructor',
  'GET /course-scheduled-year':
    'course year day duration mainInstructor assistantInstructor totalClass pendingReplacementClass',
  'GET /class':
    'date year day duration course mainInstructor assistantInstructor isReplacement isAttendanceTaken replacementDate remark',
  'GET /credit-adjust': 'doc_no date member reason adjustCredit createdBy status approvedBy',
  'GET /doc-num-format': 'type format running_no isDisable',
  'GET /belt': 'beltColor isDisable',
  'GET /announcement': 'title content expired_date version isDisable',
  'GET /auth/audit-trail': 'timestamp modifier section docType action description',
  'GET /auth/sensitive-reading': 'timestamp reader call',
  'GET /relationship': 'relationship isDisable',
  'GET /sport': 'description isDisable',
  'GET /centre': 'description username isDisable',
  'GET /course-type': 'description isDisable',
  'GET /designation': 'designation isDisable',
  'GET /member-type': 'memberType isDisable',
  'GET /coach': 'name designation address1 address2 address3 email bankAccName bankName bankAccNo mobileNo isDisable',
  'GET /credit-package': 'code title description credit addition duration isDisable',
  'GET /holiday': 'year isDisable',
  'GET /user': 'username email userGroup isCenter centreIncharge coachRelated accessRight isDisable',
  'GET /user-group': 'role isDisable',
  'GET /notify-details': 'notifyType notifyTitle notifyMsg createdAt',
  'GET /notify-user': 'notifyType notifyTitle notifyMsg userID createdAt',
  'GET /outbox': 'at to subject text',
  'GET /cash-close': 'number day coach payments expected counted difference remark closedBy closedAt',
}

test.each(Object.entries(columns))('%s can be sorted by every column that is shown', (name, shown) => {
  const fields = lists.find(([each]) => each === name)?.[2]
  expect(fields).toEqual(expect.arrayContaining(shown.split(' ')))
})

test('every list that is sorted has its columns named here', () => {
  const aliases = ['GET /member/member-classes', 'GET /member/:id/emergency-contact']
  const unnamed = lists.map(([name]) => name).filter((name) => !columns[name] && !aliases.includes(name))
  expect(unnamed, 'write the columns that each shows into `columns`').toEqual([])
})

const paged = routes.filter((route) => isList(route) && Object.hasOwn(Object(route.query).shape ?? {}, 'offset'))

test.each(named(paged))('%s names what does not order it', async (name, route) => {
  const further = { 'GET /report/class/attendance': `&classId=${world.unmarked}` }[name] ?? ''
  const parent = name.includes('credit-statement') ? `&parentId=${world.parent}` : ''
  const answer = await clerk.get(
    `${pathOf(world, route.path)}?limit=5&sort=-nonsense,%2BneverHeardOf${further}${parent}`,
  )
  expect([answer.statusCode, answer.headers['x-sort-ignored']], answer.body).toEqual([200, 'nonsense, neverHeardOf'])
})
