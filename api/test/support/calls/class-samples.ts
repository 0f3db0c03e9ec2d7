import type { World } from './documents.ts'
import { next, nextNumber } from './next.ts'

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

/** What a document says that cannot be changed. */
const scheduledIn = ({ course }: World) => ({ course, year: 2026 })
const enrolled = ({ adult, course }: World) => ({ member: adult, course })
const oneClass = (world: World, date: string) => ({
  date,
  duration: '20:00 - 21:00',
  mainInstructor: [world.tan],
  assistantInstructor: [world.devi],
  remark: 'Bring the belts',
  force: true,
})

/** Another day of December each time. */
const freshDay = () => `2026-12-${String((nextNumber() % 28) + 1).padStart(2, '0')}`

const enrolment = (world: World) => ({
  creditType: 'normal',
  credit: 10,
  remark: 'On Tuesdays',
  walletMember: world.adult,
})

const newEnrolment = (world: World) => ({ ...enrolment(world), course: world.unplanned, member: world.adult })

/** Marks valid for the class they were made for. */
const madeFor = { enrollment: null, course: null, scheduledClass: null, classDate: null }
/** Cost and payer of a walk-in. */
const terms = { creditType: null, creditMinus: null, walletMember: null }

/** The samples of courses, their classes and who attends them. */
export const classSamples: Record<string, (world: World) => unknown> = {
  'POST /coach-rate': (world) => ({
    ...{ coach: world.tan, course: world.course, role: 'main', kind: 'share', amount: '40.00', since: freshDay() },
  }),
  'PUT /coach-rate/:id': (world) => ({
    ...{ coach: world.tan, course: world.course, role: 'main', kind: 'head', amount: '8.00', since: freshDay() },
  }),
  'POST /course': course,
  'PUT /course/:id': course,
  'POST /course-scheduled-year': assignment,
  // A class of this year was attended, so its weekday cannot change.
  'PUT /course-scheduled-year/:id': (world) => ({ ...pattern(world), ...scheduledIn(world), day: 2 }),
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
  'PUT /class/:id': (world) => ({ ...oneClass(world, freshDay()), ...scheduledIn(world), replacementDate: null }),
  'POST /enrollment': newEnrolment,
  'POST /enrollment/several': (world) => ({
    ...{ course: world.unplanned, creditType: 'normal', credit: 10 },
    members: [world.newcomer],
  }),
  'PUT /enrollment/:id': (world) => ({ ...enrolment(world), ...enrolled(world), isDisable: false }),
  'POST /member/:id/member-classes': (world) => ({ ...enrolment(world), course: world.quiet }),
  'PUT /member/:id/member-classes/:cid': (world) => ({ ...enrolment(world), ...enrolled(world), isDisable: false }),
  'POST /attendance': (world) => ({
    ...madeFor,
    ...terms,
    member: world.newcomer,
    scheduledClass: world.spare,
    status: 'P',
    checkInTime: '18:00',
    checkOutTime: '19:00',
  }),
  'POST /attendance/take/:class': (world) => [
    { member: world.newcomer, ...madeFor, ...terms, status: 'P', checkInTime: '18:00', checkOutTime: '19:00' },
  ],
  'PUT /attendance/:id': () => ({ member: null, ...madeFor, status: 'P', checkInTime: '18:00', checkOutTime: '19:00' }),
  'POST /newcomer': (world) => ({
    ...{ name: next('Newcomer'), phoneNo: '0123456789', creditType: 'normal', creditMinus: null, payer: 'An uncle' },
    ...{ scheduledClass: world.spare, course: null, classDate: null },
  }),
  'PUT /newcomer/charge/:id': (world) => ({ member: world.newcomer, ...terms }),
  'PUT /newcomer/dismiss/:id': () => ({ reason: 'Did not answer' }),
  'PUT /attendance/clearOutstanding/:id': () => ({ outStanding: false }),
  'PUT /attendance/clearOutstanding': () => ({ ids: ['01900000-0000-7000-8000-00000000abcd'] }),
  'PUT /attendance/clearOutstanding/wallet/:member': () => ({ outStanding: false }),
}
