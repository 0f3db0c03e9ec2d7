import type { AttendanceRow } from '@academy/contract/reports/rows/attendance-row.ts'
import { type RawBuilder, sql } from 'kysely'
import { coachesJoined, memberPart, partOf } from '../people.ts'
import { creditUsed, isPaid } from '../scope.ts'

/** Attendance as reports show it. `listed` selects the ids and the columns they are sorted by, `order` sorts by these. */
export const attendanceRows = (listed: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<
  Omit<AttendanceRow, '_id'> & { id: string }
>`
  select attendance.id, attendance.class_date, ${memberPart('member')}, course.name as class_name,
    ${partOf('course', 'course', 'id', 'name')}, ${partOf('centre', 'centre', 'id', 'description')},
    attendance.class as scheduled_class, attendance.status, attendance.check_in as check_in_time,
    attendance.check_out as check_out_time, attendance.credit_type, attendance.outstanding as out_standing,
    case when ${isPaid} then attendance.credit_minus else 0 end as credit,
    case when attendance.status = 'P' then attendance.credit_minus else 0 end as credit_minus,
    attendance.taken_by_name as take_by,
    main.coaches as main_instructor_in_charge, assistant.coaches as assistant_instructor_incharge
  from (${listed}) listed
  join attendance on attendance.id = listed.id
  join member on member.id = attendance.member
  join course on course.id = attendance.course
  left join centre on centre.id = course.centre
  ${coachesJoined(true, 'main')}
  ${coachesJoined(false, 'assistant')}
  order by ${order}`

/** Sums of attendance. An open case is not debited: it counts as outstanding. */
export const attendanceSums = sql`count(*)::int as total,
  count(*) filter (where attendance.status = 'P')::int as total_present,
  count(*) filter (where attendance.status = 'A')::int as total_absent,
  ${creditUsed}::float8 as total_credits_used,
  count(*) filter (where attendance.outstanding)::int as total_outstanding,
  coalesce(sum(attendance.credit_minus) filter (where attendance.outstanding), 0)::float8 as total_outstanding_credit`
