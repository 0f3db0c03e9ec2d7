import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { creditTypeLabels, creditTypes } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { useSession } from '../../platform/client/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { WalletUndo } from '../../platform/feedback/UndoButton.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { DeleteIcon } from '../../ui/first/icons.ts'
import { AttendanceChange } from '../AttendanceChange.tsx'
import { ageAndParents } from '../identity.ts'
import { marksOf, removeMarks, type Tap } from '../offline/phone-marks.ts'
import { FindMember } from './FindMember.tsx'
import { MarkingForm } from './MarkingForm.tsx'
import { type MarkedPerson, MarkingRow } from './MarkingRow.tsx'
import { type Attending, beltOf, matches, startOf } from './marking.ts'

interface Props {
  session: ClassSession
  rows: AttendanceRow[]
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

const personOf = (row: AttendanceRow): MarkedPerson => ({
  id: row.member._id,
  name: row.member.name,
  chName: row.member.chName,
  thumbnail: row.member.thumbnail,
  belt: beltOf(row.member),
  hasOpenCase: false,
  isWalkIn: row.enrollment === null,
  facts: [
    ...ageAndParents(row.member),
    `${labelOf(row.creditType)} · ${row.creditMinus}`,
    ...(row.checkInTime ? [t('in {time}', { time: row.checkInTime })] : []),
    ...(row.checkOutTime ? [t('out {time}', { time: row.checkOutTime })] : []),
    t('by {name}', { name: row.takeBy }),
  ],
})

/** From this many members on, the roll has a search field. */
const searchFrom = 12

/** The roll of a marked class: a tap corrects one member at once, and forgotten members are added below. */
export function Roll({ session, rows, unmarked, gone, add }: Props) {
  const { can } = useSession()
  const isReached = useReached()
  const [typed, setTyped] = useState('')
  const byMember = useMemo(() => new Map(rows.map((row) => [row.member._id, row])), [rows])
  const people = useMemo(() => rows.map(personOf), [rows])
  const toggle = useCorrection(session, byMember)
  const present = rows.filter(({ status }) => status === 'P').length
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
                present={row?.status === 'P'}
                outstanding={row?.outStanding ?? false}
                onToggle={toggle}
                disabled={!can(attendance.update.may)}
              >
                {row && can(attendance.remove.may) && <RemoveButton row={row} />}
              </MarkingRow>
            )
          })}
      </section>
      <div className="marking-foot">
        <span role="status">
          <strong>{present}</strong> {t('present')} · <strong>{rows.length - present}</strong> {t('absent')}
        </span>
        {!can(attendance.update.may) && (
          <span className="quiet">{t('Corrections need the permission Mark Attendance: Edit')}</span>
        )}
        {!isReached && <span className="quiet">{t('Corrections need signal')}</span>}
        {can(attendance.undoClass.may) && <UndoClass session={session} isReached={isReached} />}
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

/** Takes the whole class back, as if nobody had marked it. What this phone still keeps of it would be ticked again. */
function UndoClass({ session, isReached }: { session: ClassSession; isReached: boolean }) {
  return (
    <WalletUndo
      undo={attendance.undoClass}
      rehearse={attendance.rehearseUndoClass}
      params={{ class: session._id }}
      of={t('the attendance of {course}', { course: session.course.name })}
      text="Undo attendance"
      reason={!isReached && t('Needs signal')}
      onDone={() => {
        const kept = marksOf(session._id)
        if (kept) removeMarks(kept)
      }}
    />
  )
}

/** Switches a record between present and absent, after a question that shows the effect on the wallet. */
function useCorrection(session: ClassSession, byMember: Map<string, AttendanceRow>) {
  const rowOf = (id: string | number) => [...byMember.values()].find(({ _id }) => _id === id)
  const update = useAction(attendance.update, {
    effect: ({ params }) => {
      const row = rowOf(params.id)
      return row && <AttendanceChange row={row} next={row.status === 'P' ? 'A' : 'P'} />
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
  // A stable callback, so that the open question does not redraw every row.
  const latest = useRef(correct)
  latest.current = correct
  return useCallback(
    (id: string) => {
      const row = byMember.get(id)
      if (row) void latest.current(row)
    },
    [byMember],
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
