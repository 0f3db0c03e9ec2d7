import { expiryReport, expiryReportRoutes } from '@academy/contract/reports/expiry-report.ts'
import { type MemberReportRow, memberReportRow } from '@academy/contract/reports/rows/member-row.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import { useOpenOrders } from '../payments/index.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { ReportPage } from './ReportPage.tsx'

export const ExpiryReportPage = () => (
  <ReportPage
    report={expiryReport}
    routes={expiryReportRoutes}
    actions={(row) => <ClearButton member={memberReportRow.parse(row)} />}
  />
)

function reasonOf({ expiredIn, wallet: balance }: MemberReportRow): string | undefined {
  if (expiredIn === null || expiredIn >= 0) return t('Only credit that has expired can be cleared')
  return balance > 0 ? undefined : t('The wallet is empty')
}

/** Clears expired credit from a wallet. */
function ClearButton({ member }: { member: MemberReportRow }) {
  const clear = useAction(wallet.clearExpired, {
    danger: true,
    ...useOpenOrders(
      () => ({ members: [member._id] }),
      () => `${member.name}: ${t('Wallet')} ${showCredit(member.wallet)} → 0`,
    ),
  })
  return (
    <ReasonButton
      danger
      may={wallet.clearExpired.may}
      reason={reasonOf(member)}
      loading={clear.sending}
      onClick={() => clear.send({ params: { id: member._id } })}
    >
      {t('Clear Token')}
    </ReasonButton>
  )
}
