import { holidays } from '@academy/contract/holidays/holidays.ts'
import { belts } from '@academy/contract/lists/belts.ts'
import { centres } from '@academy/contract/lists/centres.ts'
import { coaches } from '@academy/contract/lists/coaches.ts'
import { courseTypes } from '@academy/contract/lists/course-types.ts'
import { creditPackages } from '@academy/contract/lists/credit-packages.ts'
import { designations } from '@academy/contract/lists/designations.ts'
import { memberTypes } from '@academy/contract/lists/member-types.ts'
import { relationships } from '@academy/contract/lists/relationships.ts'
import { sports } from '@academy/contract/lists/sports.ts'
import { type List, listRoutes } from '@academy/contract/platform/list.ts'
import { holidayPreset } from '../src/holidays/holidays.ts'
import type { Tx } from '../src/platform/data/index.ts'
import { act } from './act.ts'
import { portrait } from './portrait.ts'

type Ids = Map<string, string>

async function fill(
  tx: Tx,
  list: List,
  entries: readonly Record<string, unknown>[],
  file?: (n: number) => Promise<Buffer>,
) {
  const ids: Ids = new Map()
  const { create } = listRoutes(list)
  for (const [n, body] of entries.entries()) {
    const picture = file ? { name: 'picture.png', content: await file(n) } : undefined
    const entry = await act(tx, create, { body, file: picture })
    ids.set(String(body[list.label]), entry._id)
  }
  return ids
}

const of = (field: string, ...values: string[]) => values.map((value) => ({ [field]: value }))

/** The reference lists of the demo academy, label to id. */
export async function seedLists(tx: Tx, years: readonly number[]) {
  const designation = await fill(
    tx,
    designations,
    of('designation', 'Head Coach', 'Senior Coach', 'Coach', 'Assistant Coach'),
  )
  const coachPeople: readonly (readonly [string, string, string])[] = [
    ['Master Lim Chee Keong', 'Head Coach', 'ck.lim'],
    ['Aminah binti Yusof', 'Senior Coach', 'aminah'],
    ['Ravi a/l Krishnan', 'Senior Coach', 'ravi'],
    ['Tan Hui Min', 'Coach', 'huimin.tan'],
    ['Hafiz bin Ismail', 'Coach', 'hafiz'],
    ['Grace Wong Mei Yee', 'Coach', 'grace.wong'],
    ['Daniel Fernandez', 'Assistant Coach', 'daniel'],
    ['Nurul Izzah binti Razak', 'Assistant Coach', 'nurul'],
  ]
  const coach = await fill(
    tx,
    coaches,
    coachPeople.map(([name, role, mail], n) => ({
      name,
      designation: designation.get(role),
      email: `${mail}@academy.example`,
      mobileNo: `01234500${String(n + 1).padStart(2, '0')}`,
      bankName: n % 2 === 0 ? 'Maybank' : 'CIMB',
      bankAccName: name,
      bankAccNo: `5140${String(10203040 + n * 7)}`,
      address1: `${n + 3}, Jalan Setia ${n + 1}/2`,
      address2: '40170 Shah Alam, Selangor',
    })),
    portrait,
  )
  for (const year of years) {
    // The preset lacks years whose holidays are not published yet.
    const holiday = holidayPreset(year, 'Selangor')
    if (holiday) await act(tx, listRoutes(holidays).create, { body: { year, holiday } })
  }
  const credits = (code: string, title: string, credit: number, addition: number, duration: number) => ({
    code,
    title,
    credit,
    addition,
    duration,
    description:
      addition > 0
        ? `${credit} credits with ${addition} extra, valid ${duration} months`
        : `${credit} credits, valid ${duration} months`,
  })
  return {
    coach,
    relationship: await fill(tx, relationships, of('relationship', 'Father', 'Mother', 'Guardian', 'Grandparent')),
    belt: await fill(tx, belts, of('beltColor', 'White', 'Yellow', 'Green', 'Blue', 'Red', 'Brown', 'Black')),
    memberType: await fill(tx, memberTypes, of('memberType', 'Regular', 'Competition Team', 'School Programme')),
    sport: await fill(tx, sports, of('description', 'Taekwondo', 'Karate', 'Silat', 'Wushu')),
    courseType: await fill(tx, courseTypes, of('description', 'Group Class', 'Private Class', 'Sparring')),
    centre: await fill(tx, centres, of('description', 'Setia Alam', 'Subang Jaya', 'Petaling Jaya', 'Klang')),
    creditPackage: await fill(tx, creditPackages, [
      credits('P100', 'Starter 100', 100, 0, 2),
      credits('P200', 'Monthly 200', 200, 10, 3),
      credits('P500', 'Term 500', 500, 50, 6),
      credits('P1000', 'Family 1000', 1000, 150, 12),
    ]),
  }
}
export type SeededLists = Awaited<ReturnType<typeof seedLists>>
