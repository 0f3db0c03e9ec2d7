import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import type { Student } from '@academy/contract/attendance/enrolments.ts'
import { creditTypeLabels, creditTypes } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useCallback, useMemo, useRef } from 'react'
import { attendanceEffect } from '../kit/attendance-effect.ts'
import { useSend } from '../kit/send.ts'
import { useSession } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import { MarkingForm } from './MarkingForm.tsx'
import { type MarkedPerson, MarkingRow } from './MarkingRow.tsx'
import { beltOf, startOf } from './marking.ts'

interface Props {
  session: ClassSession
  rows: AttendanceRow[]
  /** Enrolled, but not on the roll yet. */
  unmarked: Student[]
  onDirty: (dirty: boolean) => void
}

const labelOf = (creditType: string) => {
  const known = creditTypes.find((type) => type === creditType)
  return known ? creditTypeLabels[known] : creditType
}

const personOf = (row: AttendanceRow): MarkedPerson => ({
  id: row.member._id,
  name: row.member.name,
  chName: row.member.chName,
  thumbnail: row.member.thumbnail,
  belt: beltOf(row.member),
  facts: [
    `${labelOf(row.creditType)} · ${row.creditMinus}`,
    row.checkInTime && t('in {time}', { time: row.checkInTime }),
    row.checkOutTime && t('out {time}', { time: row.checkOutTime }),
    t('by {name}', { name: row.takeBy }),
  ]
    .filter(Boolean)
    .join(' · '),
})

/** A class that was marked: a tap corrects one member at once, and who was forgotten is added below. */
export function Roll({ session, rows, unmarked, onDirty }: Props) {
  const { can } = useSession()
  const byMember = useMemo(() => new Map(rows.map((row) => [row.member._id, row])), [rows])
  const people = useMemo(() => rows.map(personOf), [rows])
  const update = useSend(attendance.update, {
    effect: ({ params }) => {
      const row = rows.find(({ _id }) => _id === params.id)
      return row && attendanceEffect(row, row.status === 'P' ? 'A' : 'P')
    },
  })
  const correct = (row: AttendanceRow) =>
    update.send({
      params: { id: row._id },
      body:
        row.status === 'P'
          ? { status: 'A', checkInTime: null, checkOutTime: null }
          : { status: 'P', checkInTime: startOf(session.duration), checkOutTime: null },
    })
  // The rows stay the same objects while the question is open, so that none is redrawn for it.
  const latest = useRef(correct)
  latest.current = correct
  const toggle = useCallback(
    (id: string) => {
      const row = byMember.get(id)
      if (row) void latest.current(row)
    },
    [byMember],
  )
  const present = rows.filter(({ status }) => status === 'P').length
  return (
    <div className="marking">
      <section className="marking-list" aria-label={t('Members')}>
        {people.map((person) => {
          const row = byMember.get(person.id)
          return (
            <MarkingRow
              key={person.id}
              person={person}
              present={row?.status === 'P'}
              outstanding={row?.outStanding ?? false}
              onToggle={toggle}
              disabled={!can(attendance.update.may)}
            />
          )
        })}
      </section>
      <div className="marking-foot">
        <span role="status">
          <strong>{present}</strong> {t('present')} · <strong>{rows.length - present}</strong> {t('absent')}
        </span>
        {!can(attendance.update.may) && (
          <span className="quiet">{t('Corrections need the permission attendance: Edit')}</span>
        )}
      </div>
      {unmarked.length > 0 && (
        <section>
          <h3>{t('Not on the roll yet')}</h3>
          <MarkingForm session={session} students={unmarked} onDirty={onDirty} />
        </section>
      )}
    </div>
  )
}
