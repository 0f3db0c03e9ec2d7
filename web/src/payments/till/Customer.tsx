import { chooseMember, type FoundMember } from '@academy/contract/members/choosing.ts'
import { fullName, memberFacts, walletFacts } from '../../members/index.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { Unread } from '../../platform/feedback/Unread.tsx'
import { PageWaiting } from '../../platform/shell/Page.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { SaleForm } from './SaleForm.tsx'
import { SaleSteps } from './SaleSteps.tsx'
import { useSale } from './use-sale.ts'

interface CustomerProps {
  onEnd: () => void
  onNext: () => void
}

/** A member who buys. */
export default function Customer({ id, ...then }: CustomerProps & { id: string }) {
  const may = useSession().can(chooseMember.may)
  const { data, error } = useCall(chooseMember, { query: { ids: id } }, { enabled: may })
  if (!may) return null
  if (!data) return error ? <Unread error={error} /> : <PageWaiting />
  const [buyer] = data.items
  if (!buyer) return <Alert type="error" title={t('This member does not exist any more.')} />
  return (
    <>
      <div className="panel till-buyer">
        <h2>{fullName(buyer)}</h2>
        <span className="muted">{[buyer.tmNo, ...memberFacts(buyer)].filter(Boolean).join(' · ')}</span>
        <strong className="number">{walletFacts(buyer).join(' · ')}</strong>
      </div>
      {buyer.isDisable ? (
        <Alert type="warning" title={t('This member is disabled and can buy nothing.')} />
      ) : (
        <Counter buyer={buyer} {...then} />
      )}
    </>
  )
}

function Counter({ buyer, onEnd, onNext }: CustomerProps & { buyer: FoundMember }) {
  const { sale, isBusy, sell, goOn, receipt } = useSale(fullName(buyer), onEnd)
  return sale && (sale.payment || sale.isUnsure) ? (
    <SaleSteps sale={sale} isBusy={isBusy} onGoOn={goOn} onReceipt={receipt} onNext={onNext} />
  ) : (
    <SaleForm buyer={buyer} problem={sale?.problem} isBusy={isBusy} onSell={sell} />
  )
}
