import type { MemberDetail } from '@academy/contract/members/members.ts'
import { type Happening, overviews } from '@academy/contract/members/overview.ts'
import { classLink } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayAt } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useCall } from '../../../platform/client/query.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { useToday } from '../../../platform/client/today.ts'
import { PageWaiting } from '../../../platform/shell/Page.tsx'
import { Button } from '../../../ui/first/Button.tsx'
import { CheckIcon, ReceiptIcon, SwapIcon } from '../../../ui/first/icons.ts'
import { Tag } from '../../../ui/first/Tag.tsx'
import { type CauseLink, paymentLink } from '../financial/cause-links.ts'
import { signed } from '../financial/ledger-text.ts'
import { dayText, happeningText } from './overview-text.ts'

const filters = [
  { what: undefined, label: 'All' },
  { what: 'class', label: 'Classes' },
  { what: 'credit', label: 'Credit' },
  { what: 'payment', label: 'Payments' },
] as const

const first = 6
const more = 40
const most = 500

/** Classes, payments and what else moved the wallet, newest first, a few at a time. */
export function Timeline({ member }: { member: MemberDetail }) {
  const [what, setWhat] = useState<Happening['what']>()
  const [limit, setLimit] = useState(first)
  const params = { id: member._id }
  const answer = useCall(overviews.timeline, { params, query: { what, limit } }, { keep: true })
  // That there was none of another kind says nothing of this one.
  const data = answer.isPlaceholderData && answer.data?.total === 0 ? undefined : answer.data

  function choose(next: Happening['what'] | undefined) {
    setWhat(next)
    setLimit(first)
  }

  return (
    <section aria-labelledby="happened-title">
      <header className="overview-head">
        <h2 id="happened-title">{t('What happened')}</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons that filter a list are no fieldset of a form */}
        <div role="group" aria-labelledby="happened-title" className="overview-filters">
          {filters.map(({ what: of, label }) => (
            <button key={label} type="button" aria-pressed={of === what} onClick={() => choose(of)}>
              {t(label)}
            </button>
          ))}
        </div>
      </header>
      {!data && <PageWaiting />}
      {data?.total === 0 && <p className="muted">{t('Nothing yet.')}</p>}
      {data && data.total > 0 && (
        <ol className="happenings">
          {data.items.map((one) => (
            <Line key={`${one.what} ${one._id}`} one={one} owner={member._id} />
          ))}
        </ol>
      )}
      {data && data.total > data.items.length && limit < most && (
        <Button onClick={() => setLimit(Math.min(most, limit + more))}>
          {t('Show more of {n}', { n: data.total })}
        </Button>
      )}
    </section>
  )
}

const icons = { class: CheckIcon, credit: SwapIcon, payment: ReceiptIcon } as const

/** Where it is told in full, for who may see that. */
function useLink({ _id, attended, payment }: Happening): CauseLink | undefined {
  const { can } = useSession()
  if (attended)
    return can('attendance.view') ? classLink({ _id, course: attended.course._id, date: attended.date }) : undefined
  if (payment) return can('verifyPayment.view') ? paymentLink(payment.orNo ?? payment.orderID) : undefined
  return undefined
}

function Line({ one, owner }: { one: Happening; owner: string }) {
  const today = useToday()
  const link = useLink(one)
  const Icon = icons[one.what]
  const { title, details } = happeningText(one, owner)
  return (
    <li>
      <time dateTime={dayAt(Date.parse(one.at))}>{dayText(one.at, today)}</time>
      <span className="happening-icon">
        <Icon aria-hidden />
      </span>
      <span>
        {link ? (
          <Link to={link.to} search={link.search as never}>
            {title}
          </Link>
        ) : (
          title
        )}
        <small>{details}</small>
      </span>
      <Outcome one={one} />
    </li>
  )
}

/** What moved, or the state that says why nothing did. */
function Outcome({ one: { moved, attended, payment, entry } }: { one: Happening }) {
  const isOpen = attended?.members.some(({ outStanding }) => outStanding) ?? false
  return (
    <span className="happening-outcome">
      {isOpen && <Tag color="error">{t('Oustanding')}</Tag>}
      {payment && !entry && <Tag color={payment.status === 'Pending' ? 'warning' : 'default'}>{t(payment.status)}</Tag>}
      {moved !== null && <b className={moved > 0 ? 'credit-in' : undefined}>{signed(moved)}</b>}
    </span>
  )
}
