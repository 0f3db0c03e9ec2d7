import { messages } from '@academy/contract/kit/messages.ts'
import { members } from '@academy/contract/members/members.ts'
import { EditOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showCredit, showDay } from '../kit/days.ts'
import { ButtonLink } from '../kit/EntryActions.tsx'
import { Face } from '../kit/Face.tsx'
import { useSession } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import { daysLeftWords, expiryTone } from './member-words.ts'
import './members.css'

interface Person {
  name: string
  chName: string | null
  thumbnail?: string | null
}

export type MemberTab = 'class' | 'financial' | 'contacts' | 'attendance'

/** To a member's page, perhaps with one of its tabs open. */
export function MemberLink({
  id,
  tab,
  children,
  className,
}: {
  id: string
  tab?: MemberTab
  children: ReactNode
  className?: string
}) {
  return (
    <Link to="/membership/edit/$memberId" params={{ memberId: id }} search={tab ? { tab } : {}} className={className}>
      {children}
    </Link>
  )
}

/** Edit in a table's row. Without the right to edit the page still shows. */
export function EditLink({ id, name, label: given }: { id: string; name: string; label?: string }) {
  const { can } = useSession()
  const label = given ?? (can(members.update.may) ? 'Edit' : 'View')
  return (
    <ButtonLink
      to="/membership/edit/$memberId"
      params={{ memberId: id }}
      look="link"
      icon={<EditOutlined aria-hidden />}
      aria-label={t(`${label} {name}`, { name })}
    >
      {t(label)}
    </ButtonLink>
  )
}

/** Avatar, name and Chinese name; the name leads to `to`'s page. */
export function MemberName({ person, to }: { person: Person; to: string }) {
  return (
    <div className="member-name">
      <Face name={person.name} picture={person.thumbnail} size={36} />
      <div>
        <MemberLink id={to}>{person.name}</MemberLink>
        {person.chName && <div className="muted">{person.chName}</div>}
      </div>
    </div>
  )
}

interface ExpiryProps {
  creditExpired: string | null
  /** Days from today, negative once past. */
  expiredIn: number | null
  /** In two lines, for a table. */
  stacked?: boolean
}

/** Expiry date with the days left; soon and past are told in words as well as in colour. */
export function Expiry({ creditExpired, expiredIn, stacked = false }: ExpiryProps) {
  if (creditExpired === null || expiredIn === null) return <span className="muted">{t(messages.noExpiry)}</span>
  return (
    <span className={`expiry-${expiryTone(expiredIn)}`}>
      {showDay(creditExpired)}
      {stacked ? <br /> : ', '}
      {daysLeftWords(expiredIn)}
    </span>
  )
}

/** The balance in large; one below zero says that the member owes. */
export function WalletFigure({ wallet }: { wallet: number }) {
  return (
    <span className={`number wallet-figure ${wallet < 0 ? 'credit-out' : ''}`}>
      {showCredit(wallet)}
      {wallet < 0 && <small> {t('owed')}</small>}
    </span>
  )
}
