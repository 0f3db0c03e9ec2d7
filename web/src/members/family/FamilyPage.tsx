import { type FamilyCard, familyCards } from '@academy/contract/families/card.ts'
import { Link, useParams } from '@tanstack/react-router'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { Unread } from '../../platform/feedback/Unread.tsx'
import { Page } from '../../platform/shell/Page.tsx'
import { BuyButton } from '../actions/BuyButton.tsx'
import { MessageButton } from '../messages/MessageButton.tsx'
import { FamilyMoney } from './FamilyMoney.tsx'
import { FamilyStudents } from './FamilyStudents.tsx'
import { FamilyWallet } from './FamilyWallet.tsx'
import '../card/member-card.css'
import './family.css'

const listing = '/membership/listing'

/** Everything about a family that is asked for at the counter, and what is done there. */
export function FamilyPage() {
  const { memberId = '' } = useParams({ strict: false })
  const { data: card, error } = useCall(familyCards.card, { params: { id: memberId } })
  if (error && !card)
    return (
      <Page title="Family Card" back={listing}>
        <Unread error={error}>
          <Link to={listing}>{t('Go to Membership Profile')}</Link>
        </Unread>
      </Page>
    )
  if (!card) return <Page title="Family Card" back={listing} loading />
  return <Card key={card.main._id} card={card} />
}

function Card({ card }: { card: FamilyCard }) {
  const { main } = card
  return (
    <Page
      title={main.name}
      subtitle={[main.chName, t('Family Card')].filter(Boolean).join(' · ')}
      back={listing}
      actions={
        <>
          <MessageButton member={main} />
          <BuyButton member={main} />
        </>
      }
    >
      <div className="member-page">
        <FamilyWallet card={card} />
        <div className="family-parts">
          <FamilyStudents card={card} />
          <FamilyMoney card={card} />
        </div>
      </div>
    </Page>
  )
}
