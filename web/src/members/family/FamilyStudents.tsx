import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import type { FamilyCard, FamilyStudent } from '@academy/contract/families/card.ts'
import { useState } from 'react'
import { ageOn } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { useToday } from '../../platform/client/today.ts'
import { Avatar } from '../../platform/shell/Avatar.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { ChineseName } from '../../ui/first/ChineseName.tsx'
import { PlusIcon } from '../../ui/first/icons.ts'
import { Tag } from '../../ui/first/Tag.tsx'
import { MemberLink } from '../MemberName.tsx'
import { ClassLine } from './ClassLine.tsx'

const EnrolmentDialog = lazyComponent(async () => ({
  default: (await import('../tabs/EnrolmentDialog.tsx')).EnrolmentDialog,
}))

/** Whoever trains on the wallet, each with today's classes. */
export function FamilyStudents({ card }: { card: FamilyCard }) {
  const [enrolled, setEnrolled] = useState<FamilyStudent>()
  const { main, students } = card
  return (
    <>
      {students.length === 0 && (
        <section className="panel">
          <p className="muted">
            {t('No child depends on this wallet. A child is registered with Enroll New Member, naming this parent.')}
          </p>
        </section>
      )}
      {students.map((student) => (
        <Student key={student._id} student={student} main={main._id} onEnrol={() => setEnrolled(student)} />
      ))}
      {enrolled && <EnrolmentDialog open students={[enrolled]} onClose={() => setEnrolled(undefined)} />}
    </>
  )
}

interface StudentProps {
  student: FamilyStudent
  /** Whose wallet the card tells. */
  main: string
  onEnrol: () => void
}

function Student({ student, main, onEnrol }: StudentProps) {
  const today = useToday()
  const { _id, name, chName, belt, dob, courses, classes, isDisable } = student
  const facts = [belt?.beltColor, dob && t('{n} y', { n: ageOn(today, dob) })].filter(Boolean).join(' · ')
  const id = `family-${_id}`
  return (
    <section className="panel family-student" aria-labelledby={id}>
      <header>
        <Avatar name={name} picture={student.thumbnail} size={56} />
        <div>
          <h2 id={id}>
            <MemberLink id={_id} tab="class">
              {name}
            </MemberLink>
            {chName && <ChineseName>{chName}</ChineseName>} {isDisable && <Tag color="error">{t('Disabled')}</Tag>}
          </h2>
          <p className="muted">{facts}</p>
          <p className="muted">
            {courses.length > 0 ? courses.map((course) => course.name).join(', ') : t('In no course yet')}
          </p>
        </div>
        <ReasonButton
          icon={<PlusIcon aria-hidden />}
          may={enrolments.create.may}
          reason={isDisable && 'This member is disabled'}
          aria-label={t('Add Class: {name}', { name })}
          onPointerEnter={() => void EnrolmentDialog.load().catch(() => undefined)}
          onClick={onEnrol}
        >
          {t('Add Class')}
        </ReasonButton>
      </header>
      {classes.length === 0 ? (
        <p className="muted family-none">
          {courses.length === 0 && !isDisable ? t('Add Class enrols in the first course.') : t('No class today')}
        </p>
      ) : (
        <ul className="plain-list family-classes">
          {classes.map((held) => (
            <ClassLine key={held._id} held={held} student={student} main={main} />
          ))}
        </ul>
      )}
    </section>
  )
}
