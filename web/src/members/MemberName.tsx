import { members } from '@academy/contract/members/members.ts'
import type { MemberRow } from '@academy/contract/members/rows.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Avatar } from '../platform/shell/Avatar.tsx'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { ChineseName } from '../ui/first/ChineseName.tsx'
import { daysLeftText, daysText, expiryTone } from './member-text.ts'
import './members.css'

type Person = Pick<MemberRow, 'name' | 'chName'> & Partial<Pick<MemberRow, 'thumbnail'>>

type MemberTab = 'class' | 'financial' | 'contacts' | 'attendance'

/** A member's page, or a dependent child's row on its parent's page. */
interface MemberLocation {
  id: string
  child?: string
}

/** The page where a member is managed: for a dependent child its first parent's. */
export function locationOf({
  _id,
  isIndependent,
  mainIDs,
}: Pick<MemberRow, '_id' | 'isIndependent' | 'mainIDs'>): MemberLocation {
  const [parent] = isIndependent ? [] : mainIDs
  return parent ? { id: parent._id, child: _id } : { id: _id }
}

const childSearch = (child: string | undefined) => (child ? { tab: 'children', child } : {})

/** A link to a member's page, optionally with a tab open or a child marked. */
export function MemberLink({
  id,
  child,
  tab,
  children,
  className,
}: MemberLocation & { tab?: MemberTab; children: ReactNode; className?: string }) {
  return (
    <Link
      to="/membership/edit/$memberId"
      params={{ memberId: id }}
      search={tab ? { tab } : childSearch(child)}
      className={className}
    >
      {children}
    </Link>
  )
}

/** Edit in a table's row. Without the right to edit the page is read-only. */
export function EditLink({ id, child, name, label: given }: MemberLocation & { name: string; label?: string }) {
  const { can } = useSession()
  const label = given ?? (can(members.update.may) ? 'Edit' : 'View')
  return (
    <ButtonLink
      to="/membership/edit/$memberId"
      params={{ memberId: id }}
      search={childSearch(child)}
      aria-label={t(`${label} {name}`, { name })}
    >
      {t(label)}
    </ButtonLink>
  )
}

/** Avatar, name and Chinese name; the name links to `to`. */
export function MemberName({ person, to, tab }: { person: Person; to: MemberLocation; tab?: MemberTab }) {
  return (
    <div className="member-name">
      <Avatar name={person.name} picture={person.thumbnail} size={28} />
      <div>
        <MemberLink {...to} {...(tab ? { tab } : {})}>
          {person.name}
        </MemberLink>
        {person.chName && <ChineseName>{person.chName}</ChineseName>}
      </div>
    </div>
  )
}

type ExpiryProps = Pick<MemberRow, 'creditExpired' | 'expiredIn'>

/** Expiry date with the days left; soon and past are said in words as well as in colour. */
export function Expiry({ creditExpired, expiredIn, short = false }: ExpiryProps & { short?: boolean }) {
  if (creditExpired === null || expiredIn === null)
    return <span className="muted">{t(short ? 'No expiration date' : messages.noExpiry)}</span>
  return (
    <span className="nowrap">
      {showDay(creditExpired)}{' '}
      <span className={`expiry-${expiryTone(expiredIn)}`}>{(short ? daysText : daysLeftText)(expiredIn)}</span>
    </span>
  )
}

/** The balance in large; a negative one says that the member owes. */
export function WalletFigure({ wallet }: { wallet: number }) {
  return (
    <span className={`number wallet-figure ${wallet < 0 ? 'wallet-none' : ''}`}>
      {showCredit(wallet)}
      {wallet < 0 && <small> {t('owed')}</small>}
    </span>
  )
}
