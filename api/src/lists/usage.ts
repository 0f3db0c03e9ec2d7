import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'

interface Use {
  table: string
  column: string
  /** The column holds several ids. */
  many?: true
  one: string
  more: string
}

const members = (column: string): Use => ({ table: 'member', column, one: 'member', more: 'members' })
const courses = (column: string): Use => ({ table: 'course', column, one: 'course', more: 'courses' })
const instructors = (table: string, one: string, more: string): Use[] => [
  { table, column: 'main_instructor', many: true, one, more },
  { table, column: 'assistant_instructor', many: true, one, more },
]

/** Where the entries of each list are used. Foreign keys refuse most of these anyway; this says it in words. */
const uses: Record<string, readonly Use[]> = {
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
    { table: 'course_instructor', column: 'coach', one: 'course', more: 'courses' },
    ...instructors('course_year', 'schedule', 'schedules'),
    ...instructors('class', 'class', 'classes'),
    ...instructors('attendance', 'attendance record', 'attendance records'),
    { table: 'payment', column: 'coach_received', one: 'payment', more: 'payments' },
    { table: 'staff_user', column: 'coach_related', one: 'user', more: 'users' },
  ],
  'credit-package': [{ table: 'payment', column: 'package', one: 'payment', more: 'payments' }],
}

/** Where an entry is used, in words: `12 members and 1 course`; empty when nowhere. */
export async function usageOf(tx: Tx, list: string, id: string): Promise<string> {
  const places = uses[list] ?? []
  if (places.length === 0) return ''
  const counts = await tx.query<{ one: string; more: string; count: number }>(
    sql.join<{ one: string; more: string; count: number }>(
      places.map(({ table, column, many, one, more }) => {
        const here = many ? sql`${sql.ref(column)} @> array[${id}]::uuid[]` : sql`${sql.ref(column)} = ${id}`
        return sql`select ${one}::text as one, ${more}::text as more, count(*)::int as count from ${sql.table(table)} where ${here}`
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
