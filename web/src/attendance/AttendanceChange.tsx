import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { attendanceEffect } from './attendance-effect.ts'
import { identityOf } from './identity.ts'

const statusLabels = { P: 'Present', A: 'Absent' } as const

function changeOf(status: 'P' | 'A', next: 'P' | 'A' | 'deleted'): string {
  const from = t(statusLabels[status])
  if (next === 'deleted') return t('{from}: the record is deleted', { from })
  return next === status ? t('stays {from}', { from }) : t('{from} to {to}', { from, to: t(statusLabels[next]) })
}

/**
 * The effect lines of a correction's question: whose record, of which class, what it becomes, and the effect on the
 * wallet.
 */
export function AttendanceChange({ row, next }: { row: AttendanceRow; next: 'P' | 'A' | 'deleted' }) {
  return (
    <>
      <p>{identityOf(row.member)}</p>
      <p>
        {row.course.name}, {showDay(row.classDate)}: {changeOf(row.status, next)}
      </p>
      <p>{attendanceEffect(row, next)}</p>
    </>
  )
}

/** The cases being closed, with their members. */
export function ClosedCases({ cases }: { cases: readonly AttendanceRow[] }) {
  return (
    <ul className="effect-list">
      {cases.map((row) => (
        <li key={row._id}>
          {t('{day} {course}, {name}: −{credit}', {
            day: showDay(row.classDate),
            course: row.course.name,
            name: identityOf(row.member),
            credit: row.creditMinus,
          })}
        </li>
      ))}
    </ul>
  )
}
