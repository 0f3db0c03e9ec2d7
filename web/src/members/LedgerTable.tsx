import type { MemberDetail } from '@academy/contract/members/members.ts'
import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { Link } from '@tanstack/react-router'
import { showCredit, showInstant } from '../kit/days.ts'
import type { ListOf } from '../kit/list.ts'
import { type Column, ListTable } from '../kit/Table.tsx'
import { t } from '../kit/words.ts'
import { type CauseLink, useCauseLinks } from './cause-links.ts'
import { reversalWords, signed, whatWords } from './ledger-words.ts'

/** The ledger entry by entry, newest first. */
export function LedgerTable({ member, list }: { member: MemberDetail; list: ListOf<LedgerEntry> }) {
  const linkOf = useCauseLinks(member._id)
  const columns: Column<LedgerEntry>[] = [
    { key: 'at', title: 'Date', className: 'number', sort: true, render: ({ at }) => <When at={at} /> },
    {
      key: 'kind',
      title: 'What it was',
      render: (entry) => <What entry={entry} others={list.rows} link={linkOf(entry)} />,
    },
    {
      key: 'credit',
      title: 'Credit',
      align: 'right',
      render: ({ credit }) => (
        <span className={`number ${credit > 0 ? 'credit-in' : 'credit-out'}`}>{signed(credit)}</span>
      ),
    },
    {
      key: 'balanceAfter',
      title: 'Balance',
      align: 'right',
      className: 'number',
      render: ({ balanceAfter }) => showCredit(balanceAfter),
    },
    { key: 'by', title: 'By' },
    { key: 'note', title: 'Note', render: ({ note }) => <span className="ledger-note">{note ?? '-'}</span> },
  ]
  return (
    <ListTable
      label="Wallet history"
      list={list}
      columns={columns}
      emptyHint="The first entry appears when a package is verified or a class is attended."
    />
  )
}

/** Day and time, in two lines on a phone. */
function When({ at }: { at: string }) {
  const [day, time] = showInstant(at).split(' ')
  return (
    <span className="ledger-when">
      <span>{day}</span> <span>{time}</span>
    </span>
  )
}

function What({ entry, others, link }: { entry: LedgerEntry; others: LedgerEntry[]; link: CauseLink | undefined }) {
  const takesBack = reversalWords(entry, others)
  const { label } = entry.cause
  return (
    <div className="ledger-what">
      <div>{whatWords(entry)}</div>
      <div className="muted">
        {link ? (
          <Link to={link.to} search={link.search}>
            {label}
          </Link>
        ) : (
          label
        )}
      </div>
      {takesBack && <div className="muted">↩ {t(takesBack)}</div>}
    </div>
  )
}
