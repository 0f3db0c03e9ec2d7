import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { Card } from './Card.tsx'

/** Courses whose classes end with the year: each leads to where the new one is planned. */
export function Unplanned({ of: { year, items, total } }: { of: NonNullable<Overview['unplanned']> }) {
  const { can } = useSession()
  return (
    <Card
      id="unplanned"
      title={t('No Classes in {year} Yet', { year })}
      tag={<Tag color="warning">{total}</Tag>}
      note={can('course.view') && <Link to="/course/listing">{t('Course')}</Link>}
    >
      <ul className="unplanned">
        {items.map(({ _id, name }) => (
          <li key={_id}>
            <Link to="/course/schedule/$id" params={{ id: _id }} search={{ year: String(year) }}>
              {name}
            </Link>
          </li>
        ))}
        {total > items.length && <li className="muted">{t('and {n} more', { n: total - items.length })}</li>}
      </ul>
    </Card>
  )
}
