import { readings } from '@academy/contract/audit/readings.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { ageOn, showCredit, showInstant, showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useToday } from '../../platform/client/today.ts'
import { Avatar } from '../../platform/shell/Avatar.tsx'
import { useFromMd } from '../../platform/shell/appearance.ts'
import { StatusTag } from '../../platform/table/StatusTag.tsx'
import { ChatIcon, ClockIcon } from '../../ui/first/icons.ts'
import { ExpiryButton } from '../actions/ExpiryButton.tsx'
import { WalletButton } from '../actions/WalletButton.tsx'
import { IndependenceTag } from '../IndependenceTag.tsx'
import { Expiry, MemberLink, WalletFigure } from '../MemberName.tsx'
import { whatsAppAddress } from '../member-text.ts'
import { MessageButton } from '../messages/MessageButton.tsx'
import { kindLabels } from '../select/member-facts.ts'
import { Runway } from './Runway.tsx'
import './member-card.css'

interface CardProps {
  member: MemberDetail
}

/** Who it is and what the wallet holds, beside whatever tab is open. */
export function MemberCard({ member }: CardProps) {
  const isWide = useFromMd()
  const further = (
    <>
      <Family member={member} />
      <Facts member={member} />
    </>
  )
  return (
    <section className="panel member-card" aria-label={t('At a glance')}>
      <div>
        <div className="member-who">
          <Avatar name={member.name} picture={member.thumbnail} size={56} />
          <div>
            <StatusTag isDisable={member.isDisable} />{' '}
            {member.kind === 'child' && <IndependenceTag isIndependent={member.isIndependent} />}
            <p>
              {t('{kind} · member since {month}', {
                kind: t(kindLabels[member.kind]),
                month: showInstant(member.createdAt).slice(3, 10),
              })}
            </p>
          </div>
        </div>
        <Wallet member={member} />
      </div>
      {isWide ? (
        <div>{further}</div>
      ) : (
        <details className="member-further">
          <summary>{t('Family and contact')}</summary>
          {further}
        </details>
      )}
    </section>
  )
}

function Wallet({ member }: CardProps) {
  return (
    <div className="member-wallet">
      <h2>{t('Wallet')}</h2>
      {member.isIndependent ? (
        <>
          <MemberLink id={member._id} tab="financial">
            <WalletFigure wallet={member.wallet} />
            <span className="muted"> {t('credits')}</span>
          </MemberLink>
          <Runway {...member} />
          <p>
            {member.creditExpired !== null && <span className="muted">{t('Expiry')}</span>} <Expiry {...member} />
          </p>
        </>
      ) : (
        <ParentWallets member={member} />
      )}
      <OpenOrders member={member} />
      {member.openOutstanding > 0 && (
        <Link to={outstandingListing} search={{ attendedOrPaidBy: member._id } as never}>
          {t(member.openOutstanding === 1 ? '{n} open case' : '{n} open cases', { n: member.openOutstanding })}
        </Link>
      )}
      {member.isIndependent && (
        <div className="member-adjust">
          <WalletButton member={member} />
          <ExpiryButton member={member} />
        </div>
      )}
    </div>
  )
}

const auditListing: string = '/audit/listing'
const outstandingListing: string = '/outstanding-credit/listing'

/** What waits to be paid or verified, and leads there; a dependent child's orders are on the pages of its parents. */
function OpenOrders({ member: { openOrders, isIndependent } }: CardProps) {
  const { count, amount, credit } = openOrders
  if (count === 0) return null
  const sums = { n: count, credit: showCredit(credit), amount: formatRM(sen(amount)) }
  const text = (
    <>
      <ClockIcon aria-hidden />{' '}
      {count === 1
        ? t('+{credit} when {amount} is verified', sums)
        : t('+{credit} when {n} orders of {amount} are verified', sums)}
    </>
  )
  if (!isIndependent) return <p className="member-waits">{text}</p>
  return (
    <Link to="." search={{ tab: 'financial', orders: 'open' } as never} className="member-waits">
      {text}
    </Link>
  )
}

/** The wallets that pay for a dependent child's classes. */
const ParentWallets = ({ member }: CardProps) => (
  <ul className="plain-list">
    {member.mainIDs.map(({ _id, name, wallet }) => (
      <li key={_id}>
        {t('Paid by')}{' '}
        <MemberLink id={_id} tab="financial">
          {name}
        </MemberLink>
        , {showCredit(wallet)}
      </li>
    ))}
  </ul>
)

/** The children of a parent, the parents of a child. */
function Family({ member }: CardProps) {
  const today = useToday()
  const people =
    member.kind === 'parent'
      ? member.children.map(({ _id, name, dob, belt, isDisable }) => ({
          _id,
          name,
          facts: [dob && t('{n} y', { n: ageOn(today, dob) }), belt?.beltColor, isDisable && t('Disabled')],
          tab: 'class' as const,
        }))
      : member.mainIDs.map(({ _id, name, relationship }) => ({ _id, name, facts: [relationship], tab: undefined }))
  if (people.length === 0) return null
  return (
    <section className="member-family">
      <h2>{t(member.kind === 'parent' ? 'Children' : 'Parents')}</h2>
      <ul className="plain-list">
        {people.map(({ _id, name, facts, tab }) => (
          <li key={_id}>
            <Avatar name={name} picture={null} size={28} />
            <div>
              <MemberLink id={_id} {...(tab ? { tab } : {})}>
                {name}
              </MemberLink>
              <small>{facts.filter(Boolean).join(' · ')}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Broken, where it must be, before its @ and its dots. */
const breakable = (address: string) =>
  address.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, two of which may be alike
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

function Facts({ member }: CardProps) {
  const today = useToday()
  const { can } = useSession()
  const chat = whatsAppAddress(member.phoneNo)
  const facts: [string, ReactNode][] = [
    [
      'Phone No.',
      member.phoneNo && <a href={`tel:${member.phoneNo.replaceAll(/[^\d+]/g, '')}`}>{showPhone(member.phoneNo)}</a>,
    ],
    [
      '',
      chat && (
        <a href={chat} target="_blank" rel="noreferrer">
          <ChatIcon aria-hidden /> {t('WhatsApp')}
        </a>
      ),
    ],
    ['', member.isIndependent && <MessageButton size="small" member={member} />],
    ['Email', member.email && <a href={`mailto:${member.email}`}>{breakable(member.email)}</a>],
    ['Belt Color', member.kind !== 'parent' && member.belt?.beltColor],
    ['Age', member.dob && ageOn(today, member.dob)],
    ['Coach Incharge', member.coachIncharge?.name],
    ['Relationship', member.relationship?.relationship],
    ['Special Note', member.note],
    [
      'Medical & I/C',
      can(readings.list.may) && (member.icNo || member.medical) && (
        <Link to={auditListing} search={{ tab: 'readings', member: member._id } as never}>
          {t('Who read them')}
        </Link>
      ),
    ],
  ]
  return (
    <dl className="member-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name && t(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
