import { addDays } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import { createMember, readMember } from '../src/members/members.ts'
import type { Tx } from '../src/platform/data/index.ts'
import { hashPassword, randomPassword } from '../src/platform/runtime/index.ts'
import type { SeededLists } from './10-lists.ts'
import { type PersonName, personName } from './names.ts'
import type { Random } from './random.ts'

type MemberBody = Parameters<typeof readMember>[0]

/** A member who trains, and the member whose wallet pays. */
export interface Trainee {
  id: string
  payer: string
  isChild: boolean
}

const families = 92
const adults = 58

const school = (random: Random) =>
  random.pick([
    'SK Setia Alam',
    'SJK(C) Chung Hua 中华小学',
    'SMK Subang Utama',
    'SJK(T) Ladang Seafield',
    'Sri KL International',
  ])

export async function seedFamilies(tx: Tx, random: Random, lists: SeededLists): Promise<Trainee[]> {
  const trainees: Trainee[] = []
  let serial = 0
  // One hash for all: hashing is the slowest part of creating a member.
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const context = { today: tx.today, academy: tx.portal.config.company.name }
  const create = async (body: MemberBody) => createMember(tx, await readMember(body, context, async () => passwordHash))
  const coaches = [...lists.coach.values()].slice(0, 6)
  const belts = [...lists.belt.values()]
  const phone = () =>
    `01${random.between(0, 9)}${String(random.between(2_000_000, 99_999_999)).padStart(8, '0').slice(0, 8)}`.slice(
      0,
      11,
    )
  const mail = ({ name }: PersonName) =>
    `${name
      .toLowerCase()
      .replace(/[^a-z]+/g, '.')
      .replace(/^\.|\.$/g, '')}.${++serial}@mail.example`
  /** Born so many years before today, on a day of its own. */
  const birthDate = (age: number) => addDays(tx.today, -(age * 365 + random.between(1, 360)))
  /** Its last digit is odd for men. */
  const icNo = (dob: string, { gender }: PersonName) =>
    `${dob.slice(2, 4)}${dob.slice(5, 7)}${dob.slice(8, 10)}-${String(random.between(1, 14)).padStart(2, '0')}-${String(1000 + 2 * ++serial + (gender === 'Male' ? 1 : 0))}`
  const shared = () => ({
    coachIncharge: random.pick(coaches),
    memberType: [...lists.memberType.values()][random.chance(75) ? 0 : random.between(1, 2)],
  })
  const beltFor = (age: number) =>
    belts[Math.min(belts.length - 1, Math.floor(random.next() * (age < 9 ? 3 : age < 14 ? 5 : 7)))]

  for (let n = 0; n < adults; n++) {
    const person = personName(random)
    const age = random.between(18, 56)
    const dob = birthDate(age)
    const body = {
      kind: 'adult' as const,
      name: person.name,
      chName: person.chName,
      dob,
      icNo: icNo(dob, person),
      gender: person.gender,
      nationality: person.people === 'Other' && random.chance(40) ? 'Japanese' : 'Malaysian',
      email: mail(person),
      password,
      phoneNo: phone(),
      ...shared(),
      belt: beltFor(age),
      address: `${random.between(1, 80)}, Jalan ${random.pick(['SS 15/4', 'Setia Prima', 'PJU 1A/20', 'Meru Indah'])}`,
      tmNo: random.chance(40) ? `TM${String(20_000 + n)}` : null,
    }
    const id = await create(body)
    trainees.push({ id, payer: id, isChild: false })
  }

  for (let n = 0; n < families; n++) {
    const parent = personName(random)
    const children = random.pick([1, 1, 2, 2, 2, 3])
    const kids = Array.from({ length: children }, () => {
      const kid = personName(random, parent)
      const age = random.between(5, 16)
      const dob = birthDate(age)
      return {
        name: kid.name,
        chName: kid.chName,
        dob,
        gender: kid.gender,
        nationality: 'Malaysian',
        ...shared(),
        belt: beltFor(age),
        icNo: random.chance(60) ? icNo(dob, kid) : null,
        school: school(random),
        schoolClass: `${random.between(1, 6)} ${random.pick(['Bestari', 'Cemerlang', '勤'])}`,
        medical: random.chance(6) ? 'Mild asthma, carries an inhaler' : null,
      }
    })
    const payer = await create({
      kind: 'parent',
      name: parent.name,
      chName: parent.chName,
      email: mail(parent),
      password,
      phoneNo: phone(),
      relationship: lists.relationship.get(parent.gender === 'Male' ? 'Father' : 'Mother'),
      children: kids,
      note: random.chance(5) ? 'Prefers to be called after 6 pm' : null,
    })
    const born = await tx.query<{ child: string }>(
      sql`select child from member_parent where parent = ${payer} order by child`,
    )
    for (const { child } of born) trainees.push({ id: child, payer, isChild: true })
  }
  return trainees
}
