/** Section 3: every entity reads back with the fields that it names, under their names, wherever it is shown. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Academy,
  assignYear,
  buildAcademy,
  buildAdult,
  buyPackage,
  type Document,
  kid,
  orderOf,
  parent,
} from './academy.ts'
import type { Fields, SpecificationClient } from './client.ts'
import { startPortal, today, year } from './start.ts'

let admin: SpecificationClient
let close: () => Promise<void>
let academy: Academy
const made: Record<string, Document> = {}
const day = '2026-11-17'

beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  const post = async (name: string, path: string, fields: Fields): Promise<Document> => {
    const document: Document = await admin.post(path, fields)
    made[name] = document
    return document
  }
  const elder = await post('parent', '/member', parent({ relationship: academy.relationship._id }))
  const child = await post('child', '/member', kid({ coachIncharge: academy.coach._id, mainIDs: [elder._id] }))
  const adult = await buildAdult(admin, academy)
  made.payment = await buyPackage(admin, academy, elder)
  await post('order', '/payment', orderOf(academy, elder))
  await post('contact', `/member/${adult._id}/emergency-contact`, { name: 'Ali', phoneNo: '0123456789' })
  made.year = await assignYear(admin, academy, academy.course)
  const [held] = (await admin.get('/class', { course: academy.course._id, year, date: day })).items
  made.class = held
  made.adult = adult
  for (const { _id: member } of [adult, child])
    await post('enrolment', '/enrollment', { member, course: academy.course._id, creditType: 'normal', credit: 10 })
  const marks = [adult, child].map(({ _id: member }) => ({ member, status: 'P', checkInTime: '18:00' }))
  await admin.post(`/attendance/take/${held._id}`, marks)
  await post('adjustment', '/credit-adjust', {
    date: today,
    member: adult._id,
    reason: 'Welcome',
    adjustCredit: 5,
    approvedBy: 'x',
  })
  await post('holiday', '/holiday', { year, holiday: [{ holidayName: 'Christmas', date: '2026-12-25' }] })
  await post('announcement', '/announcement', { title: 'Open day', content: 'Come along' })
  const group = await post('group', '/user-group', { role: 'Clerks', permissions: { belt: ['View'] } })
  await post('user', '/user', { username: 'clerk', password: 'Gamelan_123', userGroup: group._id })
})
afterAll(() => close())

/** Entity, where it is read (a list: its first entry), and its fields; those of what it refers to after a dot. */
const entities: [entity: string, path: string, fields: string][] = [
  ['User session', '/auth/profile', 'username userGroup.role userGroup.permissions.membership'],
  [
    'Member',
    '/member/:adult',
    '_id name chName dob icNo tmNo email gender nationality phoneNo address school schoolClass medical note picture wallet memberType belt coachIncharge.name relationship isDisable isIndependent isProtected mainIDs children parents emergencyContact.0.name classes.0.course.name',
  ],
  ['Member, a parent', '/member/:parent', 'relationship.relationship children.0._id children.0.name wallet'],
  [
    'Member, a child',
    '/member/:child',
    'mainIDs.0._id mainIDs.0.name mainIDs.0.relationship mainIDs.0.wallet mainIDs.0.isDisable parents.0._id parents.0.name',
  ],
  [
    'Member list',
    '/member?isChildren=true',
    '_id name chName dob tmNo email phoneNo wallet belt memberType coachIncharge isDisable isIndependent isProtected mainIDs.0.name',
  ],
  ['Emergency contact', '/member/:adult/emergency-contact', '_id name relationship phoneNo email isDisable'],
  [
    'Enrollment',
    '/enrollment/:enrolment',
    'member._id member.name course._id course.name creditType credit remark isDisable is_protected walletMember.wallet',
  ],
  [
    'Enrollment in attendance',
    '/enrollment/attendance/students/:class',
    '_id member.name course creditType credit walletMember.wallet walletMember.hasOutstanding',
  ],
  [
    'Attendance',
    '/attendance?sort=-classDate',
    '_id member._id member.name enrollment className status checkInTime checkOutTime classDate creditMinus outStanding takeBy scheduledClass course._id mainInstructorInCharge.0.name assistantInstructorIncharge.0.name isMarkAttendance',
  ],
  [
    'Course',
    '/course/:course',
    'name picture pictureDIR sport.description courseType.description centre.description normal normal2 special free unlimited isDisable duration mainInstructor.0.name assistantInstructor.0.name',
  ],
  [
    'CourseScheduledYear',
    '/course-scheduled-year',
    '_id course.name year day duration mainInstructor.0.name assistantInstructor.0.name pendingReplacementClass pendingReplacementClassDate',
  ],
  [
    'Class session',
    '/class/:class',
    '_id date year day duration course.name course.pictureDIR mainInstructor.0.name assistantInstructor.0.name isReplacement isAttendanceTaken replacementDate remark',
  ],
  ['Holiday set', '/holiday', '_id year holiday.0.holidayName holiday.0.date isDisable'],
  ['Holidays of a year', `/holiday/get-by-year/${year}`, 'year holiday.0.holidayName holiday.0.date'],
  [
    'Payment',
    '/payment/:payment',
    '_id orNo orderID dateTime createdBy._id createdBy.name createdBy.children.0.name paymentType creditPurchase amount isPay isRejected isCancelled isDisable coachReceived._id coachReceived.name verifyBy expired_date createdAt wallet memberId package addition description duration packageTitle',
  ],
  [
    'Payment list',
    '/payment?isPay=false',
    '_id orNo orderID dateTime createdBy.name coachReceived.name amount wallet createdAt memberId',
  ],
  ['Credit package', '/credit-package', '_id code title description credit addition duration isDisable'],
  [
    'Credit adjustment',
    '/credit-adjust/:adjustment',
    '_id doc_no date date_display member._id member.name reason adjustCredit createdBy status approvedBy',
  ],
  ['Document format', '/doc-num-format', '_id type format running_no isDisable'],
  ['Belt', '/belt', '_id beltColor isDisable is_protected'],
  [
    'Announcement',
    '/announcement/:announcement',
    '_id title content expired_date version picture isDisable is_protected',
  ],
  [
    'Audit record',
    '/auth/audit-trail?searches=Clerks',
    'timestamp modifier section docType action description changeFrom changeTo.0.field changeTo.0.item changeTo.0.type',
  ],
  ['Relationship', '/relationship', '_id relationship isDisable is_protected'],
  ['Sport', '/sport', '_id description picture isDisable is_protected'],
  ['Centre', '/centre', '_id description picture isDisable is_protected username'],
  ['Course type', '/course-type', '_id description picture pictureDIR isDisable'],
  ['Designation', '/designation', '_id designation isDisable'],
  ['Member type', '/member-type', '_id memberType isDisable'],
  [
    'Coach',
    '/coach',
    '_id name picture designation.designation address1 address2 address3 email bankAccName bankName bankAccNo mobileNo isDisable',
  ],
  [
    'User',
    '/user/:user',
    'username email userGroup.role isCenter centreIncharge coachRelated accessRight isDisable is_protected',
  ],
  ['User group', '/user-group/:group', 'role permissions.belt isDisable is_protected'],
  ['Expiration', '/expiration/:adult', 'creditExpired'],
  ['Notification details', '/notify-details', 'notifyType notifyTitle notifyMsg'],
  ['Notification user link', '/notify-user', 'details userID'],
  [
    'Member report',
    '/report/expiry-report?startDate=2027-05-01&endDate=2027-05-31',
    'name icNo tmNo belt email wallet expiredIn creditExpired childrenDetails memberType',
  ],
  [
    'Credit flow',
    '/report/overall-flow-report?flow=Flow In',
    'member.name creditFlow.0.date creditFlow.0.classDate creditFlow.0.orNo creditFlow.0.paymentTitle creditFlow.0.takeBy creditFlow.0.coach creditFlow.0.assistCoach creditFlow.0.credit creditFlow.0.flow creditFlow.0.balance creditBeforeAdjust bfTime',
  ],
  [
    'Settlement',
    '/report/class-monthly-settlement-Report?month=11&year=2026',
    'className centre.description sport.description totalAttendance totalCreditsUsed',
  ],
]

/** A field, undefined where it is not there. */
const valueAt = (document: unknown, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>((at, key) => (at === null || at === undefined ? undefined : (at as Fields)[key]), document)

test.each(entities)('%s, read from %s', async (_, path, fields) => {
  const named = path.replace(
    /:(\w+)/g,
    (whole, name) => made[name]?._id ?? (name === 'course' ? academy.course._id : whole),
  )
  const answer = await admin.get(named)
  const document = Array.isArray(answer.items) ? answer.items[0] : answer
  expect(fields.split(' ').filter((field) => valueAt(document, field) === undefined)).toEqual([])
})

test('overall flow totals', async () => {
  const answer = await admin.get('/report/overall-flow-report')
  for (const name of [
    'totalFlowIn',
    'totalFlowOut',
    'creditExpiredIn90days',
    'creditExpiredIn120days',
    'creditExpiredIn150days',
  ])
    expect([name, answer[name]]).toEqual([name, expect.any(Number)])
})

test('days are YYYY-MM-DD, times HH:mm and instants with their zone, in one form each', async () => {
  const payment = await admin.get(`/payment/${made.payment?._id}`)
  for (const instant of [payment.dateTime, payment.createdAt]) expect(instant).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  for (const date of [
    payment.expired_date,
    made.class?.date,
    made.child?.dob,
    (await admin.get(`/expiration/${made.adult?._id}`)).creditExpired,
  ])
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect([made.class?.duration, made.year?.duration]).toEqual(['18:00 - 19:00', '18:00 - 19:00'])
})
