import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { Student } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { Button, Input } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { ReasonButton } from '../kit/Guard.tsx'
import { useSend } from '../kit/send.ts'
import { t } from '../kit/words.ts'
import { CreditFacts } from './CreditFacts.tsx'
import { type MarkedPerson, MarkingRow } from './MarkingRow.tsx'
import { beltOf, matches, termsOf } from './marking.ts'

interface Props {
  session: ClassSession
  students: Student[]
  onDirty: (dirty: boolean) => void
  onDone?: () => void
}

export const personOf = (student: Student): MarkedPerson => ({
  id: student.member._id,
  name: student.member.name,
  chName: student.member.chName,
  thumbnail: student.member.thumbnail,
  belt: beltOf(student.member),
  facts: (
    <CreditFacts
      terms={termsOf(student)}
      wallet={student.walletMember.wallet}
      credit={student.credit}
      hasOutstanding={student.walletMember.hasOutstanding}
    />
  ),
})

/** Everybody starts absent; a tap makes present; one submit for the class. */
export function MarkingForm({ session, students, onDirty, onDone }: Props) {
  const [present, setPresent] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const people = useMemo(() => students.map(personOf), [students])
  const take = useSend(attendance.take, {
    effect: () => t('{p} present, {a} absent', { p: present.size, a: students.length - present.size }),
    onDone: () => {
      onDirty(false)
      onDone?.()
    },
  })

  const toggle = useCallback(
    (id: string) => {
      onDirty(true)
      setPresent((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    [onDirty],
  )
  const shown = people.filter((person) => matches(person, typed))
  const all = shown.every(({ id }) => present.has(id))

  function markShown() {
    onDirty(true)
    setPresent((before) => {
      const next = new Set(before)
      for (const { id } of shown) all ? next.delete(id) : next.add(id)
      return next
    })
  }
  const submit = () =>
    take.send({
      params: { class: session._id },
      body: students.map(({ member, _id }) => ({
        member: member._id,
        enrollment: _id,
        status: present.has(member._id) ? ('P' as const) : ('A' as const),
        checkInTime: null,
        checkOutTime: null,
      })),
    })
  return (
    <div className="marking">
      <div className="marking-tools">
        <Input
          type="search"
          size="large"
          allowClear
          aria-label={t('Find a member')}
          placeholder={t('Find a member')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button size="large" onClick={markShown} disabled={shown.length === 0}>
          {t(all ? 'All absent' : 'All present')}
        </Button>
      </div>
      <section className="marking-list" aria-label={t('Members')}>
        {shown.map((person) => (
          <MarkingRow key={person.id} person={person} present={present.has(person.id)} onToggle={toggle} />
        ))}
        {shown.length === 0 && <p className="nothing">{t('Nothing matches “{searchText}”.', { searchText: typed })}</p>}
      </section>
      <div className="marking-foot">
        <span role="status">
          <strong>{present.size}</strong> {t('present')} · <strong>{students.length - present.size}</strong>{' '}
          {t('absent')}
        </span>
        <ReasonButton type="primary" size="large" may={attendance.take.may} loading={take.sending} onClick={submit}>
          {t('Take Attendance')}
        </ReasonButton>
      </div>
    </div>
  )
}
