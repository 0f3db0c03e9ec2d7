import type { MemberDetail } from '@academy/contract/members/members.ts'
import type { Counterpart, LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showCredit, showInstant } from '../../../platform/client/dates.ts'
import type { ListOf } from '../../../platform/client/list.ts'
import { Whole } from '../../../platform/shell/Whole.tsx'
import { type Column, ListTable } from '../../../platform/table/Table.tsx'
import { Button } from '../../../ui/first/Button.tsx'
import { MemberLink } from '../../MemberName.tsx'
import { type CauseLink, useCauseLinks } from './cause-links.ts'
import { counterpartText, entryText, signed } from './ledger-text.ts'
import { UndoEntry, useMayUndo } from './UndoEntry.tsx'

interface LedgerTableProps {
  member: MemberDetail
  list: ListOf<LedgerEntry>
  /** The entry to scroll to. */
  highlighted: string | undefined
  onCounterpart: (counterpart: Counterpart) => void
  emptyHint: string
}

/** The ledger entry by entry, newest first. */
export function LedgerTable({ member, list, highlighted, onCounterpart, emptyHint }: LedgerTableProps) {
  const linkOf = useCauseLinks()
  const mayUndo = useMayUndo()
  useEffect(() => {
    if (!highlighted || !list.rows.some(({ _id }) => _id === highlighted)) return
    document.querySelector(`[data-row-key="${highlighted}"]`)?.scrollIntoView({ block: 'center' })
  }, [highlighted, list.rows])
  const columns: Column<LedgerEntry>[] = [
    {
      key: 'at',
      title: 'Date',
      className: 'number',
      stays: 2,
      phone: 'line',
      render: ({ at }) => <DateTime at={at} />,
    },
    {
      key: 'kind',
      title: 'What it was',
      phone: 'name',
      render: (entry) => <Description entry={entry} link={linkOf(entry)} onSeek={onCounterpart} />,
    },
    {
      key: 'credit',
      title: 'Credit',
      align: 'right',
      render: ({ credit }) => <span className={credit > 0 ? 'number credit-in' : 'number'}>{signed(credit)}</span>,
    },
    {
      key: 'balanceAfter',
      title: 'Balance',
      phone: 'tag',
      stays: 3,
      align: 'right',
      className: 'number',
      render: ({ balanceAfter }) => showCredit(balanceAfter),
    },
    ...(member.kind === 'parent' ? [childColumn] : []),
    { key: 'by', title: 'By', phone: 'line' },
    { key: 'note', title: 'Note', stays: 1, render: ({ note }) => <span className="ledger-note">{note ?? '-'}</span> },
  ]
  return (
    <ListTable<LedgerEntry>
      label="Wallet history"
      list={list}
      columns={columns}
      emptyHint={emptyHint}
      {...(mayUndo ? { actions: (entry) => <UndoEntry entry={entry} member={member._id} /> } : {})}
      rowClassName={({ _id }) => (_id === highlighted ? 'ledger-sought' : '')}
    />
  )
}

/** For a parent's wallet: who attended the class. */
const childColumn: Column<LedgerEntry> = {
  key: 'attended',
  title: 'Member',
  render: ({ attended }) =>
    attended ? (
      <MemberLink id={attended.member._id} tab="attendance">
        {attended.member.name}
      </MemberLink>
    ) : (
      '-'
    ),
}

/** Day and time below each other: a row has two lines anyway. */
function DateTime({ at }: { at: string }) {
  const [day, time] = showInstant(at).split(' ')
  return (
    <span className="ledger-when">
      <span>{day}</span> <span>{time}</span>
    </span>
  )
}

interface DescriptionProps {
  entry: LedgerEntry
  link: CauseLink | undefined
  onSeek: (counterpart: Counterpart) => void
}

function Description({ entry, link, onSeek }: DescriptionProps) {
  const { cause, counterpart } = entry
  return (
    <div className="ledger-what">
      <div>{entryText(entry)}</div>
      <div className="muted">
        {link ? (
          <Link to={link.to} search={link.search}>
            <Whole in={cause.label} />
          </Link>
        ) : (
          <Whole in={cause.label} />
        )}
      </div>
      {counterpart && (
        <Button type="link" size="small" className="counterpart" onClick={() => onSeek(counterpart)}>
          {entry.reverses ? '↩' : '↪'} {counterpartText(entry)}
        </Button>
      )}
    </div>
  )
}
