import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { adultWith } from '../../test/support/wallets.ts'
import { charge, clearExpired, lockWallet, post, reverse, setBalance, setExpiry, walletOf } from './wallet.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

let count = 0
const cause = () => ({ key: `test/${++count}`, type: 'manual', id: null, label: 'Test' }) as const

test('credit is written to a wallet that is locked; anything else does not compile', async () => {
  const member = await adultWith(portal, 40)
  const never = () =>
    portal.run(async (tx) => {
      const seen = await walletOf(tx, member)
      const entry = member
      // @ts-expect-error A wallet that was only read is not locked.
      await post(tx, seen, { kind: 'manual-edit', credit: 1, cause: cause() })
      // @ts-expect-error Nor is one that only looks like a locked one.
      await post(tx, { ...seen, becomes() {} }, { kind: 'manual-edit', credit: 1, cause: cause() })
      // @ts-expect-error Nor is the name of one.
      await charge(tx, member, { credit: 1, cause: cause() })
      // @ts-expect-error
      await reverse(tx, seen, { entry, kind: 'purchase-cancelled', cause: cause() })
      // @ts-expect-error
      await setExpiry(tx, seen, null)
      // @ts-expect-error
      await setBalance(tx, seen, { wallet: 1, walletWas: 0 })
      // @ts-expect-error
      await clearExpired(tx, seen)
    })
  expect(never).toBeTypeOf('function')
})

test('a locked wallet tells what was written to it, so that several writes need one lock', async () => {
  const member = await adultWith(portal, 40)
  await portal.run(async (tx) => {
    const wallet = await lockWallet(tx, member)
    const bought = await post(tx, wallet, { kind: 'purchase', credit: 60, cause: cause() })
    expect([wallet.balance, wallet.version]).toEqual([100, 2])
    expect(await charge(tx, wallet, { credit: 101, cause: cause() })).toBeNull()
    expect(await charge(tx, wallet, { credit: 30, cause: cause() })).not.toBeNull()
    await setExpiry(tx, wallet, '2027-01-01')
    await reverse(tx, wallet, { entry: bought.entry, kind: 'purchase-cancelled', cause: cause() })
    expect({ balance: wallet.balance, version: wallet.version, creditExpired: wallet.creditExpired }).toEqual({
      balance: 10,
      version: 4,
      creditExpired: '2027-01-01',
    })
    expect(await walletOf(tx, member)).toMatchObject({ member, balance: 10, version: 4, creditExpired: '2027-01-01' })
  })
})

test('a refused write leaves a locked wallet as it was', async () => {
  const member = await adultWith(portal, 40)
  await portal.run(async (tx) => {
    const wallet = await lockWallet(tx, member)
    const tooMuch = post(tx, wallet, { kind: 'adjustment', credit: -41, cause: cause() })
    await expect(tooMuch).rejects.toMatchObject({ statusCode: 409 })
    expect([wallet.balance, wallet.version]).toEqual([40, 1])
  })
})

test('an entry is taken back in its own wallet only', async () => {
  const [one, other] = [await adultWith(portal, 40), await adultWith(portal, 40)]
  const spent = await portal.run(async (tx) =>
    post(tx, await lockWallet(tx, one), { kind: 'adjustment', credit: -10, cause: cause() }),
  )
  const mistaken = portal.run(async (tx) =>
    reverse(tx, await lockWallet(tx, other), { entry: spent.entry, kind: 'attendance-reversed', cause: cause() }),
  )
  await expect(mistaken).rejects.toMatchObject({ statusCode: 404 })
  expect((await clerk.get(`/member/${other}/wallet`)).json()).toMatchObject({ balance: 40, total: 1 })
})
