import type { FamilyCard } from '@academy/contract/families/card.ts'
import { Link } from '@tanstack/react-router'
import { showCredit, showDay, showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { Avatar } from '../../platform/shell/Avatar.tsx'
import { StatusTag } from '../../platform/table/StatusTag.tsx'
import { ChineseName } from '../../ui/first/ChineseName.tsx'
import { Tag } from '../../ui/first/Tag.tsx'
import { Runway } from '../card/Runway.tsx'
import { Expiry, MemberLink, WalletFigure } from '../MemberName.tsx'
import { kindLabels } from '../select/member-facts.ts'

interface CardProps {
  card: FamilyCard
}

/** Who pays, what the wallet holds and how long it lasts, and what is still owed. */
export function FamilyWallet({ card }: CardProps) {
  const { main } = card
  const facts = [t(kindLabels[main.kind]), main.relationship].filter(Boolean).join(' · ')
  return (
    <section className="panel member-card family-wallet" aria-label={t('At a glance')}>
      <div>
        <div className="member-who">
          <Avatar name={main.name} picture={main.thumbnail} size={56} />
          <div>
            <StatusTag isDisable={main.isDisable} />
            <p>{facts}</p>
            {main.phoneNo && <a href={`tel:${main.phoneNo.replaceAll(/[^\d+]/g, '')}`}>{showPhone(main.phoneNo)}</a>}
          </div>
        </div>
        <div className="member-wallet">
          <h2>{t('Wallet')}</h2>
          <span>
            <WalletFigure wallet={main.wallet} />
            <span className="muted"> {t('credits')}</span>
          </span>
          {main.runway === null ? (
            <small className="muted">{t('How long it lasts is told after the first class it pays for.')}</small>
          ) : (
            <Runway {...main} />
          )}
          <p>
            {main.creditExpired !== null && <span className="muted">{t('Expiry')}</span>} <Expiry {...main} />
          </p>
          <MemberLink id={main._id} tab="financial">
            {t('Financial Info')}
          </MemberLink>
        </div>
      </div>
      <div>
        <OpenCases card={card} />
        <Others card={card} />
        <p className="family-profile">
          <MemberLink id={main._id}>{t('Open the profile')}</MemberLink>
        </p>
      </div>
    </section>
  )
}

function OpenCases({ card: { cases, main } }: CardProps) {
  const { count, credit, items } = cases
  return (
    <section className="member-family" aria-labelledby="family-cases">
      <h2 id="family-cases">
        {t('Open cases')} {count > 0 && <Tag color="error">{count}</Tag>}
      </h2>
      {count === 0 ? (
        <p className="muted">{t('Nothing attended is unpaid')}</p>
      ) : (
        <>
          <p>
            {t('{credit} credits to be paid', { credit: showCredit(credit) })}
            <span className="family-close">
              {' · '}
              <MemberLink id={main._id} tab="financial">
                {t('Close cases')}
              </MemberLink>
            </span>
          </p>
          {items && items.length > 0 && (
            <ul className="plain-list family-cases">
              {items.map(({ _id, member, course, date, credit: cost }) => (
                <li key={_id}>
                  <span>
                    {showDay(date)} {course.name}
                    <small>{member.name}</small>
                  </span>
                  <span className="number">{showCredit(cost)}</span>
                </li>
              ))}
            </ul>
          )}
          {items && count > items.length && (
            <p className="muted">{t('The oldest {n} of {m} are shown.', { n: items.length, m: count })}</p>
          )}
        </>
      )}
    </section>
  )
}

/** Those of the family who have a wallet, and so a card, of their own. */
function Others({ card: { others } }: CardProps) {
  if (others.length === 0) return null
  return (
    <section className="member-family" aria-labelledby="family-others">
      <h2 id="family-others">{t('Also in this family')}</h2>
      <ul className="plain-list">
        {others.map(({ _id, name, chName, kind, isDisable }) => (
          <li key={_id}>
            <Avatar name={name} picture={null} size={28} />
            <div>
              <Link to="/family/$memberId" params={{ memberId: _id }}>
                {name}
              </Link>
              {chName && <ChineseName>{chName}</ChineseName>}
              <small>
                {[t(kindLabels[kind]), t('card of their own'), isDisable && t('Disabled')].filter(Boolean).join(' · ')}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
