import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { holder, pending } from '../../test/support/adjustments.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { atOnce, expectWhole } from '../../test/support/undo.ts'
import { walletOf } from '../wallet/wallet.ts'

const portal = await testPortal()
const clerk = await portal.as({ credit_adjust: ['view', 'create', 'edit', 'delete'] }, { username: 'clerk' })
const manager = await portal.as({ credit_adjust: ['view', 'approve'] }, { username: 'manager' })
const owner = await portal.as(undefined, { username: 'owner' })
afterAll(() => portal.close())

let member: string
beforeEach(async () => {
  member = await holder(portal, 100, 'Tan Wei Ling')
})

/** An approved document over so many credits. */
async function approved(adjustCredit: number): Promise<{ _id: string; doc_no: string }> {
  const id = await pending(clerk, member, { adjustCredit })
  return (await manager.put(`/credit-adjust/${id}`, { approvedBy: 'me' })).json()
}
const undo = (id: string, by = manager) => by.post(`/credit-adjust/${id}/undo`)
const rehearse = (id: string, by = manager) => by.post(`/credit-adjust/${id}/undo/rehearse`)
const get = async (id: string) => (await owner.get(`/credit-adjust/${id}`)).json()
const balance = async () => (await portal.run((tx) => walletOf(tx, member))).balance
const documents = async () => (await owner.get(`/credit-adjust?member=${member}`)).json().total

describe('undoing an approved adjustment', () => {
  test('is told first, and leaves nothing until it is done', async () => {
    const { _id, doc_no } = await approved(-30)
    const answer = await rehearse(_id)
    expect(answer.statusCode, answer.body).toBe(200)
    const effect = answer.json()
    expect(effect).toEqual({
      lines: [expect.stringContaining(`${doc_no} stays as it is`)],
      wallets: [
        {
          member: { _id: member, name: 'Tan Wei Ling' },
          wallet: { from: 70, to: 100 },
          creditExpired: { from: null, to: null },
        },
      ],
      made: { _id: expect.any(String), number: expect.stringMatching(/./) },
    })
    expect([await balance(), await documents()]).toEqual([70, 1])
    const done = (await undo(_id)).json()
    expect([done.wallets, done.made.number]).toEqual([effect.wallets, effect.made.number])
    expect([await balance(), await documents()]).toEqual([100, 2])
  })

  test('makes a document that names it, and both name each other, also in the ledger', async () => {
    const { _id, doc_no } = await approved(25)
    const { made } = (await undo(_id)).json()
    expect(await get(made._id)).toMatchObject({
      doc_no: made.number,
      status: 'Approved',
      adjustCredit: -25,
      approvedBy: 'manager',
      reason: `Undo of ${doc_no}: Class cancelled by the centre`,
      undoes: { _id, doc_no },
      undoneBy: null,
    })
    expect(await get(_id)).toMatchObject({ undoes: null, undoneBy: { _id: made._id, doc_no: made.number } })
    const [newest, before] = (await owner.get(`/member/${member}/wallet`)).json().items
    expect([newest.kind, newest.credit, newest.reverses, before.reversedBy]).toEqual([
      'adjustment',
      -25,
      before._id,
      newest._id,
    ])
    const records = await portal.run((tx) =>
      tx.query(sql`select action from audit_record where doc_id = ${_id} order by position`),
    )
    expect(records).toEqual([{ action: 'Created' }, { action: 'Approved' }, { action: 'Undone' }])
    await expectWhole(portal)
  })

  test('keeps whole characters of a long reason', async () => {
    const id = await pending(clerk, member, { adjustCredit: 7, reason: `${'x'.repeat(477)}😀${'y'.repeat(10)}` })
    await manager.put(`/credit-adjust/${id}`, { approvedBy: 'me' })
    const answer = await undo(id)
    expect(answer.statusCode, answer.body).toBe(200)
    const { reason } = await get(answer.json().made._id)
    expect([...reason]).toHaveLength(500)
    expect(reason.isWellFormed()).toBe(true)
  })

  test('happens once, however many ask at once and however often', async () => {
    const { _id, doc_no } = await approved(25)
    expect(await atOnce(() => undo(_id))).toEqual([200, 409, 409, 409])
    expect([await balance(), await documents()]).toEqual([100, 2])
    const again = await rehearse(_id)
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      expect.stringContaining(`${doc_no} was undone already by`),
    ])
    await expectWhole(portal)
  })

  test('is answered as the first time where its answer was lost', async () => {
    const { _id } = await approved(25)
    const headers = { 'idempotency-key': `undo ${_id}` }
    const first = await manager.post(`/credit-adjust/${_id}/undo`, undefined, headers)
    const second = await manager.post(`/credit-adjust/${_id}/undo`, undefined, headers)
    expect([second.statusCode, second.json()]).toEqual([200, first.json()])
    expect(await documents()).toBe(2)
  })

  test('is refused while it is pending, for a document that undoes another, where the credit is spent, and for a disabled member', async () => {
    const refusal = async (id: string) => {
      const before = [await balance(), await documents()]
      const [answer, rehearsed] = [await undo(id), await rehearse(id)]
      expect([answer.statusCode, rehearsed.json()], answer.body).toEqual([409, answer.json()])
      expect([await balance(), await documents()]).toEqual(before)
      return answer.json().message
    }
    const waiting = await pending(clerk, member)
    expect(await refusal(waiting)).toBe('The credit adjustment is Pending, it cannot be undone')
    const first = await approved(-40)
    const { made } = (await undo(first._id)).json()
    expect(await refusal(made._id)).toBe(
      `${made.number} undoes ${first.doc_no} and is final. Please make a new credit adjustment.`,
    )
    const given = await approved(50)
    await owner.put(`/member/${member}`, { wallet: 20, walletWas: 150 })
    expect(await refusal(given._id)).toBe('The wallet holds 20 credits, 30 less than the 50 needed')
    await owner.put(`/member/${member}`, { isDisable: true })
    expect(await refusal(given._id)).toBe('Tan Wei Ling is disabled')
    await expectWhole(portal)
  })

  test('needs the right to approve, and a document', async () => {
    const { _id } = await approved(25)
    for (const call of [undo, rehearse]) {
      expect((await call(_id, clerk)).statusCode).toBe(403)
      expect((await call(unknown)).statusCode).toBe(404)
      expect((await call('x')).statusCode).toBe(404)
    }
    expect(await balance()).toBe(125)
  })
})
