import { useState } from 'react'
import { MemberScan } from '../../members/index.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { useFromMd } from '../../platform/shell/appearance.ts'
import { Page, PageWaiting } from '../../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../../platform/table/address.ts'
import './till.css'

// The form's own code comes while a member is looked for.
const Customer = lazyComponent(() => import('./Customer.tsx'), <PageWaiting />)

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
        <div className="panel" onInput={() => void Customer.load().catch(() => undefined)}>
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
