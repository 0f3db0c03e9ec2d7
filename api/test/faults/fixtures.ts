/** The people, the package and the course of the academy in which things go wrong, made by a clerk's calls. */
import sharp from 'sharp'
import { z } from 'zod'
import { systemClock } from '../../src/platform/runtime/index.ts'
import type { Client } from './client.ts'

const document = z.object({ _id: z.string() })
const classesOfYear = 52
export const memberCount = 6
/** What somebody who is imported brings along. */
export const opening = 7
export const coachName = 'Farid bin Osman'
const password = 'correct_horse_1'

type Make = (path: string, body: object) => Promise<string>

/** The id of each, and the members who are enrolled. */
export type Fixtures = Awaited<ReturnType<typeof makeFixtures>>

/** With as many past classes as are to be marked. */
export async function makeFixtures(client: Client, classCount: number) {
  const make: Make = async (path, body) => (await client.insist(document, 'POST', path, body))._id
  const coach = await makeCoach(make)
  const bought = { code: 'P15', title: 'Fifteen', description: 'Fifteen credits', credit: 12, addition: 3, duration: 6 }
  const creditPackage = await make('/credit-package', bought)
  const course = await make('/course', { name: 'Taekwondo', unlimited: true, normal: 10, normal2: 10 })
  // Of past years, so that every class is past and can be marked.
  const pattern = { day: 6, duration: '10:00 - 11:00', mainInstructor: [coach] }
  const today = systemClock.today()
  for (let ago = Math.ceil(classCount / classesOfYear); ago > 0; ago--)
    await make('/course-scheduled-year', { course, year: Number(today.slice(0, 4)) - ago, ...pattern })
  const relationship = await make('/relationship', { relationship: 'Mother' })
  const parent = await make('/member', { name: 'Parent', email: 'parent@example.com', relationship, password })
  const enrolled: { id: string; enrolment: string }[] = []
  for (let each = 0; each < memberCount; each++) enrolled.push(await enrol(make, each, { coach, course }))
  return { coach, creditPackage, course, today, parent, enrolled }
}

async function makeCoach(make: Make) {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('name', coachName)
  form.set('designation', await make('/designation', { designation: 'Coach' }))
  form.set('email', 'farid@example.com')
  form.set('picture', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'farid.png')
  return make('/coach', form)
}

async function enrol(make: Make, each: number, { coach, course }: { coach: string; course: string }) {
  const id = await make('/member', {
    name: `Member ${each}`,
    dob: '2000-01-01',
    icNo: `000101-14-000${each}`,
    gender: 'Female',
    nationality: 'Malaysian',
    email: `member${each}@example.com`,
    password,
    coachIncharge: coach,
  })
  const enrolment = await make('/enrollment', { member: id, course, creditType: 'normal', credit: 10 })
  return { id, enrolment }
}
