import type { Connection } from '../database/database.ts'

/** In these tables instructors were arrays of ids. */
const taught = ['course_year', 'pending_replacement', 'class']
const tables = [...taught, 'attendance']

/** Adds the old columns so that the tables accept the old rows. */
export async function widen(client: Connection): Promise<void> {
  for (const table of tables)
    await client.query(`alter table ${table} add column main_instructor uuid[], add column assistant_instructor uuid[]`)
  for (const table of taught) await client.query(`alter table ${table}_instructor disable trigger user`)
}

const keys: Record<string, string> = {
  course_year: 'course_year.id',
  pending_replacement: 'pending_replacement.course_year, pending_replacement.date',
  class: 'class.id',
}

/** Moves the old columns' content to its present place. Attendance gets the instructors of its class. */
export async function narrow(client: Connection): Promise<void> {
  for (const table of taught)
    for (const [column, isMain] of Object.entries({ main_instructor: true, assistant_instructor: false }))
      await client.query(
        `insert into ${table}_instructor select ${keys[table]}, coach.id, ${isMain}, place - 1
          from ${table}, unnest(${column}) with ordinality as named (id, place) join coach on coach.id = named.id
          on conflict do nothing`,
      )
  const { rows } = await client.query<{ id: string }>(
    `select attendance.id from attendance join class on class.id = attendance.class
      where attendance.main_instructor <> '{}' and (attendance.main_instructor, attendance.assistant_instructor)
        is distinct from (class.main_instructor, class.assistant_instructor) limit 1`,
  )
  if (rows[0]) throw new Error(`Attendance ${rows[0].id} has other instructors than its class`)
  for (const table of tables)
    await client.query(`alter table ${table} drop column main_instructor, drop column assistant_instructor`)
  for (const table of taught) await client.query(`alter table ${table}_instructor enable trigger user`)
}
