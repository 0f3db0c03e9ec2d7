import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { academyIn, order, putAdult } from '../support/academy.ts'
import { insertRow } from '../support/families.ts'
import { hold, whenLockedOut } from '../support/platform/hold.ts'
import { type Client, testPortal } from '../support/portal.ts'

const portal = await testPortal()
const owner = await portal.as()
const academy = await academyIn(portal)
afterAll(() => portal.close())

/** Disables the caller while the second of several waits; answers the status of the call. */
async function disabledAtSecond(by: Client, held: RawBuilder<unknown>, send: () => ReturnType<Client['put']>) {
  const release = await hold(portal, held)
  const call = send()
  await whenLockedOut(portal)
  expect((await owner.put(`/user/${by.userId}`, { isDisable: true })).statusCode).toBe(200)
  await release()
  return (await call).statusCode
}

test.each<Record<string, string>>([{}, { 'idempotency-key': 'several payments' }])(
  'of several payments none is verified any more once their caller is disabled, sent with %j',
  async (headers) => {
    const clerk = await portal.as({ verifyPayment: ['view', 'verify'] })
    const ids = [await order(portal, academy), await order(portal, academy), await order(portal, academy)]
    const second = sql`select from payment where id = ${ids[1]} for update`
    expect(await disabledAtSecond(clerk, second, () => clerk.put('/payment/verify', { ids }, headers))).toBe(401)
    const states = await Promise.all(ids.map(async (id) => (await owner.get(`/payment/${id}`)).json().status))
    // The second was under way.
    expect(states).toEqual(['Done', 'Done', 'Pending'])
  },
)

test('of several members none is enrolled any more once their caller is disabled', async () => {
  const clerk = await portal.as({ membership: ['edit'] })
  const course = await portal.run(async (tx) => {
    const [sport, centre] = [
      await insertRow(tx, 'sport', { description: 'Taekwondo' }),
      await insertRow(tx, 'centre', { description: 'Damansara' }),
    ]
    return insertRow(tx, 'course', { name: 'Kids', sport, centre, normal: 10, normal2: 20, special: 15, free: 0 })
  })
  const members = await portal.run(async (tx) => [await putAdult(tx), await putAdult(tx), await putAdult(tx)])
  const second = sql`select from member where id = ${members[1]} for update`
  const body = { course, members, creditType: 'normal', credit: 10 }
  expect(await disabledAtSecond(clerk, second, () => clerk.post('/enrollment/several', body))).toBe(401)
  const enrolled = (await owner.get(`/enrollment?course=${course}`)).json().items
  expect(enrolled.map(({ member }: { member: { _id: string } }) => member._id).toSorted()).toEqual(members.slice(0, 2))
})
