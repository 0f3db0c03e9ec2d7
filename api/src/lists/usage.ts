import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'

interface Use {
  table: string | RawBuilder<unknown>
  column: string
  /** The column holds several ids. */
  many?: true
  one: string
  more: string
}

const members = (column: string): Use => ({ table: 'member', column, one: 'member', more: 'members' })
const courses = (column: string): Use => ({ table: 'course', column, one: 'course', more: 'courses' })
const taught = (table: Use['table'], one: string, more: string): Use => ({ table, column: 'coach', one, more })
const taughtAttendance = sql`class_instructor join attendance on attendance.class = class_instructor.class`

/** Where the entries of each list are used. Foreign keys refuse most deletions anyway; this gives the reason. */
export const uses: Record<string, readonly Use[]> = {
  'member-type': [members('member_type')],
  belt: [members('belt')],
  relationship: [members('relationship')],
  designation: [{ table: 'coach', column: 'designation', one: 'coach', more: 'coaches' }],
  sport: [courses('sport')],
  'course-type': [courses('course_type')],
  centre: [
    courses('centre'),
    { table: 'staff_user', column: 'centre_incharge', many: true, one: 'user', more: 'users' },
  ],
  coach: [
    members('coach_incharge'),
    taught('course_instructor', 'course', 'courses'),
    taught('course_year_instructor', 'schedule', 'schedules'),
    taught('class_instructor', 'class', 'classes'),
    taught(taughtAttendance, 'attendance record', 'attendance records'),
    { table: 'payment', column: 'coach_received', one: 'payment', more: 'payments' },
    { table: 'staff_user', column: 'coach_related', one: 'user', more: 'users' },
    { table: 'coach_rate', column: 'coach', one: 'coach rate', more: 'coach rates' },
    taught('pending_replacement_instructor', 'class pending replacement', 'classes pending replacement'),
    taught('pending_class_instructor', 'class pending replacement', 'classes pending replacement'),
    { table: 'cash_close', column: 'coach', one: 'cash desk close', more: 'cash desk closes' },
    { table: 'month_settlement', column: 'coach', one: 'settlement of Month End', more: 'settlements of Month End' },
    { table: 'month_file', column: 'coach', one: 'statement of Month End', more: 'statements of Month End' },
  ],
  'credit-package': [{ table: 'payment', column: 'package', one: 'payment', more: 'payments' }],
}

/** Where an entry is used, for messages: `12 members and 1 course`; empty when nowhere. */
export async function usageOf(tx: Tx, list: string, id: string): Promise<string> {
  const places = uses[list] ?? []
  if (places.length === 0) return ''
  const counts = await tx.query<{ one: string; more: string; count: number }>(
    sql.join<{ one: string; more: string; count: number }>(
      places.map(({ table, column, many, one, more }) => {
        const here = many ? sql`${sql.ref(column)} @> array[${id}]::uuid[]` : sql`${sql.ref(column)} = ${id}`
        const from = typeof table === 'string' ? sql.table(table) : table
        return sql`select ${one}::text as one, ${more}::text as more, count(*)::int as count from ${from} where ${here}`
      }),
      sql` union all `,
    ),
  )
  const sums = new Map<string, { one: string; count: number }>()
  for (const { one, more, count } of counts) sums.set(more, { one, count: (sums.get(more)?.count ?? 0) + count })
  const words = [...sums]
    .filter(([, { count }]) => count > 0)
    .map(([more, { one, count }]) => `${count} ${count === 1 ? one : more}`)
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
