import { addDays } from '@academy/contract/courses/calendar.ts'
import { supplierRoutes } from '@academy/contract/einvoice/supplier.ts'
import { users } from '@academy/contract/staff/users.ts'
import type { Tx } from '../src/platform/data/index.ts'
import { fixedClock } from '../src/platform/runtime/index.ts'
import { type SeededLists, seedLists } from './10-lists.ts'
import { type DemoPasswords, type Staff, seedStaff } from './20-staff.ts'
import { seedFamilies } from './30-families.ts'
import { seedTerms } from './40-terms.ts'
import { act } from './act.ts'
import { randomFrom } from './random.ts'

/** Made up, and well-formed. */
const supplier = {
  tin: 'C1234567890',
  registrationKind: 'BRN' as const,
  registrationNumber: '202601000001',
  sst: null,
  msic: '85412',
  activity: 'Martial arts instruction',
  address1: '1 Jalan Contoh 1/1',
  address2: null,
  address3: null,
  postcode: '40170',
  city: 'Shah Alam',
  state: '10' as const,
  telephone: '+60312345678',
  email: 'accounts@example.com',
  classification: null,
  taxType: null,
  exemption: null,
}

/**
 * A small academy with some history: about 300 people, 4 centres, 12 courses, two terms of classes, payments in every
 * state. Everything goes through the endpoints' handlers, as the staff would do it, in the given transaction.
 */
export async function seedAcademy(tx: Tx, passwords: DemoPasswords, log: (line: string) => void): Promise<void> {
  const random = randomFrom(2026)
  const opened = addDays(tx.today, -26 * 7)
  const staff = await seedStaff(tx, passwords)
  const opening = tx.as(staff('owner'), fixedClock(`${opened}T08:00:00+08:00`))
  const years = [...new Set([opened.slice(0, 4), tx.today.slice(0, 4), String(Number(tx.today.slice(0, 4)) + 1)])].map(
    Number,
  )
  log('  reference lists')
  const lists = await seedLists(opening, years)
  await seedOwnClasses(opening, staff, lists)
  await act(opening, supplierRoutes.update, { body: supplier })
  log('  members and families')
  const trainees = await seedFamilies(opening, random, lists)
  log('  two terms of classes, payments and attendance')
  await seedTerms({ tx, random, lists, staff, trainees, log })
}

/** The user coach is the one who teaches on Tuesdays, Wednesdays and Saturdays. */
async function seedOwnClasses(owner: Tx, staff: Staff, lists: SeededLists) {
  const params = { id: staff('coach').userId ?? '' }
  const coachRelated = lists.coach.get('Master Lim Chee Keong')
  await act(owner, users.update, { params, body: { coachRelated, password: undefined } })
}
