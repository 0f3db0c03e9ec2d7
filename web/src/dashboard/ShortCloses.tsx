import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { showDay, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { Card } from './Card.tsx'

/** Cash that was not all there: each leads to its close, where it is put right. */
export const ShortCloses = ({ of: { items, total } }: { of: NonNullable<Overview['shortCloses']> }) => (
  <Card
    id="short-closes"
    title="Cash Counted Short"
    tag={<Tag color="error">{total}</Tag>}
    note={<Link to="/cash-close/listing">{t('Cash Desk Close')}</Link>}
  >
    <ul className="case-list" aria-label={t('Cash Counted Short')}>
      {items.map(({ _id, number, day, coach, missing, remark }) => (
        <li key={_id}>
          <div className="case-who">
            <Link to="/cash-close/view/$id" params={{ id: _id }}>
              {coach}
            </Link>
            <small>{[number, showDay(day), remark].filter(Boolean).join(' · ')}</small>
          </div>
          <strong className="case-owes">{t('{amount} short', { amount: showMoney(missing) })}</strong>
        </li>
      ))}
      {total > items.length && <li className="muted">{t('and {n} more', { n: total - items.length })}</li>}
    </ul>
  </Card>
)
