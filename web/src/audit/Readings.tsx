import { readings, readingWords, type SensitiveReading } from '@academy/contract/audit/readings.ts'
import { members } from '@academy/contract/members/members.ts'
import { Link } from '@tanstack/react-router'
import { showCredit, showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { DayRangeFilter } from '../platform/table/filters/AddressFilters.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { Button } from '../ui/first/Button.tsx'
import { CloseIcon } from '../ui/first/icons.ts'

/** Sort keys of this endpoint have no prefix for ascending. */
const withoutPlus = (sort: string) => sort.replaceAll('+', '')

/** Who was told medical notes and I/C numbers; of one member, where the address names it. */
export function Readings() {
  const today = useToday()
  const { from, to, sort, member } = useAddress()
  const change = useChangeAddress()
  const list = useList(readings.list, {
    status: false,
    query: { timestampStartDate: from, timestampEndDate: to, sort: withoutPlus(sort ?? ''), member },
  })
  const name = list.rows.flatMap((row) => row.members).find(({ _id }) => _id === member)?.name
  const isFiltered = (from && to) || member
  return (
    <>
      <ListFilters list={list} placeholder="Search user">
        <DayRangeFilter max={today} />
        {member && (
          <Button
            className="audit-only"
            icon={<CloseIcon />}
            onClick={() => change({ member: undefined, page: undefined })}
          >
            {t('Only: {what}', { what: name ?? t('one member') })}
          </Button>
        )}
      </ListFilters>
      <ListTable
        label="Medical & I/C read"
        list={list}
        clearFilters={
          isFiltered
            ? () => change({ from: undefined, to: undefined, member: undefined, searchText: undefined })
            : undefined
        }
        columns={[
          { key: 'timestamp', title: 'Date', render: (row) => showInstant(row.timestamp) },
          { key: 'reader', title: 'User' },
          { key: 'members', title: 'Whose', render: (row) => <Whose reading={row} /> },
          { key: 'call', title: 'Where', render: (row) => <Where reading={row} /> },
          { key: 'fields', title: 'What', render: (row) => row.fields.map((field) => t(field)).join(', ') },
        ]}
      />
    </>
  )
}

function Where({ reading: { call, filter } }: { reading: SensitiveReading }) {
  return (
    <div className="audit-description">
      {t(readingWords[call] ?? call)}
      {filter && <div className="muted">{filter}</div>}
    </div>
  )
}

function Whose({ reading }: { reading: SensitiveReading }) {
  const { can } = useSession()
  const { count } = reading
  const more = count - reading.members.length
  if (reading.members.length === 0) return t(count === 1 ? '1 member' : '{n} members', { n: showCredit(count) })
  return (
    <div className="audit-description">
      {reading.members.map(({ _id, name }, index) => (
        <span key={_id}>
          {index > 0 && ', '}
          {can(members.get.may) ? (
            <Link to="/membership/edit/$memberId" params={{ memberId: _id }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
      ))}
      {more > 0 && t(' and {n} more', { n: showCredit(more) })}
    </div>
  )
}
