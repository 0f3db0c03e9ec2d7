import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { creditTypeLabels, creditTypes, isTrial, type Student } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useToday } from '../../platform/client/today.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { WalletUndo } from '../../platform/feedback/UndoButton.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { DeleteIcon } from '../../ui/first/icons.ts'
import { AttendanceChange } from '../AttendanceChange.tsx'
import { ageAndParents, isBirthday } from '../identity.ts'
import { dueCorrections } from '../offline/corrections.ts'
import { NoSignal } from '../offline/PhoneNote.tsx'
import { marksOf, removeMarks, type Tap } from '../offline/phone-marks.ts'
import { UndoCorrection, useCorrection, useCorrections } from './correcting.tsx'
import { useDetail } from './detail.ts'
import { MarkingForm } from './MarkingForm.tsx'
import { type MarkedPerson, MarkingRow } from './MarkingRow.tsx'
import { type Attending, beltOf, matches } from './marking.ts'
import { FindMember } from './walk-ins/FindMember.tsx'

interface Props {
  session: ClassSession
  rows: AttendanceRow[]
  enrolled: readonly Student[]
  /** Enrolled or added here, but not on the roll yet. */
  unmarked: Attending[]
  /** Marked present here, but neither enrolled nor on the roll. */
  gone: readonly Tap[]
  /** The button that adds a member who is not enrolled. */
  add: ReactNode
}

const labelOf = (creditType: string) => {
  const known = creditTypes.find((type) => type === creditType)
  return known ? creditTypeLabels[known] : creditType
}

const personOf = (row: AttendanceRow, day: string, student: Student | undefined): MarkedPerson => ({
  id: row.member._id,
  name: row.member.name,
  chName: row.member.chName,
  thumbnail: row.member.thumbnail,
  belt: beltOf(row.member),
  hasOpenCase: false,
  isWalkIn: row.enrollment === null,
  trial: isTrial(row.creditType) ? labelOf(row.creditType) : undefined,
  isBirthday: isBirthday(row.member.dob, day),
  medical: student?.member.medical,
  identity: ageAndParents(row.member),
  facts: [
    `${labelOf(row.creditType)} · ${row.creditMinus}`,
    ...(row.checkInTime ? [t('in {time}', { time: row.checkInTime })] : []),
    ...(row.checkOutTime ? [t('out {time}', { time: row.checkOutTime })] : []),
    t('by {name}', { name: row.takeBy }),
  ],
})

/** From this many members on, the roll has a search field. */
const searchFrom = 12

/** The roll of a marked class: a tap corrects one member, and forgotten members are added below. */
export function Roll({ session, rows, enrolled, unmarked, gone, add }: Props) {
  const { can } = useSession()
  const [typed, setTyped] = useState('')
  const today = useToday()
  const byMember = useMemo(() => new Map(rows.map((row) => [row.member._id, row])), [rows])
  const people = useMemo(() => {
    const students = new Map(enrolled.map((student) => [student.member._id, student]))
    return rows.map((row) => personOf(row, today, students.get(row.member._id)))
  }, [rows, enrolled, today])
  const detailOf = useDetail(people)
  const corrections = useCorrections(session._id)
  const statuses = useMemo(() => {
    const corrected = new Map(corrections.map(({ row, status }) => [row, status]))
    return new Map(rows.map(({ _id, member, status }) => [member._id, corrected.get(_id) ?? status]))
  }, [rows, corrections])
  const due = new Set(dueCorrections({ corrections }).map(({ member }) => member))
  const correct = useCorrection(session)
  const toggle = useCallback(
    (id: string) => {
      const row = byMember.get(id)
      if (row) correct(row, statuses.get(id) === 'P' ? 'A' : 'P')
    },
    [byMember, statuses, correct],
  )
  const present = [...statuses.values()].filter((status) => status === 'P').length
  return (
    <div className="marking">
      <div className="marking-tools">
        {rows.length >= searchFrom && <FindMember typed={typed} onType={setTyped} />}
        {add}
      </div>
      <section className="marking-list" aria-label={t('Members')}>
        {people
          .filter((person) => matches(person, typed))
          .map((person) => {
            const row = byMember.get(person.id)
            return (
              <MarkingRow
                key={person.id}
                person={person}
                present={statuses.get(person.id) === 'P'}
                outstanding={row?.outStanding === true && statuses.get(person.id) === 'P'}
                detail={detailOf(person.id)}
                isUnsent={due.has(person.id)}
                onToggle={toggle}
                disabled={!can(attendance.update.may)}
              >
                {row && can(attendance.remove.may) && <RemoveButton row={row} />}
              </MarkingRow>
            )
          })}
      </section>
      <div className="marking-foot">
        <NoSignal session={session._id} />
        <UndoCorrection session={session._id} rows={byMember} />
        <span role="status">
          <strong>{present}</strong> {t('present')} · <strong>{rows.length - present}</strong> {t('absent')}
        </span>
        {!can(attendance.update.may) && (
          <span className="quiet">{t('Corrections need the permission Mark Attendance: Edit')}</span>
        )}
        {can(attendance.undoClass.may) && <UndoClass session={session} />}
      </div>
      {unmarked.length + gone.length > 0 && (
        <section className="marking-late">
          <h3>{t('Not on the roll yet')}</h3>
          <MarkingForm session={session} students={unmarked} gone={gone} isLate />
        </section>
      )}
    </div>
  )
}

/** Takes the whole class back, as if nobody had marked it. What this device still keeps of it would be ticked again. */
function UndoClass({ session }: { session: ClassSession }) {
  const isReached = useReached()
  return (
    <WalletUndo
      undo={attendance.undoClass}
      rehearse={attendance.rehearseUndoClass}
      params={{ class: session._id }}
      of={t('attendance of {course}', { course: session.course.name })}
      text="Undo attendance"
      reason={!isReached && t('Needs signal')}
      onDone={() => {
        const kept = marksOf(session._id)
        if (kept) removeMarks(kept)
      }}
    />
  )
}

/** Deletes the record of a member who was marked by mistake. */
function RemoveButton({ row }: { row: AttendanceRow }) {
  const remove = useAction(attendance.remove, {
    danger: true,
    okText: 'Delete',
    effect: () => <AttendanceChange row={row} next="deleted" />,
  })
  return (
    <ReasonButton
      type="text"
      danger
      className="marking-remove"
      icon={<DeleteIcon aria-hidden />}
      loading={remove.sending}
      aria-label={t('Delete attendance of {name}', { name: row.member.name })}
      onClick={() => remove.send({ params: { id: row._id } })}
    />
  )
}
