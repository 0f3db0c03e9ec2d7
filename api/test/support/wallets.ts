import type { Tx } from '../../src/platform/data/index.ts'
import { lockWallet, post, setExpiry } from '../../src/wallet/wallet.ts'
import { insertMember } from './families.ts'
import type { TestPortal } from './portal.ts'

let count = 0

/** Posts to a wallet, which it locks. */
export const postTo = async (tx: Tx, { member, ...posting }: Parameters<typeof post>[2] & { member: string }) =>
  post(tx, await lockWallet(tx, member), posting)

/** Sets the expiry of a wallet, which it locks. */
export const expireOn = async (tx: Tx, member: string, date: string | null) =>
  setExpiry(tx, await lockWallet(tx, member), date)

/** An adult with this many credits and this expiry, before the test starts. */
export const adultWith = (portal: TestPortal, credit: number, expiry: string | null = null): Promise<string> =>
  portal.run(async (tx) => {
    const member = await insertMember(tx, { kind: 'adult', name: `Holder ${++count}`, ic_no: tx.newId() })
    if (credit > 0) await opening(tx, member, credit)
    if (expiry) await expireOn(tx, member, expiry)
    return member
  })

const opening = (tx: Tx, member: string, credit: number) =>
  postTo(tx, {
    member,
    kind: 'opening',
    credit,
    cause: { key: `opening/${tx.newId()}`, type: 'opening', id: null, label: 'Opening balance' },
  })
