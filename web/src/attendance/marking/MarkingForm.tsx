import { attendance } from '@academy/contract/attendance/attendance.ts'
import { creditTypeLabels, isTrial } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useToday } from '../../platform/client/today.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { ageAndParents, isBirthday } from '../identity.ts'
import { undoMs } from '../offline/corrections.ts'
import { NoSignal } from '../offline/PhoneNote.tsx'
import { addTaps, marksOf, onMarks, removeWalkIn, storageFull, type Tap, useMarksOf } from '../offline/phone-marks.ts'
import { useTakeAttendance } from '../offline/take-attendance.ts'
import { useDetail } from './detail.ts'
import { LiveRow, type MarkedPerson } from './MarkingRow.tsx'
import { type Attending, beltOf, Marks, matches, termsOf } from './marking.ts'
import { namesOf } from './outcome.ts'
import { type LastTime, SameAsLast } from './SameAsLast.tsx'
import { changesOf, changesText, isUnsent, tickedMembers } from './taps.ts'
import { UndoBar } from './UndoBar.tsx'
import { FindMember } from './walk-ins/FindMember.tsx'

interface Props {
  session: ClassSession
  students: Attending[]
  /** Marked present here, but no longer in the class. */
  gone: readonly Tap[]
  /** The roll exists already: only members chosen here are added to it. */
  isLate?: boolean
  /** Who came to the course's class before; null when none was marked. */
  lastTime?: LastTime
  /** The button that adds a member who is not enrolled. */
  add?: ReactNode
  onDone?: () => void
}

const personOf = (student: Attending, day: string): MarkedPerson => ({
  id: student.member._id,
  name: student.member.name,
  chName: student.member.chName,
  thumbnail: student.member.thumbnail,
  belt: beltOf(student.member),
  identity: ageAndParents(student.member),
  facts: [
    termsOf(student),
    ...(student.walletMember.wallet === null ? [] : [t('wallet {n}', { n: showCredit(student.walletMember.wallet) })]),
  ],
  hasOpenCase: student.walletMember.hasOutstanding,
  isWalkIn: student._id === null,
  trial: isTrial(student.creditType) ? creditTypeLabels[student.creditType] : undefined,
  isBirthday: isBirthday(student.member.dob, day),
  medical: student.member.medical,
})

/** The marks of this form. Each tap is stored on the phone at once, and changes from other tabs are followed. */
function useMarks(session: ClassSession, students: Attending[]): Marks {
  const marks = useMemo(() => {
    const names = new Map(students.map(({ member }) => [member._id, member.name]))
    const made = new Marks(students, tickedMembers(marksOf(session._id)))
    made.onTap = (members, present) => {
      const status = present ? 'P' : 'A'
      const isSaved = addTaps(
        session,
        members.map((member) => ({ member, name: names.get(member) ?? '', status })),
      )
      if (!isSaved) notice.error(storageFull)
    }
    return made
  }, [session, students])
  useEffect(
    () =>
      onMarks(() => {
        const known = marksOf(session._id)
        // Marks just sent stay in the form until the roll replaces it.
        if (known?.state !== 'sent') marks.sync(tickedMembers(known))
      }),
    [session, marks],
  )
  return marks
}

/** Reads from the marks one frame late, once for all taps of a frame, so that counters do not delay the tapped row. */
function useAfterFrame<Value>(marks: Marks, read: () => Value): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      let isDue = false
      return marks.onAny(() => {
        if (isDue) return
        isDue = true
        requestAnimationFrame(() =>
          setTimeout(() => {
            isDue = false
            listener()
          }),
        )
      })
    },
    [marks],
  )
  return useSyncExternalStore(subscribe, read)
}

/** The rows in sight: those that match what is typed, or only those who were unmarked when it was asked for. */
function useShown(people: readonly MarkedPerson[], marks: Marks) {
  const [typed, setTyped] = useState('')
  const [isOnlyUnmarked, setOnlyUnmarked] = useState(false)
  // Who is tapped while only the others are shown stays in sight, so that no row moves under the thumb.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up anew with what is typed, when all rows move anyway
  const hidden = useMemo(() => new Set(isOnlyUnmarked ? marks.present() : []), [isOnlyUnmarked, marks, typed])
  const shown = people.filter((person) => !hidden.has(person.id) && matches(person, typed))
  return { shown, typed, setTyped, isOnlyUnmarked, setOnlyUnmarked }
}

/** Whom 'same as last time' marked, and how long that can be taken back. */
interface Fill {
  members: string[]
  until: number
}

/**
 * Everybody starts absent, a tap makes present, one submit for the class. The form keeps the class and day it was
 * opened with.
 */
export function MarkingForm({ session: opened, students, gone, isLate = false, lastTime, add, onDone }: Props) {
  const [session] = useState(opened)
  const marks = useMarks(session, students)
  const [filled, setFilled] = useState<Fill>()
  const today = useToday()
  const people = useMemo(() => students.map((student) => personOf(student, today)), [students, today])
  const detailOf = useDetail(people)
  const removable = useMemo(
    () => new Set(students.flatMap(({ _id, isSubmitted, member }) => (_id || isSubmitted ? [] : [member._id]))),
    [students],
  )
  const removeFromForm = useCallback((member: string) => removeWalkIn(session._id, member), [session])
  const { take, sending } = useTakeAttendance({ session, students, gone, marks, isLate, ...(onDone ? { onDone } : {}) })
  const { shown, typed, setTyped, isOnlyUnmarked, setOnlyUnmarked } = useShown(people, marks)
  return (
    <div className="marking">
      <div className="marking-tools">
        <FindMember typed={typed} onType={setTyped} />
        <AllButton marks={marks} members={shown.map(({ id }) => id)} />
        {add}
        {!isLate && (
          <div className="marking-more">
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is in it */}
            <label className="marking-only">
              <Switch checked={isOnlyUnmarked} onChange={(event) => setOnlyUnmarked(event.target.checked)} />
              {t('Only unmarked')}
            </label>
            <SameAsLast
              date={session.date}
              lastTime={lastTime}
              marks={marks}
              onFill={(members) => setFilled({ members, until: Date.now() + undoMs })}
            />
          </div>
        )}
      </div>
      <section className="marking-list" aria-label={t('Members')}>
        {shown.map((person) => (
          <LiveRow
            key={person.id}
            person={person}
            marks={marks}
            detail={detailOf(person.id)}
            {...(removable.has(person.id) ? { onRemove: removeFromForm } : {})}
          />
        ))}
        {shown.length === 0 && (
          <p className="nothing">
            {typed.trim() || !isOnlyUnmarked
              ? t('Nothing matches “{searchText}”. Add Member is for whoever else came.', { searchText: typed })
              : t('Everybody is marked present.')}
          </p>
        )}
      </section>
      {gone.length > 0 && (
        <p className="marking-changes">
          {t('Marked here, but no longer in the class: {names}. Submit to be told why.', { names: namesOf(gone) })}
        </p>
      )}
      <div className="marking-foot">
        {!isLate && <NoSignal session={session._id} />}
        {filled && <UndoFill fill={filled} day={lastTime?.date} marks={marks} onUndone={() => setFilled(undefined)} />}
        <div>
          <Counts marks={marks} all={students.length} isLate={isLate} />
          <Changes session={session._id} />
        </div>
        <ReasonButton
          type="primary"
          size="large"
          may={attendance.take.may}
          loading={sending}
          onClick={() => void take()}
        >
          {t(isLate ? 'Add Attendance' : 'Take Attendance')}
        </ReasonButton>
      </div>
    </div>
  )
}

interface UndoFillProps {
  fill: Fill
  day: string | undefined
  marks: Marks
  onUndone: () => void
}

function UndoFill({ fill: { members, until }, day, marks, onUndone }: UndoFillProps) {
  const words =
    members.length === 0 ? 'Whoever came on {day} is marked present already.' : '{n} marked present as on {day}.'
  return (
    <UndoBar
      words={t(words, { n: members.length, day: showDay(day) })}
      until={until}
      onUndo={() => {
        marks.set(members, false)
        onUndone()
      }}
    />
  )
}

function AllButton({ marks, members }: { marks: Marks; members: string[] }) {
  const all = useAfterFrame(marks, () => members.length > 0 && members.every(marks.has))
  return (
    <ReasonButton
      size="large"
      reason={members.length === 0 && 'Nobody matches what is typed.'}
      onClick={() => marks.set(members, !all)}
    >
      {t(all ? 'All absent' : 'All present')}
    </ReasonButton>
  )
}

/** How many members differ from what was submitted. */
function Changes({ session }: { session: string }) {
  const marks = useMarksOf(session)
  const count = marks && isUnsent(marks) ? changesOf(marks).length : 0
  return count > 0 && <div className="marking-changes">{changesText(count)}</div>
}

function Counts({ marks, all, isLate }: { marks: Marks; all: number; isLate: boolean }) {
  const present = useAfterFrame(marks, marks.count)
  return (
    <span role="status">
      <strong>{present}</strong> {t('present')}
      {!isLate && (
        <>
          {' '}
          · <strong>{all - present}</strong> {t('absent')}
        </>
      )}
    </span>
  )
}
