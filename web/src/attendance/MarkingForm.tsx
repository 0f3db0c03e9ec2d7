import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { Student } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { showCredit } from '../kit/days.ts'
import { ReasonButton } from '../kit/Guard.tsx'
import { t } from '../kit/words.ts'
import { FindMember } from './FindMember.tsx'
import { FreshRow, type MarkedPerson } from './MarkingRow.tsx'
import { beltOf, Marks, matches, termsOf } from './marking.ts'
import { marksOf, putMarks } from './phone-marks.ts'
import { newMarks, useTake } from './take.ts'

interface Props {
  session: ClassSession
  students: Student[]
  /** The roll stands already: only those chosen here are added to it. */
  isLate?: boolean
  onDone?: () => void
}

const personOf = (student: Student): MarkedPerson => ({
  id: student.member._id,
  name: student.member.name,
  chName: student.member.chName,
  thumbnail: student.member.thumbnail,
  belt: beltOf(student.member),
  facts: [termsOf(student), t('wallet {n}', { n: showCredit(student.walletMember.wallet) })],
  hasOpenCase: student.walletMember.hasOutstanding,
})

const beginMs = 300

/** What is tapped is kept on this phone a moment later, so that closing the page loses nothing. */
function useBegun(session: ClassSession, marks: Marks) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      timer = undefined
      const known = marksOf(session._id)
      // What waits to be sent stays as it is until it is submitted anew.
      if (!marks.isTouched || known?.state === 'saved') return
      marks.isTouched = false
      putMarks(newMarks(session, marks, 'begun'))
    }
    const flush = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      write()
    }
    const stop = marks.onAny(() => {
      timer ??= setTimeout(write, beginMs)
    })
    // A phone that puts the browser away may never come back to it: hidden is the last word it is sure to hear.
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stop()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [session, marks])
}

/**
 * Follows marks one frame behind them: what a tap changes beside its own row does not keep the row waiting. Once for all
 * taps of a frame.
 */
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

/** Everybody starts absent; a tap makes present; one submit for the class. */
export function MarkingForm({ session, students, isLate = false, onDone }: Props) {
  // The roster may be read anew while somebody marks: what was tapped stays.
  const before = useRef<Marks>(undefined)
  const marks = useMemo(() => {
    const known = marksOf(session._id)
    return new Marks(students, before.current?.present() ?? (known && known.state !== 'sent' ? known.present : []))
  }, [session._id, students])
  before.current = marks
  const [typed, setTyped] = useState('')
  const people = useMemo(() => students.map(personOf), [students])
  const { take, sending } = useTake({ session, students, marks, isLate, ...(onDone ? { onDone } : {}) })
  useBegun(session, marks)
  const shown = people.filter((person) => matches(person, typed))
  return (
    <div className="marking">
      <div className="marking-tools">
        <FindMember typed={typed} onType={setTyped} />
        <AllButton marks={marks} members={shown.map(({ id }) => id)} />
      </div>
      <section className="marking-list" aria-label={t('Members')}>
        {shown.map((person) => (
          <FreshRow key={person.id} person={person} marks={marks} />
        ))}
        {shown.length === 0 && <p className="nothing">{t('Nothing matches “{searchText}”.', { searchText: typed })}</p>}
      </section>
      <div className="marking-foot">
        <Counts marks={marks} all={students.length} isLate={isLate} />
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
