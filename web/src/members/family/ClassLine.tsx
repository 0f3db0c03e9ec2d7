import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { FamilyClass, FamilyStudent } from '@academy/contract/families/card.ts'
import { classLink } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { attendanceEffect } from '../../attendance/index.ts'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Tag } from '../../ui/first/Tag.tsx'

interface ClassLineProps {
  held: FamilyClass
  student: FamilyStudent
  /** Whose wallet the card tells; another that pays is named. */
  main: string
}

/** A class of today: when, where, with whom, whether marked; and marks it. */
export function ClassLine({ held, student, main }: ClassLineProps) {
  const { can } = useSession()
  const { course, duration, venue, coaches, enrolment, mark, date } = held
  const [starts, ends] = duration.split(' - ')
  const price = enrolment && !mark && [showCredit(enrolment.credit), t('credits')].join(' ')
  const payer = enrolment && enrolment.payer._id !== main && t('paid by {name}', { name: enrolment.payer.name })
  return (
    <li>
      <span className="number family-time">
        {starts}
        <small>{ends}</small>
      </span>
      <div>
        {can('attendance.view') ? (
          <Link {...classLink({ _id: held._id, course: course._id, date })} className="family-course">
            {course.name}
          </Link>
        ) : (
          <span className="family-course">{course.name}</span>
        )}
        <small>{[venue, coaches.join(', '), price, payer].filter(Boolean).join(' · ')}</small>
      </div>
      <div className="family-mark">
        <MarkTag held={held} />
        <MarkButton held={held} student={student} />
      </div>
    </li>
  )
}

function MarkTag({ held: { mark } }: Pick<ClassLineProps, 'held'>) {
  const { can } = useSession()
  if (!mark) return can('attendance.view') && <Tag>{t('Not marked')}</Tag>
  if (mark.status === 'A') return <Tag>{t('Absent')}</Tag>
  return mark.outStanding ? <Tag color="error">{t('Oustanding')}</Tag> : <Tag color="success">{t('Present')}</Tag>
}

const undoMs = 10_000

/** Marks present and, for ten seconds, takes it back: one button, so that the focus stays where it is. */
function MarkButton({ held, student }: Omit<ClassLineProps, 'main'>) {
  const { can } = useSession()
  const { _id, course, date, enrolment, mark } = held
  const isMarked = mark !== null
  const [isFresh, setFresh] = useState(false)
  useEffect(() => {
    if (!isFresh || !isMarked) return
    const timer = setTimeout(() => setFresh(false), undoMs)
    return () => clearTimeout(timer)
  }, [isFresh, isMarked])
  const take = useAction(attendance.take, {
    effect: () => enrolment && <MarkEffect held={held} student={student} price={enrolment} />,
    okText: 'Mark Present',
    done: false,
    onDone: ({ items }) => {
      const status = items.find((row) => row.member._id === student._id)?.status
      setFresh(status === 'P')
      if (status === 'P') notice.success(attendance.take.done ?? '')
      else notice.warning('Marked absent meanwhile. It is corrected in Mark Attendance.')
    },
  })
  const undo = useAction(attendance.remove, {
    confirm: false,
    done: 'Taken back',
    onDone: () => setFresh(false),
  })
  if (mark) {
    if (!isFresh || mark.status === 'A' || !can(attendance.remove.may)) return null
    return (
      <ReasonButton
        loading={undo.sending}
        aria-label={t('Undo: {name}, {course}', { name: student.name, course: course.name })}
        onClick={() => undo.send({ params: { id: mark._id } })}
      >
        {t('Undo')}
      </ReasonButton>
    )
  }
  if (!enrolment) return null
  const sent = {
    member: student._id,
    enrollment: enrolment._id,
    course: course._id,
    scheduledClass: _id,
    classDate: date,
  }
  return (
    <ReasonButton
      may={attendance.take.may}
      loading={take.sending}
      aria-label={t('Mark Present: {name}, {course}', { name: student.name, course: course.name })}
      onClick={() => take.send({ params: { class: _id }, body: [{ ...sent, status: 'P' }] })}
    >
      {t('Mark Present')}
    </ReasonButton>
  )
}

interface MarkEffectProps extends Omit<ClassLineProps, 'main'> {
  price: NonNullable<FamilyClass['enrolment']>
}

/** What being present does to the wallet, and that it is about one of the class alone. */
function MarkEffect({ held: { course, duration }, student, price: { credit, payer } }: MarkEffectProps) {
  const now = { status: 'A' as const, outStanding: false, creditMinus: 0, credit, walletMember: payer, payer }
  return (
    <>
      <p>{[student.name, course.name, duration].join(', ')}</p>
      <p>{attendanceEffect(now, 'P')}</p>
      <p>{t('The others of this class are marked in Mark Attendance, as ever.')}</p>
    </>
  )
}
