import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { insertMember } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'
import { postTo } from '../../test/support/wallets.ts'

const portal = await testPortal()
const owner = await portal.as()
afterAll(() => portal.close())

test('of every kind of member those are low who buy for themselves and are still there, page by page', async () => {
  await portal.run(async (tx) => {
    const parent = await insertMember(tx, { kind: 'parent', name: 'Parent of all' })
    let number = 0
    for (const kind of ['adult', 'parent', 'child'] as const)
      for (const is_independent of kind === 'child' ? [true, false] : [true])
        for (const [is_disable, is_deleted] of [
          [false, false],
          [true, false],
          [false, true],
        ])
          for (const credit of [0, 0, 50, 51]) {
            // The second name of a balance sorts before the first, and small letters among capital ones.
            const name = `${['b', 'A', 'C'][number % 3]} ${kind} ${90 - number++}`
            const ic_no = kind === 'adult' ? `900101-14-${5000 + number}` : null
            const row = { kind, name, ic_no, is_independent, is_disable, is_deleted }
            const member = await insertMember(tx, row, kind === 'child' ? [parent] : [])
            const cause = { key: `opening/${member}`, type: 'opening' as const, id: null, label: 'Opening balance' }
            if (credit > 0) await postTo(tx, { member, kind: 'opening', credit, cause })
          }
  })
  const { rows } = await sql<{ id: string }>`
    select member.id from member join wallet on wallet.member = member.id
    where balance <= 50 and is_independent and not is_disable and not is_deleted
    order by balance, lower(name), member.id`.execute(portal.handle)
  expect(rows).toHaveLength(10)
  const paged: string[] = []
  for (const offset of [0, 5, 10]) {
    const { lowBalance } = (await owner.get(`/dashboard/overview?lowBalanceOffset=${offset}`)).json()
    expect(lowBalance.total).toBe(rows.length)
    paged.push(...lowBalance.items.map(({ _id }: { _id: string }) => _id))
  }
  expect(paged).toEqual(rows.map(({ id }) => id))
})
