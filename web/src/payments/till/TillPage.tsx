import { type FoundMember, members } from '@academy/contract/members/members.ts'
import { useState } from 'react'
import { fullName, MemberScan, memberFacts, walletFacts } from '../../members/index.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session.ts'
import { useFromMd } from '../../platform/shell/appearance.ts'
import { Page, PageWaiting } from '../../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../../platform/table/address.ts'
import { Alert } from '../../ui/first/Alert.tsx'
import { SaleForm } from './SaleForm.tsx'
import { SaleSteps } from './SaleSteps.tsx'
import { useSale } from './use-sale.ts'
import './till.css'

/** Sells packages over the counter: a member, a package, the money, and the receipt is there. `member` in the address. */
export function TillPage() {
  const { member } = useAddress()
  const change = useChangeAddress()
  const isWide = useFromMd()
  // The same member may buy twice: each choice begins a sale of its own.
  const [turn, setTurn] = useState(0)
  const [ended, setEnded] = useState<number>()
  function serve(next: string | undefined) {
    setTurn(turn + 1)
    void change({ member: next })
  }
  return (
    <Page title="Till" subtitle="Package, money, receipt: Enter goes on to the next field, and sells.">
      <div className="till">
        <div className="panel">
          {/* After a sale the next member can be scanned; on a phone the field would bring up the keyboard. */}
          <MemberScan takesFocus={!member || (isWide && ended === turn)} onChoose={({ _id }) => serve(_id)} />
        </div>
        {member && (
          <Customer
            key={`${member} ${turn}`}
            id={member}
            onEnd={() => setEnded(turn)}
            onNext={() => serve(undefined)}
          />
        )}
      </div>
    </Page>
  )
}

interface CustomerProps {
  onEnd: () => void
  onNext: () => void
}

function Customer({ id, ...then }: CustomerProps & { id: string }) {
  const may = useSession().can(members.choose.may)
  const { data, error } = useCall(members.choose, { query: { ids: id } }, { enabled: may })
  if (!may) return null
  if (!data) return error ? null : <PageWaiting />
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
  const { sale, isBusy, sell, goOn, receipt } = useSale(onEnd)
  return sale && (sale.payment || sale.isUnsure) ? (
    <SaleSteps sale={sale} isBusy={isBusy} onGoOn={goOn} onReceipt={receipt} onNext={onNext} />
  ) : (
    <SaleForm buyer={buyer} problem={sale?.problem} isBusy={isBusy} onSell={sell} />
  )
}
