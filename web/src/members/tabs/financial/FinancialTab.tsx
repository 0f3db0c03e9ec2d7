import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import { useOpenOrders } from '../../../payments/index.ts'
import { showCredit } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useCall } from '../../../platform/client/query.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { useToday } from '../../../platform/client/today.ts'
import { useAction } from '../../../platform/client/use-action.ts'
import { ReasonButton } from '../../../platform/shell/Guard.tsx'
import { useAddress } from '../../../platform/table/address.ts'
import { Alert } from '../../../ui/first/Alert.tsx'
import { MemberLink } from '../../MemberName.tsx'
import { MemberNotices } from '../../MemberNotices.tsx'
import { clearReason } from '../../member-text.ts'
import { OutstandingCases } from '../OutstandingCases.tsx'
import { Ledger } from './Ledger.tsx'
import { MemberPayments } from './MemberPayments.tsx'

/** The wallet, its payments and its ledger. A link to one payment shows it above the history. */
export default function FinancialTab({ member }: { member: MemberDetail }) {
  const { payment: highlighted, orders } = useAddress()
  const onlyOpen = orders === 'open'
  if (!member.isIndependent)
    return (
      <>
        <Alert
          type="info"
          className="wallet-alert"
          title={t('A dependent child has no wallet of its own.')}
          description={<PayingParents member={member} />}
        />
        <OutstandingCases member={member} />
      </>
    )
  return (
    <>
      <ExpiredCredit member={member} />
      <OutstandingCases member={member} />
      {highlighted && <MemberPayments memberId={member._id} highlighted={highlighted} />}
      {onlyOpen && !highlighted && <MemberPayments memberId={member._id} onlyOpen />}
      <Ledger member={member} />
      {!highlighted && !onlyOpen && <MemberPayments memberId={member._id} />}
      <MemberNotices memberId={member._id} />
    </>
  )
}

const maxClasses = 1000

/** The parents with their wallets and the classes each pays for. */
function PayingParents({ member }: { member: MemberDetail }) {
  const { data } = useCall(enrolments.list, { query: { member: member._id, active: true, limit: maxClasses } })
  const coursesOf = (parent: string) =>
    (data?.items ?? []).filter(({ walletMember }) => walletMember._id === parent).map(({ course }) => course.name)
  return (
    <ul className="plain-list">
      {member.mainIDs.map(({ _id, name, wallet: balance }) => (
        <li key={_id}>
          <MemberLink id={_id} tab="financial">
            {name}
          </MemberLink>
          {t(', wallet {wallet}', { wallet: showCredit(balance) })}
          {coursesOf(_id).length > 0 && t(', pays for {courses}', { courses: coursesOf(_id).join(', ') })}
        </li>
      ))}
    </ul>
  )
}

/** What is done with the wallet besides adjusting it, which the card of the page offers. */
function ExpiredCredit({ member }: { member: MemberDetail }) {
  return (
    <>
      {member.creditExpired === null && <Alert type="warning" title={t(messages.noExpiry)} className="wallet-alert" />}
      <div className="tab-buttons">
        <ClearButton member={member} />
      </div>
    </>
  )
}

function ClearButton({ member }: { member: MemberDetail }) {
  const today = useToday()
  const { can } = useSession()
  const clear = useAction(wallet.clearExpired, {
    danger: true,
    okText: 'Clear expired',
    ...useOpenOrders(
      () => ({ members: [member._id] }),
      () => t('Wallet {wallet} → 0, expires entry of −{wallet}', { wallet: showCredit(member.wallet) }),
    ),
  })
  return (
    <ReasonButton
      danger
      may={wallet.clearExpired.may}
      reason={can(wallet.clearExpired.may) && clearReason(member.creditExpired, member.wallet, today)}
      loading={clear.sending}
      onClick={() => clear.send({ params: { id: member._id } })}
    >
      {t('Clear expired')}
    </ReasonButton>
  )
}
