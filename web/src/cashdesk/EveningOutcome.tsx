import type { EveningEffect } from '@academy/contract/cashdesk/evening.ts'
import { closeWords } from '@academy/contract/cashdesk/rules.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { Fragment } from 'react'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'

const inSen = (sums: { expected: string; counted: string }) => ({
  expected: sen(sums.expected),
  counted: sen(sums.counted),
})

/** What a close comes to; a line ends between its parts, not after RM. */
const CloseWords = (close: Parameters<typeof closeWords>[0]) =>
  closeWords(close)
    .split(', ')
    .map((part, place) => (
      <Fragment key={part}>
        {place > 0 && ', '}
        <span className="nowrap">{part}</span>
      </Fragment>
    ))

/** What closing would do, as the server rehearsed it. */
export function EveningOutcome({ effect }: { effect: EveningEffect }) {
  const all = effect.closes.reduce(
    (sum, close) => ({
      payments: sum.payments + close.payments,
      returned: sum.returned + close.returned,
      verified: sum.verified + close.verified,
      credits: sum.credits + close.credits,
    }),
    { payments: 0, returned: 0, verified: 0, credits: 0 },
  )
  return (
    <div className="desk-told">
      <ul>
        {effect.closes.map((close) => (
          <li key={close.coach._id}>
            {close.coach.name}: <CloseWords {...close} {...inSen(close)} />.
          </li>
        ))}
      </ul>
      <p>
        <strong>
          {t('Together:')} <CloseWords {...all} {...inSen(effect)} />.
        </strong>
      </p>
      {all.verified > 0 && (
        <p>
          {t('{n} of them verified now, {credit} credits added.', { n: all.verified, credit: showCredit(all.credits) })}
        </p>
      )}
    </div>
  )
}
