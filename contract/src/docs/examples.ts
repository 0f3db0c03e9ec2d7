/** Bodies of the common calls as a client sends them, each with a name; all other examples are made from their fields. */

const id = (last: number) => `019ab3f2-7c41-7d0e-9a55-3f6c2b8e1d${String(last).padStart(2, '0')}`

const coach = id(1)
const belt = id(2)
const relationship = id(3)
const parent = id(4)
const course = id(5)
const member = id(6)
const creditPackage = id(7)
const enrolment = id(8)
const session = id(9)
const person = { gender: 'Male', nationality: 'Malaysian', coachIncharge: coach }
const child = { ...person, name: 'Tan Jun Hao', dob: '2016-03-09', icNo: '160309-10-1234', belt }
const parentAccount = {
  kind: 'parent',
  name: 'Tan Siew Ling',
  email: 'siewling@example.com',
  password: 'correct_horse_1',
  relationship,
  phoneNo: '0123456789',
}
const pattern = { day: 2, duration: '18:00 - 19:00', mainInstructor: [coach], assistantInstructor: [] }

/** By method and path. */
export const bodyExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /auth/login': { 'Sign in': { username: 'clerk', password: 'correct_horse_1' } },
  'POST /member': {
    'An adult': {
      kind: 'adult',
      name: 'Tan Wei Ming',
      chName: '陈伟明',
      dob: '1990-05-17',
      icNo: '900517-10-5432',
      ...person,
      email: 'weiming@example.com',
      password: 'correct_horse_1',
      phoneNo: '0123456789',
    },
    'A parent with a child': { ...parentAccount, children: [child] },
    'A child of a parent who is there': {
      kind: 'child',
      ...child,
      name: 'Tan Jia Yi',
      dob: '2018-07-04',
      icNo: '180704-10-2345',
      mainIDs: [parent],
    },
  },
  'PUT /member/:id': {
    'Other details': { phoneNo: '0129876543', address: '12, Jalan Mawar, 47300 Petaling Jaya' },
    Disable: { isDisable: true },
    'Set the wallet': { wallet: 60, walletWas: 48 },
  },
  'POST /enrollment': {
    'Enrol a member': { member, course, creditType: 'normal', credit: 10, remark: 'On Tuesdays', walletMember: parent },
    'A first trial': { member, course, creditType: 'trial1', credit: 0 },
  },
  'POST /enrollment/several': {
    'Enrol two members': { course, creditType: 'normal', credit: 10, members: [id(41), id(42)] },
  },
  'PUT /enrollment/:id': {
    'Another credit': { creditType: 'special', credit: 8 },
    'Mark a trial done': { isDisable: true },
  },
  'POST /payment': {
    'Cash at the desk': { memberId: member, package: creditPackage, coachReceived: coach, paymentType: 'Cash' },
  },
  'POST /payment/checkout': { 'By card': { memberId: member, package: creditPackage, coachReceived: coach } },
  'PUT /payment/direct/:id': { Verify: { isPay: true }, Reject: { isPay: false, isRejected: true } },
  'PUT /payment/verify': { 'Verify two payments': { ids: [id(31), id(32)] } },
  'PUT /payment/cancel/:id': { Cancel: { reason: 'Paid twice' } },
  'POST /attendance/take/:class': {
    'One present, one absent': [
      {
        member,
        enrollment: enrolment,
        scheduledClass: session,
        status: 'P',
        checkInTime: '18:00',
        checkOutTime: '19:00',
      },
      { member: id(16), status: 'A' },
    ],
  },
  'POST /attendance': {
    'One who is enrolled': { member, scheduledClass: session, status: 'P', checkInTime: '18:00' },
    'A walk-in': { member, scheduledClass: session, status: 'P', creditType: 'normal', creditMinus: 10 },
  },
  'PUT /attendance/:id': { 'To absent': { status: 'A' }, 'To present': { status: 'P', checkInTime: '18:05' } },
  'PUT /attendance/clearOutstanding/:id': { Close: { outStanding: false } },
  'POST /course': {
    'A course': {
      name: 'Taekwondo Beginners',
      courseType: id(41),
      centre: id(42),
      sport: id(43),
      normal: 10,
      normal2: 12,
      special: 8,
      free: 0,
      duration: '18:00 - 19:00',
      mainInstructor: [coach],
    },
    'Unlimited, without a centre': { name: 'Private lessons', unlimited: true, normal: 20, normal2: 25 },
  },
  'PUT /course/:id': { 'Other credits': { normal: 11, special: 9 }, Disable: { isDisable: true } },
  'POST /course-scheduled-year': { 'Tuesdays of a year': { course, year: 2026, ...pattern } },
  'POST /course-scheduled-year/:id/:course': { 'On Thursdays instead': { ...pattern, day: 4 } },
  'POST /class/schedule/:course': {
    'One date': { year: 2026, schedule: [{ date: '2026-12-08', duration: '18:00 - 19:00', mainInstructor: [coach] }] },
  },
  'PUT /class/batch/update': {
    'An hour later in December': {
      course,
      year: 2026,
      range: ['2026-12-01', '2026-12-31'],
      schedule: { ...pattern, duration: '19:00 - 20:00' },
    },
  },
  'POST /class': {
    'For a class that fell on a holiday': {
      course,
      year: 2026,
      date: '2026-09-05',
      duration: '18:00 - 19:00',
      mainInstructor: [coach],
      replacementDate: '2026-09-01',
    },
  },
  'POST /class/rehearse': {
    'A Batch Update': { action: 'batch', course, year: 2026, range: ['2026-12-01', '2026-12-31'], schedule: pattern },
  },
  'POST /payment/rehearse': {
    'An order': { action: 'order', memberId: member, package: creditPackage, coachReceived: coach },
    'A cancellation': { action: 'cancel', id: id(31) },
  },
  'POST /credit-adjust': {
    'Add 10 credits': { date: '2026-11-18', member, reason: 'Make-up for a cancelled class', adjustCredit: 10 },
    'Take 10 credits and approve': {
      date: '2026-11-18',
      member,
      reason: 'Entered twice',
      adjustCredit: -10,
      approvedBy: 'owner',
    },
  },
  'PUT /credit-adjust/:id': { Approve: { approvedBy: 'owner' }, 'Another amount': { adjustCredit: 15 } },
  'POST /holiday': { 'A year': { year: 2027, holiday: [{ holidayName: 'National Day', date: '2027-08-31' }] } },
  'PUT /holiday/:id': {
    'Another list': { year: 2027, holiday: [{ holidayName: 'National Day', date: '2027-08-31' }] },
  },
  'POST /user': {
    'At the desk': { username: 'clerk', email: 'clerk@example.com', password: 'correct_horse_1', userGroup: id(51) },
    'Held to a centre': {
      username: 'subang',
      password: 'correct_horse_1',
      userGroup: id(51),
      isCenter: true,
      centreIncharge: [id(42)],
    },
  },
  'PUT /user/:id': { 'Another password': { password: 'correct_horse_2' }, Disable: { isDisable: true } },
  'POST /user-group': {
    'Front desk': { role: 'Front desk', permissions: { membership: ['view', 'edit'], attendance: ['view', 'mark'] } },
  },
}

const pending = {
  orNo: null,
  verifiedAt: null,
  isPay: false,
  status: 'Pending',
  verifyBy: null,
  expired_date: null,
  validUntil: null,
}

/** Where the response of a call differs from the example made from its fields. */
export const answerChanges: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /payment': pending,
  'GET /config': { currency: 'RM' },
  'POST /member': { wallet: 0, creditExpired: null, expiredIn: null, classes: [], emergencyContact: [] },
  'GET /report/overall-flow-report': { dateTime: '2026-11-22', startDate: undefined, endDate: undefined },
  'POST /payment/checkout': {
    purchase: null,
    state: 'open',
    status: 'Pending',
    payment: { ...pending, paymentType: 'Direct' },
  },
  'PUT /payment/cancel/:id': {
    isCancelled: true,
    status: 'Cancelled',
    cancelledAt: '2026-11-22T03:40:00.000Z',
    cancelReason: 'Paid twice',
  },
  'POST /credit-adjust': {
    adjustCredit: 10,
    reason: 'Make-up for a cancelled class',
    status: 'Pending',
    approvedBy: null,
  },
}
