/** An academy that the client builds through its own calls, with the bodies of the specification. */

import { type Fields, formOf, type SpecificationClient, signIn } from './client.ts'
import { password, year } from './start.ts'

/** A picture of one point, as a camera would send it but for its size. */
const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const picture = (name = 'picture.png') => new File([Buffer.from(point, 'base64')], name, { type: 'image/png' })

export type Document = { _id: string } & Fields

let people = 0
/** The three forms of a member, filled with what they require. */
export const adult = (more: Fields = {}): Fields => ({
  name: `Aminah binti Ismail ${++people}`,
  chName: '阿米娜',
  dob: '1990-02-28',
  icNo: `900228-14-${5000 + people}`,
  gender: 'Female',
  nationality: 'Malaysian',
  email: `aminah.${people}@example.com`,
  password: 'Gamelan_123',
  isDisable: false,
  ...more,
})
export const parent = (more: Fields = {}): Fields => ({
  name: `Tan Boon Huat ${++people}`,
  email: `tan.${people}@example.com`,
  password: 'Gamelan_123',
  address: '12, Jalan Bukit, 50480 Kuala Lumpur',
  ...more,
})
export const kid = (more: Fields = {}): Fields => ({
  name: `Tan Mei Ling ${++people}`,
  dob: '2016-08-31',
  gender: 'Female',
  nationality: 'Malaysian',
  school: 'SJK(C) Jalan Davidson',
  schoolClass: '4M',
  ...more,
})

/** Reference lists with one entry each, two coaches, a package and two courses. */
export async function buildAcademy(admin: SpecificationClient) {
  const one = async (path: string, fields: Fields): Promise<Document> => admin.post(path, fields)
  const relationship = await one('/relationship', { relationship: 'Father', isDisable: false })
  const designation = await one('/designation', { designation: 'Head Coach', isDisable: false })
  const belt = await one('/belt', { beltColor: 'White', isDisable: false })
  const memberType = await one('/member-type', { memberType: 'Regular', isDisable: false })
  const sport: Document = await admin.post('/sport', formOf({ description: 'Taekwondo', isDisable: false }))
  const centre: Document = await admin.post('/centre', formOf({ description: 'Bangsar', isDisable: false }))
  const courseType: Document = await admin.post('/course-type', formOf({ description: 'Group', isDisable: false }))
  const coachNamed = (name: string): Promise<Document> =>
    admin.post('/coach', formOf({ name, picture: picture(), designation: designation._id, email: 'c@example.com' }))
  const coach = await coachNamed('Farid bin Osman')
  const assistant = await coachNamed('Devi a/p Raman')
  const creditPackage = await one('/credit-package', {
    code: 'P100',
    title: 'Starter',
    description: 'A hundred credits and ten more',
    credit: 100,
    addition: 10,
    duration: 6,
  })
  const base = {
    relationship,
    designation,
    belt,
    memberType,
    sport,
    centre,
    courseType,
    coach,
    assistant,
    creditPackage,
  }
  return { ...base, course: await buildCourse(admin, base), another: await buildCourse(admin, base) }
}
export type Academy = Awaited<ReturnType<typeof buildAcademy>>
type Places = Record<'sport' | 'centre' | 'courseType' | 'coach' | 'assistant', Document>

let courses = 0
export const courseBody = (places: Places, more: Fields = {}): Fields => ({
  name: `Taekwondo ${++courses}`,
  sport: places.sport._id,
  courseType: places.courseType._id,
  centre: places.centre._id,
  normal: 10,
  normal2: 12,
  special: 8,
  free: 0,
  unlimited: false,
  isDisable: false,
  duration: '18:00 - 19:00',
  mainInstructor: [places.coach._id],
  assistantInstructor: [places.assistant._id],
  ...more,
})
export const buildCourse = (admin: SpecificationClient, places: Places, more: Fields = {}): Promise<Document> =>
  admin.post('/course', courseBody(places, more))

/** A course's year: a class each Tuesday. */
export const assignYear = (admin: SpecificationClient, places: Places, course: Document, more: Fields = {}) =>
  admin.post('/course-scheduled-year', {
    course: course._id,
    year,
    day: 2,
    duration: '18:00 - 19:00',
    mainInstructor: [places.coach._id],
    assistantInstructor: [places.assistant._id],
    ...more,
  })

/** An adult; one who bought a package when asked for. */
export async function buildAdult(admin: SpecificationClient, academy: Academy, { credit = true } = {}) {
  const member: Document = await admin.post('/member', adult({ coachIncharge: academy.coach._id }))
  if (credit) await buyPackage(admin, academy, member)
  return member
}

export const orderOf = (academy: Academy, member: Document): Fields => ({
  memberId: member._id,
  package: academy.creditPackage._id,
  coachReceived: academy.coach._id,
  paymentType: 'Cash',
  addition: 10,
  creditPurchase: 110,
  description: 'A hundred credits and ten more',
  duration: 6,
  packageTitle: 'Starter',
})

/** Ordered in cash and verified. */
export async function buyPackage(admin: SpecificationClient, academy: Academy, member: Document): Promise<Document> {
  const order = await admin.post('/payment', orderOf(academy, member))
  return admin.put(`/payment/direct/${order._id}`, { isPay: true, wallet: 110, paymentCreatedAt: order.createdAt })
}

export const walletOf = async (client: SpecificationClient, { _id }: Document): Promise<number> =>
  (await client.get(`/member/${_id}`)).wallet

/** A user of a group with these rights, signed in; the first password was the administrator's choice, so a second follows. */
export async function userWith(admin: SpecificationClient, username: string, permissions: Fields, more: Fields = {}) {
  const group = await admin.post('/user-group', { role: `${username}s`, permissions, isDisable: false })
  const first = 'first_of_two_1'
  await admin.post('/user', { username, password: first, userGroup: group._id, isDisable: false, ...more })
  const client = await signIn(admin.address, username, first)
  await client.put('/auth/password', { current: first, password })
  return client
}

/** The counter's rights, in the words of the specification's table. */
export const clerkRights: Fields = {
  dashboard: ['View'],
  verifyPayment: ['View', 'Verify'],
  outStandingCredit: ['View'],
  credit_adjust: ['View', 'Add', 'Edit', 'Delete', 'Print'],
  // Sensitive is the portal's own (decision 50): I/C numbers and medical notes are read with it.
  membership: ['View', 'Add', 'Edit', 'Trial', 'Done', 'Expiration', 'Sensitive'],
  attendance: ['View', 'Mark', 'Edit'],
  scheduling: ['View'],
}
/** A coach's. */
export const coachRights: Fields = {
  attendance: ['View', 'Mark', 'Edit'],
  scheduling: ['View'],
  course: ['View'],
  outStandingCredit: ['View'],
}
