import { type Alert, alertDays, alertKinds } from '@academy/contract/audit/alerts.ts'
import { dashboard } from '@academy/contract/dashboard/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { PageWaiting } from '../platform/shell/Page.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { Fold } from './Card.tsx'
import './alerts.css'

const firstShown = 5

/** What an owner should look at, for those who may see the audit trail. */
export function Alerts() {
  const { can } = useSession()
  const may = can(dashboard.alerts.may)
  const [showsAll, setShowsAll] = useState(false)
  const { data, error } = useCall(dashboard.alerts, undefined, { enabled: may })
  const seen = useAction(dashboard.alertsSeen)
  if (error && !data) return <PageWaiting />
  if (!may || !data) return null
  const { items, total, unseen, upTo } = data
  return (
    <Fold
      id="alerts"
      title="Alerts"
      open={unseen > 0}
      tag={unseen > 0 && <Tag color="warning">{t('{n} new', { n: unseen })}</Tag>}
      note={t('of the last {n} days', { n: alertDays })}
    >
      {unseen > 0 && (
        <div className="alerts-head">
          <Button size="small" loading={seen.sending} onClick={() => seen.send({ body: { upTo } })}>
            {t('Mark as seen')}
          </Button>
        </div>
      )}
      {items.length === 0 ? (
        <p className="muted">
          {t('Nothing in the last {n} days: no series of failed sign-ins, changed rights or large exports.', {
            n: alertDays,
          })}
        </p>
      ) : (
        <ul className="alerts-list">
          {items.slice(0, showsAll ? undefined : firstShown).map((alert) => (
            <Line key={`${alert.kind} ${alert.person} ${alert.day}`} alert={alert} />
          ))}
        </ul>
      )}
      {total > firstShown && (
        <p className="alerts-more">
          <Button onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('Show fewer') : t('Show all {n} of the last {days} days', { n: total, days: alertDays })}
          </Button>
        </p>
      )}
      {showsAll && total > items.length && (
        <p className="muted">{t('These are the latest {n}; the audit trail has all.', { n: items.length })}</p>
      )}
    </Fold>
  )
}

function Line({ alert: { kind, person, day, count, firstAt, lastAt, last, isNew } }: { alert: Alert }) {
  const { words, isSerious } = alertKinds[kind]
  const first = showInstant(firstAt)
  const end = showInstant(lastAt)
  const when = first === end ? first : t('{from} to {to}', { from: first, to: end.slice(-5) })
  return (
    <li>
      <div className="alerts-what">
        <strong>{person}</strong> <span>{t(words)}</span>{' '}
        {isNew && <Tag color={isSerious ? 'error' : 'processing'}>{t('New')}</Tag>}
        <div className="muted">{count === 1 ? last : t('{last} (last of {n})', { last, n: count })}</div>
      </div>
      <span className="alerts-when">{when}</span>
      <Link
        to="/audit/listing"
        search={{ alert: kind, person, from: day, to: day } as never}
        aria-label={t('Audit trail: {words}, {person}', { words: t(words), person })}
      >
        {t('Audit trail')}
      </Link>
    </li>
  )
}
