import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { ChineseName } from '../ui/first/ChineseName.tsx'
import { Pager } from '../ui/first/Pager.tsx'

export interface Paging {
  page: number
  onPage: (page: number) => void
}

/** Rows of each small table. */
export const tableSize = 5

interface PagesProps {
  /** The table's name. */
  of: string
  page: number
  total: number
  onChange: (page: number) => void
}

export function Pages({ of, page, total, onChange }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / tableSize))
  // What was dealt with leaves its list, and may have been the only one of the last page.
  useEffect(() => {
    if (page > last) onChange(last)
  }, [page, last, onChange])
  const before = (Math.min(page, last) - 1) * tableSize
  return (
    <div className="list-footer">
      <span role="status">
        {t('Showing {n} record(s) of total {m}', { n: Math.min(tableSize, total - before), m: total })}
      </span>
      {total > 0 && <Pager of={t(of)} compact page={page} pageSize={tableSize} total={total} onPage={onChange} />}
    </div>
  )
}

export function MemberLink({ id, name, chName }: { id: string; name: string; chName?: string | null }) {
  const { can } = useSession()
  // One element: the line of a phone would draw two apart.
  return (
    <span>
      {can('membership.view') ? (
        <Link to="/membership/edit/$memberId" params={{ memberId: id }}>
          {name}
        </Link>
      ) : (
        name
      )}
      {chName && <ChineseName>{chName}</ChineseName>}
    </span>
  )
}
