import { lists } from '@academy/contract/lists/lists.ts'
import { order, putPackage } from '../academy.ts'
import { pending as pendingAdjustment } from '../adjustments.ts'
import { classesOf, coursePlaces, newCourse, newYear } from '../courses/courses.ts'
import { bodies, choicesIn, enrolMember, insertMember, insertRow } from '../families.ts'
import { cardDesk } from '../payments/checkout.ts'
import type { Client, TestPortal } from '../portal.ts'
import { enrol, topUp } from '../students.ts'
import { listBody } from './list-body.ts'

/** A document of every kind, by its name in the routes. */
export async function worldIn(portal: TestPortal, clerk: Client) {
  const choices = await choicesIn(portal)
  const places = await coursePlaces(portal)
  const course = (await newCourse(clerk, places))._id
  const unplanned = (await newCourse(clerk, places))._id
  const year = (await newYear(clerk, places, course))._id
  const quiet = (await newCourse(clerk, places))._id
  const replanned = (await newYear(clerk, places, quiet))._id
  const past = (await classesOf(clerk, course)).filter(({ date }: { date: string }) => date < '2026-11-20')
  const [marked, unmarked, changed, spare] = past.map(({ _id }: { _id: string }) => _id)
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
      holiday: await insertRow(tx, 'holiday', {
        year: 2030,
        holiday: JSON.stringify([{ holidayName: 'Merdeka', date: '2030-08-31' }]),
      }),
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
  const cards = cardDesk(portal, clerk, purchase)
  const cardOrder = await cards.start()
  const refunded = await cards.start()
  await cards.confirm(refunded, await cards.payUnheard(refunded.order_id))
  await clerk.put(`/payment/cancel/${refunded.payment_id}`)
  const [refund] = (await clerk.get('/payment/refund')).json().items
  const [{ _id: notice }] = (await clerk.get('/notify-user')).json().items
  const [format] = (await clerk.get('/doc-num-format')).json().items
  const noted = { name: 'Sample', phoneNo: '0123456789', creditType: 'trial1' }
  const told = { kind: 'balance', channel: 'whatsapp', language: 'en', text: 'Sample' }
  const pay = { coach: places.tan, course, role: 'main', kind: 'head', amount: '8', since: '2026-01-01' }
  const role = { role: 'Sample group', permissions: { belt: ['view'] } }
  const group = (await clerk.post('/user-group', role)).json()._id
  const user = { username: 'sample', password: 'Passw0rd-sample', userGroup: group }
  const known = {
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
    spare,
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
    cardOrder: cardOrder.payment_id,
    refund: refund._id,
    'cash-close': await cashCloseOf(portal, clerk, purchase),
    openCash: await order(portal, purchase),
    evening: await eveningOf(portal, clerk, purchase),
    ...(await closedMonth(clerk)),
    'credit-adjust': await pendingAdjustment(clerk, adult),
    'coach-rate': (await clerk.post('/coach-rate', pay)).json()._id,
    noted: (await clerk.post('/newcomer', { ...noted, scheduledClass: marked })).json()._id,
    message: (await clerk.post(`/member/${adult}/message`, told)).json()._id,
    user: (await clerk.post('/user', user)).json()._id,
    view: (await clerk.post('/view', { list: '/belt/listing', name: 'Sample', search: {}, hidden: [] })).json()._id,
  }
  return { ...known, ...(await furtherLists(clerk, known)) }
}

/** An entry of each reference list not created above. */
async function furtherLists(clerk: Client, known: { designation: string }) {
  const further: Record<string, string> = {}
  for (const list of lists.filter(({ name }) => !(name in known)))
    further[list.name] = (await clerk.post(`/${list.name}`, listBody(list, known))).json()._id
  return { further }
}
export type World = Awaited<ReturnType<typeof worldIn>>

/** A closed day of the cash desk with one payment. */
async function cashCloseOf(portal: TestPortal, clerk: Client, purchase: Parameters<typeof order>[1]): Promise<string> {
  const payments = [await order(portal, purchase)]
  const body = { day: '2026-11-20', coach: purchase.coach, payments, counted: '0.00', remark: 'Nothing was there' }
  return (await clerk.post('/cash-close', body)).json()._id
}

/** The same as the only close of an evening. */
async function eveningOf(portal: TestPortal, clerk: Client, purchase: Parameters<typeof order>[1]): Promise<string> {
  const close = { coach: purchase.coach, payments: [await order(portal, purchase)], counted: '100.00' }
  return (await clerk.post('/cash-close/evening', { day: '2026-11-20', closes: [close] })).json()._id
}

/** A month long before anything happened. */
async function closedMonth(clerk: Client) {
  const answer = await clerk.post('/month-end', { month: '2020-01', remark: 'Before the portal' })
  if (answer.statusCode > 299) throw new Error(answer.body)
  const { _id, files }: { _id: string; files: { _id: string; name: string }[] } = answer.json().closed
  const [pdf = '', workbook = ''] = ['.pdf', '.xlsx'].map((kind) => files.find(({ name }) => name.endsWith(kind))?._id)
  return { 'month-end': _id, monthPdf: pdf, monthWorkbook: workbook }
}

/** Values for the parameters of a path: the document that its route is about. */
export function pathOf(world: World, path: string): string {
  const byName: Record<string, string> = {
    class: world.unmarked,
    member: world.adult,
    coach: world.tan,
    course: world.course,
    parent: world.parent,
    child: world.child,
    cid: path.includes('emergency-contact') ? world.contact : world.enrollment,
    file: 'picture.png',
    message: world.message,
    type: 'Order',
    year: '2026',
    resource: 'belt',
  }
  const documents: Record<string, unknown> = {
    ...world.further,
    ...world,
    'user-group': world.group,
    member: world.adult,
    expiration: world.adult,
    family: world.adult,
    auth: world.user,
    newcomer: world.noted,
  }
  const [resource = '', second = ''] = path.split('/').filter(Boolean)
  const own: Record<string, string> = {
    '/course-scheduled-year/:id/:course': world.replanned,
    '/payment/cancel/:id': world.cancelled,
    '/payment/withdraw/:id': world.cardOrder,
    '/payment/refund/:id': world.refund,
    '/cash-close/evening/:id': world.evening,
    '/cash-close/evening/:id/pdf': world.evening,
    '/month-end/file/:id/pdf': world.monthPdf,
    '/month-end/file/:id/excel': world.monthWorkbook,
  }
  if (path.startsWith('/course-scheduled-year/:id/')) byName.course = world.quiet
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (name !== 'id') return byName[name] ?? name
    const id = own[path] ?? (resource === 'attendance' && second === 'take' ? world.unmarked : documents[resource])
    if (typeof id !== 'string') throw new Error(`The world has no ${resource}`)
    return id
  })
}
