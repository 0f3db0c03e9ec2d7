import type { List } from '@academy/contract/kit/list.ts'
import { lists } from '@academy/contract/lists/lists.ts'
import { pending as pendingAdjustment } from './adjustments/testing-adjustments.ts'
import { enrol, topUp } from './attendance/testing-students.ts'
import { classesOf, coursePlaces, newCourse, newYear } from './courses/testing-courses.ts'
import { order, putPackage } from './payments/testing-academy.ts'
import type { Client, TestPortal } from './testing.ts'
import { bodies, choicesIn, enrolMember, insertMember, insertRow } from './testing-families.ts'

/** A document of every kind, by the name its routes have for it. */
export async function worldIn(portal: TestPortal, clerk: Client) {
  const choices = await choicesIn(portal)
  const places = await coursePlaces(portal)
  const course = (await newCourse(clerk, places))._id
  const unplanned = (await newCourse(clerk, places))._id
  const year = (await newYear(clerk, places, course))._id
  const quiet = (await newCourse(clerk, places))._id
  const replanned = (await newYear(clerk, places, quiet))._id
  const past = (await classesOf(clerk, course)).filter(({ date }: { date: string }) => date < '2026-11-20')
  const [marked, unmarked, changed] = past.map(({ _id }: { _id: string }) => _id)
  const [lost, pending] = past.slice(-2)
  for (const { _id } of [lost, pending]) await clerk.delete(`/class/${_id}`)
  const adult = (await enrolMember(clerk, bodies(choices).adult()))._id
  const newcomer = (await enrolMember(clerk, bodies(choices).adult()))._id
  const enrolment = (await enrol(clerk, adult, course))._id
  await enrol(clerk, newcomer, course)
  const roll = (await clerk.post(`/attendance/take/${marked}`, [{ member: adult, status: 'P' }])).json()
  await topUp(portal, adult, 1000)
  const contact = await clerk.post(`/member/${adult}/emergency-contact`, { name: 'Aunt', phoneNo: '0123456789' })
  const rows = await portal.run(async (tx) => {
    const parent = await insertMember(tx, { kind: 'parent', name: 'Parent' })
    const named = (table: string, column: string) => insertRow(tx, table, { [column]: 'Sample' })
    return {
      announcement: await insertRow(tx, 'announcement', { title: 'Sample', content: 'Sample' }),
      belt: await named('belt', 'belt_color'),
      centre: await named('centre', 'description'),
      'course-type': await named('course_type', 'description'),
      designation: await named('designation', 'designation'),
      holiday: await insertRow(tx, 'holiday', { year: 2030, holiday: '[]' }),
      'member-type': await named('member_type', 'member_type'),
      relationship: await named('relationship', 'relationship'),
      sport: await named('sport', 'description'),
      parent,
      child: await insertMember(tx, { kind: 'child', name: 'Grown up' }, [parent]),
      package: await putPackage(tx),
    }
  })
  const purchase = { ...choices, ...rows, member: adult }
  const paid = await order(portal, purchase)
  await clerk.put(`/payment/direct/${paid}`, { isPay: true })
  const [{ _id: notice }] = (await clerk.get('/notify-user')).json().items
  const [format] = (await clerk.get('/doc-num-format')).json().items
  const role = { role: 'Sample group', permissions: { belt: ['view'] } }
  const group = (await clerk.post('/user-group', role)).json()._id
  const user = { username: 'sample', password: 'Passw0rd-sample', userGroup: group }
  return {
    ...choices,
    ...places,
    ...rows,
    adult,
    newcomer,
    course,
    unplanned,
    quiet,
    replanned,
    pendingDate: pending.date,
    lostDate: lost.date,
    group,
    'course-scheduled-year': year,
    class: changed,
    unmarked,
    coach: choices.coach,
    'credit-package': rows.package,
    'doc-num-format': format._id,
    enrollment: enrolment,
    attendance: roll.items[0]._id,
    contact: contact.json()._id,
    payment: await order(portal, purchase),
    'notify-details': notice,
    'notify-user': notice,
    cancelled: paid,
    'cash-close': await cashCloseOf(portal, clerk, purchase),
    'credit-adjust': await pendingAdjustment(clerk, adult),
    user: (await clerk.post('/user', user)).json()._id,
  }
}
export type World = Awaited<ReturnType<typeof worldIn>>

/** A closed day of the cash desk with one payment. */
async function cashCloseOf(portal: TestPortal, clerk: Client, purchase: Parameters<typeof order>[1]): Promise<string> {
  const payments = [await order(portal, purchase)]
  const body = { day: '2026-11-20', coach: purchase.coach, payments, counted: '0.00', remark: 'Nothing was there' }
  return (await clerk.post('/cash-close', body)).json()._id
}

/** What stands for the parameters of a path, the document of the world that its route is about. */
export function pathOf(world: World, path: string): string {
  const byName: Record<string, string> = {
    class: world.unmarked,
    member: world.adult,
    course: world.course,
    parent: world.parent,
    child: world.child,
    cid: path.includes('emergency-contact') ? world.contact : world.enrollment,
    file: 'picture.png',
    type: 'Order',
    year: '2026',
    resource: 'belt',
  }
  const documents: Record<string, unknown> = {
    ...world,
    'user-group': world.group,
    member: world.adult,
    expiration: world.adult,
    auth: world.user,
  }
  const [resource = '', second = ''] = path.split('/').filter(Boolean)
  const own: Record<string, string> = {
    '/course-scheduled-year/:id/:course': world.replanned,
    '/payment/cancel/:id': world.cancelled,
  }
  if (path.startsWith('/course-scheduled-year/:id/')) byName.course = world.quiet
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (name !== 'id') return byName[name] ?? name
    const id = own[path] ?? (resource === 'attendance' && second === 'take' ? world.unmarked : documents[resource])
    if (typeof id !== 'string') throw new Error(`The world has no ${resource}`)
    return id
  })
}

let count = 0

function listBody(list: List, world: World): Record<string, unknown> {
  count++
  const own: Record<string, Record<string, unknown>> = {
    coach: { designation: world.designation, bankAccNo: '123', email: 'coach@example.com' },
    holiday: { year: 1976 + (count % 100), holiday: [] },
    'doc-num-format': { type: 'Credit Adjustment', format: `CA${count}-{0000}`, running_no: count % 9999 },
  }
  const plain = Object.entries(list.fields).flatMap(([key, field]) => {
    if (field.kind === 'integer') return [[key, 12]]
    if (field.kind === 'date') return [[key, '2026-12-31']]
    return field.kind === 'picture' ? [] : [[key, field.options?.[0]?.value ?? `Sample ${count}`]]
  })
  return { ...Object.fromEntries(plain), isDisable: false, ...own[list.name] }
}

const next = (word: string) => `${word} ${++count}`

const member = (world: World) => ({
  ...bodies(world).adult(),
  kind: 'adult',
  chName: '陈伟明',
  tmNo: 'TM 1',
  phoneNo: '0123456789',
  memberType: world.memberType,
  belt: world.belt,
  school: 'SJKC Sample',
  schoolClass: '6A',
  address: '1, Jalan Sample',
  medical: 'Asthma',
  note: 'Left-handed',
  mainIDs: null,
  wallet: null,
  walletWas: null,
  isDisable: false,
  children: null,
})

const family = (world: World) => ({
  ...bodies(world).parent(),
  kind: 'parent',
  children: [{ ...bodies(world).kid(), chName: '小明', belt: world.belt }],
})

const contact = () => ({
  name: next('Uncle'),
  relationship: 'Uncle',
  phoneNo: '0123456789',
  email: 'uncle@example.com',
  isDisable: false,
})

const user = (world: World) => ({
  username: next('user'),
  password: 'Passw0rd-sample',
  email: `user${++count}@example.com`,
  userGroup: world.group,
  isCenter: true,
  centreIncharge: [world.centre],
  coachRelated: null,
  accessRight: [],
  isDisable: false,
})

const userGroup = () => ({ role: next('Group'), permissions: { belt: ['view', 'edit'] }, isDisable: false })

const course = (world: World) => ({
  name: next('Course'),
  courseType: world['course-type'],
  centre: world.centre,
  sport: world.sport,
  unlimited: false,
  normal: 10,
  normal2: 12,
  special: 8,
  free: 0,
  duration: '18:00 - 19:00',
  mainInstructor: [world.tan],
  assistantInstructor: [world.devi],
  isDisable: false,
})

const pattern = (world: World) => ({
  day: 3,
  duration: '19:00 - 20:00',
  mainInstructor: [world.tan],
  assistantInstructor: [world.devi],
})

const assignment = (world: World) => ({ ...pattern(world), course: world.unplanned, year: 2026 })

const oneClass = (world: World, date: string) => ({
  date,
  duration: '20:00 - 21:00',
  mainInstructor: [world.tan],
  assistantInstructor: [world.devi],
  remark: 'Bring the belts',
  force: true,
})

const adjustment = (world: World) => ({
  date: '2026-11-20',
  member: world.adult,
  reason: next('Reason'),
  adjustCredit: 10,
  approvedBy: null,
})

/** Another day of December each time. */
const freshDay = () => `2026-12-${String((++count % 28) + 1).padStart(2, '0')}`

const enrolment = (world: World) => ({
  creditType: 'normal',
  credit: 10,
  remark: 'On Tuesdays',
  walletMember: world.adult,
})

const newEnrolment = (world: World) => ({ ...enrolment(world), course: world.unplanned, member: world.adult })

/** A body that its route accepts, with every field the route knows; each call makes another one. */
export const samples: Record<string, (world: World) => unknown> = {
  ...Object.fromEntries(
    lists.flatMap((list) => {
      const body = (world: World) => listBody(list, world)
      return [
        [`POST /${list.name}`, body],
        [`PUT /${list.name}/:id`, body],
      ]
    }),
  ),
  'POST /auth/login': () => ({ username: next('nobody'), password: 'Passw0rd-sample' }),
  'POST /auth/refresh': () => ({ refreshToken: 'x'.repeat(43) }),
  'POST /auth': () => ({ email: `clerk${++count}@example.com` }),
  'PUT /auth/password': () => ({ current: 'correct_horse_1', password: 'correct_horse_1' }),
  'POST /auth/forgot-password': () => ({ email: 'nobody@example.com' }),
  'POST /auth/reset-password': () => ({ reset_code: next('code'), password: 'Passw0rd-sample' }),
  'POST /user': user,
  'PUT /user/:id': user,
  'POST /user-group': userGroup,
  'PUT /user-group/:id': userGroup,
  'POST /member': member,
  'POST /member/import/excel': () => ({}),
  'PUT /member/:id': (world) => ({ ...member(world), password: undefined }),
  'POST /member/:id/emergency-contact': contact,
  'PUT /member/:id/emergency-contact/:cid': contact,
  'PUT /expiration/:id': () => ({ expirationDate: '2027-06-30' }),
  'POST /payment': (world) => ({
    memberId: world.adult,
    package: world['credit-package'],
    coachReceived: world.coach,
    paymentType: 'Cash',
  }),
  'POST /payment/checkout': (world) => ({
    memberId: world.adult,
    package: world['credit-package'],
    coachReceived: world.coach,
  }),
  'POST /payment/checkout/confirm': (world) => ({
    payment_id: world.payment,
    order_id: 'order_1',
    provider_payment_id: 'pay_1',
    signature: 'a'.repeat(64),
  }),
  'POST /payment/webhook': () => ({ event: 'payment.captured' }),
  'PUT /payment/direct/:id': () => ({ isPay: true, isRejected: false }),
  'PUT /payment/verify': (world) => ({ ids: [world.payment] }),
  'POST /cash-close': (world) => ({
    day: '2026-11-20',
    coach: world.coach,
    payments: [world.payment],
    returned: [],
    counted: '1000.00',
    pieces: { '100.00': 10 },
    remark: 'Counted twice',
    expected: null,
  }),
  'POST /cash-close/:id/correction': () => ({ counted: '-5.00', remark: 'A false note' }),
  'POST /notify-details': () => ({ notifyType: 'payment', notifyTitle: next('Title'), notifyMsg: 'Please call us.' }),
  'POST /notify-user': (world) => ({ details: world['notify-details'], userID: world.adult }),
  'POST /credit-adjust': adjustment,
  'PUT /credit-adjust/:id': adjustment,
  'PUT /payment/cancel/:id': () => ({ reason: 'Paid twice' }),
  'POST /course': course,
  'PUT /course/:id': course,
  'POST /course-scheduled-year': assignment,
  'PUT /course-scheduled-year/:id': (world) => ({ ...pattern(world), day: undefined }),
  'POST /course-scheduled-year/:id/:course': (world) => ({ ...assignment(world), course: world.quiet }),
  'POST /class/schedule/:course': (world) => ({ year: 2026, schedule: [oneClass(world, freshDay())] }),
  'PUT /class/batch/update': (world) => ({
    course: world.course,
    year: 2026,
    range: ['2026-12-01', '2026-12-31'],
    schedule: pattern(world),
  }),
  'POST /class/rehearse': (world) => ({
    action: 'batch',
    course: world.course,
    year: 2026,
    range: ['2026-12-01', '2026-12-31'],
    schedule: pattern(world),
  }),
  'POST /class/replacements': (world) => ({
    course: world.course,
    year: 2026,
    replacements: [{ ...oneClass(world, freshDay()), force: undefined, replacementDate: world.lostDate }],
  }),
  'POST /class/holiday/:year/touched': () => ({ holiday: [{ holidayName: 'Sample', date: '2026-12-01' }] }),
  'PUT /class/holiday/:year': () => ({ cancel: [], bringBack: [] }),
  'POST /class': (world) => ({
    ...oneClass(world, freshDay()),
    course: world.course,
    year: 2026,
    replacementDate: world.pendingDate,
  }),
  'PUT /class/:id': (world) => ({ ...oneClass(world, freshDay()), replacementDate: null }),
  'POST /enrollment': newEnrolment,
  'PUT /enrollment/:id': (world) => ({ ...enrolment(world), isDisable: false }),
  'POST /member/:id/member-classes': (world) => ({ ...enrolment(world), course: world.quiet }),
  'PUT /member/:id/member-classes/:cid': (world) => ({ ...enrolment(world), isDisable: false }),
  'POST /attendance/take/:class': (world) => [
    { member: world.newcomer, enrollment: null, status: 'P', checkInTime: '18:00', checkOutTime: '19:00' },
  ],
  'PUT /attendance/:id': () => ({ status: 'P', checkInTime: '18:00', checkOutTime: '19:00' }),
  'PUT /attendance/clearOutstanding/:id': () => ({ outStanding: false }),
  'PUT /attendance/clearOutstanding': () => ({ ids: ['01900000-0000-7000-8000-00000000abcd'] }),
  'PUT /attendance/clearOutstanding/wallet/:member': () => ({ outStanding: false }),
}

/** Other bodies of the same routes: a part of them, in a body that excludes the first one's. */
export const furtherSamples: Record<string, { part: string; body: (world: World) => unknown }> = {
  'POST /member': { part: 'children', body: family },
}
