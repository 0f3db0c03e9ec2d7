import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { draft, holder, pending } from '../../test/support/adjustments.ts'
import { whenLockedOut } from '../../test/support/platform/hold.ts'
import { type Client, testPortal } from '../../test/support/portal.ts'
import { walletOf } from '../wallet/wallet.ts'

const portal = await testPortal()
/** May create and change documents, but not approve them. */
const clerk = await portal.as({ credit_adjust: ['view', 'create', 'edit', 'delete'] }, { username: 'clerk' })
/** May approve and nothing else that changes a document. */
const manager = await portal.as({ credit_adjust: ['view', 'approve'] }, { username: 'manager' })
const owner = await portal.as(undefined, { username: 'owner' })
afterAll(() => portal.close())

let member: string
beforeEach(async () => {
  member = await holder(portal, 120, 'Tan Wei Ling')
})

const approval = { approvedBy: 'somebody else' }
const put = (id: string, body: object, by: Client) => by.put(`/credit-adjust/${id}`, body)
const approve = (id: string, by = manager) => put(id, approval, by)
const get = async (id: string) => (await owner.get(`/credit-adjust/${id}`)).json()
const wallet = (of = member) => portal.run((tx) => walletOf(tx, of))
const ledger = async (of = member) => (await owner.get(`/member/${of}/wallet`)).json().items
const approvals = (id: string) =>
  portal.rows<{ description: string; changeTo: { field: string }[] }>(
    sql`select description, change_to from audit_record where doc_id = ${id} and action = 'Approved' order by position`,
  )

describe('approving', () => {
  test('is signed by the user who is signed in, and moves the wallet once', async () => {
    const id = await pending(clerk, member, { adjustCredit: -20 })
    const { doc_no } = await get(id)
    const answer = await approve(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'Approved',
      approvedBy: 'manager',
      createdBy: 'clerk',
      adjustCredit: -20,
    })
    expect(await wallet()).toMatchObject({ balance: 100, version: 2 })
    expect((await ledger())[0]).toMatchObject({
      kind: 'adjustment',
      credit: -20,
      balanceAfter: 100,
      by: 'manager',
      note: 'Class cancelled by the centre',
      cause: { type: 'adjustment', _id: id, label: `Credit adjustment ${doc_no}` },
    })
    const [record] = await approvals(id)
    expect(record?.description).toBe(
      `Approved credit adjustment ${doc_no} of Tan Wei Ling: -20 credits, wallet 120 → 100`,
    )
    expect(record?.changeTo.map(({ field }) => field)).toEqual(['status', 'approvedBy'])
  })

  test('with the creation is one step', async () => {
    const answer = await owner.post('/credit-adjust', draft(member, approval))
    expect([answer.statusCode, answer.json().status, answer.json().approvedBy]).toEqual([201, 'Approved', 'owner'])
    expect(await wallet()).toMatchObject({ balance: 130 })
  })

  test('of one’s own document is marked in the audit trail', async () => {
    const id = await pending(owner, member)
    await approve(id, owner)
    const [own] = await approvals(id)
    expect(own?.description).toMatch(
      /^Approved their own credit adjustment CA-2026-\d{4} of Tan Wei Ling: \+10 credits/,
    )
    expect(own?.changeTo).toContainEqual({ field: 'approvedOwnDocument', item: 'true', type: 'added' })
    const other = await pending(clerk, member)
    await approve(other, owner)
    expect((await approvals(other))[0]?.description).toMatch(/^Approved credit adjustment/)
  })

  test.each(['-', '', '  ', ' - ', null, undefined])('is not asked for by approvedBy %j', async (approvedBy) => {
    const created = await clerk.post('/credit-adjust', draft(member, { approvedBy }))
    expect(created.json()).toMatchObject({ status: 'Pending', approvedBy: null })
    const id = created.json()._id
    expect((await put(id, { approvedBy, reason: 'Other' }, clerk)).json().status).toBe('Pending')
    expect((await put(id, { approvedBy }, manager)).statusCode).toBe(403)
    expect(await wallet()).toMatchObject({ balance: 120 })
  })

  test('with the edit approves what the edit says', async () => {
    const id = await pending(clerk, member, { adjustCredit: 5 })
    const answer = await put(id, { ...approval, adjustCredit: -120, reason: 'Left the academy' }, owner)
    expect(answer.json()).toMatchObject({ status: 'Approved', adjustCredit: -120, reason: 'Left the academy' })
    expect(await wallet()).toMatchObject({ balance: 0 })
  })

  test('repeats what a document says without the right to edit, and changes nothing without it', async () => {
    const id = await pending(clerk, member)
    const changed = await put(id, { ...approval, adjustCredit: 1000 }, manager)
    expect([changed.statusCode, changed.json().message]).toEqual([
      403,
      'You do not have the permission Credit Adjustment: Edit',
    ])
    expect(await get(id)).toMatchObject({ status: 'Pending', adjustCredit: 10 })
    const whole = draft(member, approval)
    expect((await put(id, whole, manager)).json()).toMatchObject({ status: 'Approved', approvedBy: 'manager' })
  })

  test('without the right to it is refused and recorded, the edit beside it too', async () => {
    const id = await pending(clerk, member)
    for (const answer of [
      await put(id, { ...approval, reason: 'Sneaky' }, clerk),
      await clerk.post('/credit-adjust', draft(member, approval)),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        'You do not have the permission Credit Adjustment: Approve',
      ])
    expect(await get(id)).toMatchObject({ status: 'Pending', reason: 'Class cancelled by the centre' })
    expect(await portal.rows(sql`select 1 from credit_adjustment where member = ${member}`)).toHaveLength(1)
    expect(
      await portal.rows(sql`select 1 from audit_record where action = 'Refused' and username = 'clerk'
        and description like '%Credit Adjustment: Approve%'`),
    ).not.toHaveLength(0)
  })

  test('below zero is refused with the balance, down to zero is not', async () => {
    const id = await pending(clerk, member, { adjustCredit: -121 })
    expect((await owner.get(`/credit-adjust/${id}/effect`)).json()).toMatchObject({
      before: 120,
      after: -1,
      refused: 'The wallet holds 120 credits, 1 less than the 121 needed',
    })
    const answer = await approve(id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The wallet holds 120 credits, 1 less than the 121 needed',
    ])
    expect(await get(id)).toMatchObject({ status: 'Pending', approvedBy: null })
    expect((await put(id, { ...approval, adjustCredit: -120 }, owner)).statusCode).toBe(200)
    expect(await wallet()).toMatchObject({ balance: 0 })
    const late = await owner.post('/credit-adjust', draft(member, { ...approval, adjustCredit: -1 }))
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'The wallet holds 0 credits, 1 less than the 1 needed',
    ])
    expect(await portal.rows(sql`select 1 from credit_adjustment where member = ${member}`)).toHaveLength(1)
  })

  test('of a member disabled since waits until the member is enabled', async () => {
    const id = await pending(clerk, member)
    await owner.put(`/member/${member}`, { isDisable: true })
    const answer = await approve(id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Tan Wei Ling is disabled; the credit adjustment cannot be approved before the member is enabled again',
    ])
    expect((await owner.get(`/credit-adjust/${id}/effect`)).json().refused).toBe(answer.json().message)
    await owner.put(`/member/${member}`, { isDisable: false })
    expect((await approve(id)).statusCode).toBe(200)
  })

  test('shows what it will do and then what it did', async () => {
    const id = await pending(clerk, member, { adjustCredit: -10 })
    const effect = async () => (await manager.get(`/credit-adjust/${id}/effect`)).json()
    const fixed = { member: { _id: member, name: 'Tan Wei Ling' }, adjustCredit: -10, refused: null }
    expect(await effect()).toEqual({ ...fixed, before: 120, after: 110, at: null })
    await owner.post('/credit-adjust', draft(member, { ...approval, adjustCredit: 80 }))
    expect(await effect()).toEqual({ ...fixed, before: 200, after: 190, at: null })
    await approve(id)
    await owner.post('/credit-adjust', draft(member, { ...approval, adjustCredit: 5 }))
    expect(await effect()).toEqual({ ...fixed, before: 200, after: 190, at: '2026-11-20T04:00:00.000Z' })
    expect((await owner.get(`/credit-adjust/wallet/${member}`)).json()).toEqual({
      _id: member,
      name: 'Tan Wei Ling',
      wallet: 195,
      refused: null,
      payers: [],
    })
  })
})

test('only a pending document is edited, approved or deleted; the refusal names the state', async () => {
  const id = await pending(clerk, member)
  await approve(id)
  const before = await get(id)
  for (const [move, message] of [
    [() => put(id, { reason: 'x' }, clerk), 'edited'],
    [() => put(id, {}, clerk), 'edited'],
    [() => approve(id), 'approved'],
    [() => put(id, { ...approval, adjustCredit: 99 }, owner), 'approved'],
    [() => clerk.delete(`/credit-adjust/${id}`), 'deleted'],
  ] as const) {
    const answer = await move()
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      `The credit adjustment is Approved, it cannot be ${message}`,
    ])
  }
  expect(await get(id)).toEqual(before)
  expect(await wallet()).toMatchObject({ balance: 130, version: 2 })
})

describe('at the same time', () => {
  test('20 approvals write one entry, and 19 are told that it is Approved', async () => {
    const id = await pending(clerk, member)
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(id)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect(refused).toHaveLength(19)
    for (const answer of refused)
      expect(answer.json().message).toBe('The credit adjustment is Approved, it cannot be approved')
    expect(await wallet()).toMatchObject({ balance: 130, version: 2 })
    expect(await approvals(id)).toHaveLength(1)
  })

  test('approvals under one Idempotency-Key all answer as the first did', async () => {
    const id = await pending(clerk, member)
    const ask = () => manager.put(`/credit-adjust/${id}`, approval, { 'idempotency-key': id })
    const answers = await Promise.all(Array.from({ length: 5 }, ask))
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, answers[0]?.json()])
    const other = await manager.put(`/credit-adjust/${id}`, { approvedBy: 'x' }, { 'idempotency-key': id })
    expect(other.statusCode).toBe(409)
    expect(await wallet()).toMatchObject({ balance: 130, version: 2 })
  })

  test.each(Array.from({ length: 6 }, (_, round) => round))(
    'approval and edit: the wallet moves by what the document says, round %i',
    async () => {
      const id = await pending(clerk, member)
      const [approved, edited] = await Promise.all([approve(id), put(id, { adjustCredit: 70 }, clerk)])
      expect(approved.statusCode).toBe(200)
      expect([200, 409]).toContain(edited.statusCode)
      const { adjustCredit, status } = await get(id)
      expect([status, adjustCredit]).toEqual(['Approved', edited.statusCode === 200 ? 70 : 10])
      expect(await wallet()).toMatchObject({ balance: 120 + adjustCredit, version: 2 })
    },
  )

  test('an approval waits for an edit under way and approves what it says', async () => {
    const id = await pending(clerk, member)
    const approved = await portal.handle.transaction().execute(async (db) => {
      await sql`update credit_adjustment set adjust_credit = 70 where id = ${id}`.execute(db)
      const answer = approve(id)
      await whenLockedOut(portal)
      return { answer }
    })
    expect((await approved.answer).json()).toMatchObject({ status: 'Approved', adjustCredit: 70 })
    expect(await wallet()).toMatchObject({ balance: 190, version: 2 })
  })

  test.each(Array.from({ length: 6 }, (_, round) => round))(
    'approval and deletion: one of them happens, round %i',
    async () => {
      const id = await pending(clerk, member)
      const [approved, deleted] = await Promise.all([approve(id), clerk.delete(`/credit-adjust/${id}`)])
      const isApproved = approved.statusCode === 200
      expect([approved.statusCode, deleted.statusCode]).toEqual(isApproved ? [200, 409] : [404, 200])
      expect(await wallet()).toMatchObject({ balance: isApproved ? 130 : 120 })
    },
  )

  test('two documents that together ask too much: the second is refused', async () => {
    const ids = await Promise.all([1, 2].map(() => pending(clerk, member, { adjustCredit: -100 })))
    const answers = await Promise.all(ids.map((id) => approve(id)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await wallet()).toMatchObject({ balance: 20 })
  })

  test('approval and the disabling of the member: never an entry after it', async () => {
    const id = await pending(clerk, member)
    const [approved, disabled] = await Promise.all([approve(id), owner.put(`/member/${member}`, { isDisable: true })])
    expect(disabled.statusCode).toBe(200)
    expect([200, 409]).toContain(approved.statusCode)
    expect(await wallet()).toMatchObject({ balance: approved.statusCode === 200 ? 130 : 120 })
  })
})
