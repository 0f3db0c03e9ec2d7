import { readings } from '@academy/contract/audit/readings.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ageOn, showCredit, showPhone } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session.ts'
import { useToday } from '../platform/client/today.ts'
import { Avatar } from '../platform/shell/Avatar.tsx'
import { StatusTag } from '../platform/table/StatusTag.tsx'
import { IndependenceTag } from './listing-columns.tsx'
import { Expiry, MemberLink, WalletFigure } from './MemberName.tsx'

/** A summary of the member. */
export function MemberHead({ member }: { member: MemberDetail }) {
  const today = useToday()
  const { can } = useSession()
  return (
    <section className="panel member-head" aria-label={t('At a glance')}>
      <Avatar name={member.name} picture={member.thumbnail} size={64} />
      <dl className="facts">
        <Fact label="Status">
          <StatusTag isDisable={member.isDisable} />
          {member.kind === 'child' && <IndependenceTag isIndependent={member.isIndependent} />}
        </Fact>
        {member.isIndependent ? (
          <OwnWallet member={member} />
        ) : (
          <Fact label="Wallet">
            <ParentWallets member={member} />
          </Fact>
        )}
        {member.openOrders.count > 0 && (
          <Fact label="Open orders">
            <OpenOrdersLink member={member} />
          </Fact>
        )}
        {member.openOutstanding > 0 && (
          <Fact label="Outstanding classes">
            <Link to={outstandingListing} search={{ searchText: member.name }}>
              {t(member.openOutstanding === 1 ? '{n} open case' : '{n} open cases', { n: member.openOutstanding })}
            </Link>
          </Fact>
        )}
        {member.belt && <Fact label="Belt Color">{member.belt.beltColor}</Fact>}
        {member.dob && <Fact label="Age">{ageOn(today, member.dob)}</Fact>}
        {member.phoneNo && <Fact label="Phone No.">{showPhone(member.phoneNo)}</Fact>}
        {can(readings.list.may) && (member.icNo || member.medical) && (
          <Fact label="Medical & I/C">
            <Link to={auditListing} search={{ tab: 'readings', member: member._id } as never}>
              {t('Who read them')}
            </Link>
          </Fact>
        )}
        {member.coachIncharge && <Fact label="Coach Incharge">{member.coachIncharge.name}</Fact>}
      </dl>
    </section>
  )
}

/** A link to the wallet's orders; a dependent child's are on the pages of its parents. */
function OpenOrdersLink({ member }: { member: MemberDetail }) {
  const { count, amount } = member.openOrders
  const text = `${count} (${formatRM(sen(amount))})`
  if (!member.isIndependent) return text
  return (
    <Link to="." search={{ tab: 'financial', orders: 'open' } as never}>
      {text}
    </Link>
  )
}

const auditListing: string = '/audit/listing'
const outstandingListing: string = '/outstanding-credit/listing'

function OwnWallet({ member }: { member: MemberDetail }) {
  return (
    <>
      <Fact label="Wallet">
        <MemberLink id={member._id} tab="financial">
          <WalletFigure wallet={member.wallet} />
        </MemberLink>
      </Fact>
      <Fact label="Expiry">
        <Expiry {...member} />
      </Fact>
    </>
  )
}

/** The wallets that pay for a dependent child's classes. */
export function ParentWallets({ member }: { member: Pick<MemberDetail, 'mainIDs'> }) {
  return (
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
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children}</dd>
    </div>
  )
}
