import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'

/** The ids of coaches, each role in its order. */
export interface Instructors {
  mainInstructor: string[]
  assistantInstructor: string[]
}
type Role = keyof Instructors
type Writer = Parameters<Parameters<Tx['change']>[1]>[0]

/** For each table with instructors: the table that stores them and the join condition. */
const places = {
  course: { table: 'course_instructor', on: sql`taught.course = course.id` },
  courseYear: { table: 'course_year_instructor', on: sql`taught.course_year = course_year.id` },
  pendingReplacement: {
    table: 'pending_replacement_instructor',
    on: sql`taught.course_year = pending_replacement.course_year and taught.date = pending_replacement.date`,
  },
  pendingClass: { table: 'pending_class_instructor', on: sql`taught.pending_class = pending_class.id` },
  class: { table: 'class_instructor', on: sql`taught.class = class.id` },
  /** Attendance uses the instructors of its class. */
  attendance: { table: 'class_instructor', on: sql`taught.class = attendance.class` },
}
/** A table of a query whose rows have instructors. */
type TaughtTable = keyof typeof places

const rowsOf = (of: TaughtTable, role: Role, join = sql``) => sql`${sql.table(places[of].table)} as taught ${join}
  where ${places[of].on} and taught.is_main = ${sql.lit(role === 'mainInstructor')}`
const withNames = sql`join coach on coach.id = taught.coach`

/** The instructors of each row of `of`, in their order. */
export const instructorsOf = (of: TaughtTable, role: Role) => sql<{ _id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('_id', coach.id, 'name', coach.name) order by taught.position), '[]')
  from ${rowsOf(of, role, withNames)})`

/** Their names, to sort by. */
export const instructorNames = (of: TaughtTable, role: Role) => sql<string | null>`(
  select string_agg(lower(coach.name), ', ' order by taught.position) from ${rowsOf(of, role, withNames)})`

/** Their ids. */
export const instructorIds = (of: TaughtTable, role: Role) => sql<string[]>`(
  select coalesce(array_agg(taught.coach order by taught.position), '{}') from ${rowsOf(of, role)})`

/** A condition: one of these coaches is an instructor, in either role. */
export const isTaughtBy = (of: TaughtTable, coaches: readonly string[]) => sql<boolean>`exists (
  select from ${sql.table(places[of].table)} as taught
  where ${places[of].on} and taught.coach = any(${[...coaches]}::uuid[]))`

/** The rows that store them, without what they belong to. */
export const instructorRows = ({ mainInstructor, assistantInstructor }: Instructors) => [
  ...mainInstructor.map((coach, position) => ({ coach, isMain: true, position })),
  ...assistantInstructor.map((coach, position) => ({ coach, isMain: false, position })),
]

const keys = { course: 'course', courseYear: 'course_year', class: 'class' } as const

/** Adds the same instructors to rows that have none yet. */
export async function addInstructors(
  on: Writer,
  of: keyof typeof keys,
  ids: readonly string[],
  { mainInstructor = [], assistantInstructor = [] }: Partial<Instructors>,
): Promise<void> {
  const coaches = [...mainInstructor, ...assistantInstructor]
  const isMain = coaches.map((_, index) => index < mainInstructor.length)
  const positions = [...mainInstructor.keys(), ...assistantInstructor.keys()]
  await sql`insert into ${sql.table(places[of].table)} (${sql.ref(keys[of])}, coach, is_main, position)
    select id, chosen.* from unnest(${[...ids]}::uuid[]) as id,
      unnest(${coaches}::uuid[], ${isMain}::boolean[], ${positions}::int[]) as chosen`.execute(on())
}

/** Replaces the instructors of rows; a role that is not given stays as it is. */
export async function setInstructors(
  on: Writer,
  of: keyof typeof keys,
  ids: readonly string[],
  now: Partial<Instructors>,
): Promise<void> {
  const roles = [...(now.mainInstructor ? [true] : []), ...(now.assistantInstructor ? [false] : [])]
  if (roles.length === 0 || ids.length === 0) return
  await sql`delete from ${sql.table(places[of].table)}
    where ${sql.ref(keys[of])} = any(${[...ids]}::uuid[]) and is_main = any(${roles}::boolean[])`.execute(on())
  await addInstructors(on, of, ids, now)
}
