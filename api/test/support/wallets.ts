import type { Tx } from '../../src/platform/data/index.ts'
import { post, setExpiry } from '../../src/wallet/wallet.ts'
import { insertMember } from './families.ts'
import type { TestPortal } from './portal.ts'

let count = 0

/** An adult with this many credits and this expiry, before the test begins. */
export const adultWith = (portal: TestPortal, credit: number, expiry: string | null = null): Promise<string> =>
  portal.run(async (tx) => {
    const member = await insertMember(tx, { kind: 'adult', name: `Holder ${++count}`, ic_no: tx.newId() })
    if (credit > 0) await opening(tx, member, credit)
    if (expiry) await setExpiry(tx, member, expiry)
    return member
  })

const opening = (tx: Tx, member: string, credit: number) =>
  post(tx, {
    member,
    kind: 'opening',
    credit,
    cause: { key: `opening/${tx.newId()}`, type: 'opening', id: null, label: 'Opening balance' },
  })
