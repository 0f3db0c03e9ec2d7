import { creditTypeLabels } from '@academy/contract/attendance/enrolments.ts'
import type { Newcomer } from '@academy/contract/attendance/newcomers.ts'
import type { ReactNode } from 'react'
import { showDay, showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import './newcomers.css'

/** 'Trial 1 0 · Aminah pays' */
const termsOf = ({ creditType, creditMinus, payer }: Newcomer) =>
  [
    t('{type}, {credit} credits', { type: t(creditTypeLabels[creditType]), credit: creditMinus }),
    ...(payer ? [t('pays: {payer}', { payer })] : []),
  ].join(' · ')

/** Somebody who came and is no member yet; the children are what can be done. */
export function NewcomerCard({ newcomer, children }: { newcomer: Newcomer; children: ReactNode }) {
  const { name, phoneNo, course, classDate, takeBy } = newcomer
  return (
    <li className="newcomer">
      <div>
        <strong>{name}</strong> <a href={`tel:${phoneNo}`}>{showPhone(phoneNo)}</a>
        <div className="muted">
          {course.name}, {showDay(classDate)} · {termsOf(newcomer)} · {t('by {name}', { name: takeBy })}
        </div>
      </div>
      <div className="newcomer-acts">{children}</div>
    </li>
  )
}
