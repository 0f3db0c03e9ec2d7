/** The resources that group the calls in the description of the API, in the specification's words and order. */
import { lists } from '../lists/lists.ts'

export interface Resource {
  name: string
  /** One of its documents, and several, in a sentence. */
  one: string
  many: string
  words: string
  /** Prefixes of the paths of its calls, without the leading slash; the longest match decides. */
  paths: readonly string[]
}

const crud = 'List, read, create, change and delete.'

const told: readonly Resource[] = [
  {
    name: 'Auth',
    one: 'session',
    many: 'sessions',
    words: 'Signing in and out, the own profile and password, and what a client needs to know before anybody signs in.',
    paths: ['auth', 'auth/sessions', 'config', 'openapi.json'],
  },
  {
    name: 'Payment',
    one: 'payment',
    many: 'payments',
    words:
      'Orders of credit packages, paid in cash at the desk or by card, and their official receipts. Verifying a payment credits the wallet; rejecting and cancelling do not, or take it back.',
    paths: ['payment', 'payment/refund', 'payment/checkout', 'receipt'],
  },
  {
    name: 'Member',
    one: 'member',
    many: 'members',
    words:
      'Adults (with an I/C number), parents (accounts without one, that hold children) and children. A dependent child spends the credits of its parents, everybody else their own.',
    paths: ['member', 'member/import', 'member/:id/wallet', 'expiration'],
  },
  {
    name: 'Family',
    one: 'family',
    many: 'families',
    words:
      'Main members with their dependent children, named by any of them: of a child its parents and all of their children, of anybody else the member and its children.',
    paths: ['family'],
  },
  {
    name: 'Emergency contact',
    one: 'emergency contact',
    many: 'emergency contacts',
    words: 'Whom to call about a member.',
    paths: ['member/emergency-contact', 'member/:id/emergency-contact'],
  },
  {
    name: 'Enrollment',
    one: 'enrolment',
    many: 'enrolments',
    words:
      'Which member goes to which course, and what a class of it costs whom. The calls under /member are aliases of those under /enrollment, held to one member.',
    paths: ['enrollment', 'member/member-classes', 'member/:id/member-classes'],
  },
  {
    name: 'Attendance',
    one: 'attendance record',
    many: 'attendance records',
    words: 'Who was present in a class. Being present costs credits; what a wallet does not cover is outstanding.',
    paths: ['attendance'],
  },
  {
    name: 'Newcomer',
    one: 'newcomer',
    many: 'newcomers',
    words: 'Who came to a class and is no member yet, until the desk enrolls, charges or dismisses them.',
    paths: ['newcomer'],
  },
  {
    name: 'Course',
    one: 'course',
    many: 'courses',
    words: `What is taught, by whom, and what a class of it costs in credits. ${crud}`,
    paths: ['course'],
  },
  {
    name: 'Schedule',
    one: 'scheduled year',
    many: 'scheduled years',
    words:
      'The year of a course: one class a week on the chosen day. Classes that fall on a holiday are not created but counted as pending replacement classes.',
    paths: ['course-scheduled-year'],
  },
  {
    name: 'Class',
    one: 'class',
    many: 'classes',
    words: 'Single classes of a scheduled year, and replacement classes.',
    paths: ['class'],
  },
  {
    name: 'Holiday',
    one: 'holiday set',
    many: 'holiday sets',
    words: 'The holidays of each year.',
    paths: ['holiday'],
  },
  {
    name: 'Credit adjust',
    one: 'credit adjustment',
    many: 'credit adjustments',
    words: 'Documents that add credits to a wallet or take some. They move it when they are approved.',
    paths: ['credit-adjust'],
  },
  {
    name: 'Report',
    one: 'report',
    many: 'reports',
    words:
      'Each as a page of JSON, as an Excel workbook and as a PDF, of the same figures. Filters are the same for all three.',
    paths: ['report'],
  },
  {
    name: 'Point adjust',
    one: 'wallet',
    many: 'wallets',
    words:
      'What is done with all wallets at once: workbooks, expiry dates moved, codes for passwords and new passwords.',
    paths: ['point-adjust'],
  },
  { name: 'Coach', one: 'coach', many: 'coaches', words: crud, paths: ['coach'] },
  { name: 'Centre', one: 'centre', many: 'centres', words: crud, paths: ['centre'] },
  { name: 'Sport', one: 'sport', many: 'sports', words: crud, paths: ['sport'] },
  { name: 'Course type', one: 'class type', many: 'class types', words: crud, paths: ['course-type'] },
  { name: 'Belt', one: 'belt colour', many: 'belt colours', words: crud, paths: ['belt'] },
  { name: 'Relationship', one: 'relationship', many: 'relationships', words: crud, paths: ['relationship'] },
  { name: 'Designation', one: 'designation', many: 'designations', words: crud, paths: ['designation'] },
  { name: 'Member type', one: 'member type', many: 'member types', words: crud, paths: ['member-type'] },
  { name: 'Credit package', one: 'credit package', many: 'credit packages', words: crud, paths: ['credit-package'] },
  { name: 'Announcement', one: 'announcement', many: 'announcements', words: crud, paths: ['announcement'] },
  {
    name: 'Document format',
    one: 'document format',
    many: 'document formats',
    words: 'How receipts, orders and credit adjustments are numbered.',
    paths: ['doc-num-format'],
  },
  {
    name: 'Academy',
    one: 'academy',
    many: 'academies',
    words:
      'The academy’s name, address, price of a credit, colour and logo, on every screen, print and mail. What the portal’s environment says of it comes first, and cannot be changed here.',
    paths: ['brand', 'mail-server'],
  },
  {
    name: 'Coach rate',
    one: 'rate',
    many: 'rates',
    words:
      'What a coach is paid for the classes of a course, or of all courses without a rate of their own: per head, per class or as a share of the credit used. A rate holds from its day until that of the next one; changing one changes what the coach settlement says of the past.',
    paths: ['coach-rate'],
  },
  {
    name: 'e-Invoice',
    one: 'e-Invoice',
    many: 'e-Invoices',
    words:
      'The sales of a month as one consolidated e-Invoice of MyInvois (Invoice 1.0, UBL 2.1 JSON, unsigned), submitted elsewhere, and what is said of the academy in it.',
    paths: ['e-invoice'],
  },
  {
    name: 'View',
    one: 'view',
    many: 'views',
    words:
      'How somebody looks at a list: filters, order and columns under a name, shared with the user group if wished.',
    paths: ['view'],
  },
  {
    name: 'Notification',
    one: 'notice',
    many: 'notices',
    words: 'What members are told: notify-details has the words, notify-user says who was told them.',
    paths: ['notify-user', 'notify-details'],
  },
  {
    name: 'Reminder',
    one: 'reminder',
    many: 'reminders',
    words: 'Members who should hear of their wallet or their classes, and were not told in the last days.',
    paths: ['reminder'],
  },
  { name: 'User', one: 'user', many: 'users', words: 'The staff who sign in.', paths: ['user', 'outbox'] },
  {
    name: 'User group',
    one: 'user group',
    many: 'user groups',
    words: 'What the users in it may do: a map of module to action words. A missing entry means denied.',
    paths: ['user-group'],
  },
  {
    name: 'Cash desk',
    one: 'cash close',
    many: 'cash closes',
    words: 'The cash that a coach received on a day, counted and closed.',
    paths: ['cash-close'],
  },
  {
    name: 'Month end',
    one: 'month',
    many: 'months',
    words: 'What is open before a month is closed, and the files that stay as they were then.',
    paths: ['month-end'],
  },
  { name: 'Dashboard', one: 'figure', many: 'figures', words: 'What the day asks for.', paths: ['dashboard'] },
  {
    name: 'Audit',
    one: 'audit record',
    many: 'audit records',
    words: 'Who did what and when, and the proofs that the books hold.',
    paths: ['auth/audit-trail', 'auth/sensitive-reading', 'books'],
  },
  {
    name: 'Job',
    one: 'job',
    many: 'jobs',
    words:
      'What the portal does by itself: when it ran last, how that went and when it runs next; and the back-ups that it keeps.',
    paths: ['job'],
  },
  {
    name: 'Look-up',
    one: 'entry',
    many: 'entries',
    words: 'Entries to choose from in a form or a filter, and how far an export is.',
    paths: ['lookup', 'export'],
  },
]

/** A list without a text of its own. */
const untold = lists
  .filter(({ name }) => !told.some(({ paths }) => paths.includes(name)))
  .map(({ name, title }): Resource => {
    const one = title.toLowerCase()
    return { name: title, one, many: `${one}s`, words: crud, paths: [name] }
  })

export const resources: readonly Resource[] = [...told, ...untold]

const words = (path: string) => path.split('/').filter(Boolean)

/** The resource of a path, and the prefix that matched. */
export function resourceOf(path: string): { resource: Resource; start: string } {
  const given = words(path)
  const fits = (start: string) => words(start).every((word, index) => given[index] === word)
  const [best] = resources
    .flatMap((resource) => resource.paths.filter(fits).map((start) => ({ resource, start })))
    .toSorted((one, other) => words(other.start).length - words(one.start).length)
  if (!best) throw new Error(`No resource has the path ${path}`)
  return best
}
