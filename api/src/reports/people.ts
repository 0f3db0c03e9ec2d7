import { type RawBuilder, sql } from 'kysely'

/** `{ _id, name, chName }` of the member table with this alias. */
export const memberAs = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`json_build_object('_id', ${of('id')}, 'name', ${of('name')}, 'chName', ${of('ch_name')})`
}

/** `{ _id, <label> }` of a joined entry, null where there is none. */
export const entryAs = (table: string, column: string, label: string): RawBuilder<unknown> => {
  const id = sql.ref(`${table}.id`)
  return sql`case when ${id} is not null
    then json_build_object('_id', ${id}, ${sql.lit(label)}::text, ${sql.ref(`${table}.${column}`)}) end`
}

/** Selects columns of a table as parts of a field: `partOf('centre', 'centre', 'id', 'description')` is `{ _id, description }`. */
export const partOf = (field: string, table: string, ...columns: string[]) =>
  sql.join(columns.map((column) => sql`${sql.ref(`${table}.${column}`)} as ${sql.id(`${field}.${column}`)}`))

/** A member as the field of a row: `{ _id, name, chName }`. */
export const memberPart = (field: string, table = field) => partOf(field, table, 'id', 'name', 'ch_name')

const entries = sql`coalesce(json_agg(json_build_object('_id', coach.id, 'name', coach.name) order by position), '[]')`

const ofCourse = sql`course_instructor join coach on coach.id = course_instructor.coach
  where course_instructor.course = course.id and is_main`

/** `[{ _id, name }]` of the main instructors of a course, in their order; of one that names none those of its present year, else of the nearest. */
export const courseInstructors = (
  today: string,
) => sql`case when exists (select from ${ofCourse}) then (select ${entries} from ${ofCourse})
  else (select ${entries} from course_year_instructor as taught join coach on coach.id = taught.coach
    where is_main and taught.course_year = (
      select id from course_year where course_year.course = course.id
      order by abs(year - extract(year from ${today}::date)), year limit 1)) end`

const ofClass = (isMain: boolean) => sql`class_instructor join coach on coach.id = class_instructor.coach
  where class_instructor.class = attendance.class and is_main = ${sql.lit(isMain)}`

/**
 * `[{ _id, name }]` of an attendance's instructors as `<alias>.coaches`. PostgreSQL computes this join once for each class
 * instead of for each row.
 */
export const coachesJoined = (isMain: boolean, alias: string) =>
  sql`left join lateral (select ${entries} as coaches from ${ofClass(isMain)}) ${sql.table(alias)} on true`

/** Their names with commas, null where there are none. */
export const coachNamesJoined = (isMain: boolean, alias: string) => sql`
  left join lateral (select string_agg(coach.name, ', ' order by position) as coaches from ${ofClass(isMain)})
    ${sql.table(alias)} on true`
