import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { draft, holder, pending } from '../../test/support/adjustments.ts'
import { insertMember } from '../../test/support/families.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { walletOf } from '../wallet/wallet.ts'

const portal = await testPortal()
const owner = await portal.as(undefined, { username: 'owner' })
/** May create and change documents, but not approve them. */
const clerk = await portal.as({ credit_adjust: ['view', 'create', 'edit', 'delete', 'print'] }, { username: 'clerk' })
const member = await holder(portal, 100, 'Tan Wei Ling')
afterAll(() => portal.close())

const get = async (id: string) => (await owner.get(`/credit-adjust/${id}`)).json()
const put = (id: string, body: object, by = clerk) => by.put(`/credit-adjust/${id}`, body)
const balance = async (of = member) => (await portal.run((tx) => walletOf(tx, of))).balance
const lastNumber = async () => {
  const [row] = await portal.run((tx) =>
    tx.query<{ last: number }>(sql`select running_no as last from document_format where type = 'Credit Adjustment'`),
  )
  return row?.last ?? 0
}
const audits = (id: string) =>
  portal.run((tx) =>
    tx.query<{ action: string; description: string; username: string }>(
      sql`select action, description, username from audit_record where doc_id = ${id} order by position`,
    ),
  )

describe('a new document', () => {
  test('is pending, numbered by the server, and answers exactly the documented fields', async () => {
    const before = await lastNumber()
    const answer = await clerk.post('/credit-adjust', draft(member, { createdBy: 'somebody', status: 'Approved' }))
    expect(answer.statusCode).toBe(201)
    const doc_no = `CA-2026-${String(before + 1).padStart(4, '0')}`
    expect(answer.json()).toEqual({
      _id: expect.any(String),
      doc_no,
      date: '2026-11-20',
      date_display: '2026/11/20',
      member: { _id: member, name: 'Tan Wei Ling' },
      reason: 'Class cancelled by the centre',
      adjustCredit: 10,
      createdBy: 'clerk',
      status: 'Pending',
      approvedBy: null,
      undoes: null,
      undoneBy: null,
    })
    expect(await get(answer.json()._id)).toEqual(answer.json())
    expect(await balance()).toBe(100)
    expect(await audits(answer.json()._id)).toEqual([
      {
        action: 'Created',
        description: `Created credit adjustment ${doc_no} of Tan Wei Ling: +10 credits`,
        username: 'clerk',
      },
    ])
  })

  test('needs nothing but date, member, reason and amount; the date may come as it is displayed', async () => {
    const answer = await clerk.post('/credit-adjust', {
      date: '2026/11/03',
      member,
      reason: '  Goodwill ',
      adjustCredit: -1,
    })
    expect(answer.json()).toMatchObject({ date: '2026-11-03', reason: 'Goodwill', adjustCredit: -1, status: 'Pending' })
  })

  test.each([
    ['date', [undefined, null, '', 7], 'date is required'],
    ['date', ['yesterday'], 'Date is not a date. Use YYYY-MM-DD, DD-MM-YYYY or YYYY/MM/DD.'],
    ['date', ['2026-02-30'], 'Date is not a day of the calendar.'],
    ['date', ['2026-11-21', '2030/01/01'], 'The date cannot be in the future'],
    ['member', [undefined, null, '', 'nonsense', 7, {}], 'Member is required'],
    ['reason', [undefined, null, '', '   '], 'Reason is required'],
    ['adjustCredit', [undefined, null, '', [], true], 'Adjusted Credit Amt is required'],
    ['adjustCredit', [0, -0, '0'], 'Adjusted Credit Amt (-/+) must be at least 1'],
    ['adjustCredit', [1.5, -0.1, '2.5', '1e3', '--5', 'ten'], 'Adjusted Credit Amt (-/+) must be a whole number'],
    ['adjustCredit', [1_000_001, -1_000_001, 1e15], 'Adjusted Credit Amt (-/+) must be at most 1000000'],
    ['reason', ['x'.repeat(501)], 'Reason must be at most 500 characters'],
    ['reason', ['a\u0000b', '\ud800', '\u202e'], 'Reason contains characters that are not allowed'],
    ['member', [unknown], 'This Member does not exist'],
    ['approvedBy', [7, {}, true], 'Approved By must be text'],
  ])('with a wrong %s (%j) is refused at that field', async (path, values, message) => {
    const before = await lastNumber()
    for (const value of values) {
      const answer = await owner.post('/credit-adjust', draft(member, { [path]: value }))
      expect([answer.statusCode, answer.json().details]).toEqual([400, [{ path, message }]])
    }
    expect(await lastNumber()).toBe(before)
  })

  test('for a dependent child is refused and names who pays; a disabled or deleted member is refused', async () => {
    const people = await portal.run(async (tx) => {
      const parent = await insertMember(tx, { kind: 'parent', name: 'Tan Wei Ming' })
      const other = await insertMember(tx, { kind: 'parent', name: 'Lee Siew Hoon' })
      return {
        one: await insertMember(tx, { kind: 'child', name: 'Jia Hui' }, [parent]),
        two: await insertMember(tx, { kind: 'child', name: 'Jia Le' }, [parent, other]),
        grown: await insertMember(tx, { kind: 'child', name: 'Jia En', is_independent: true }, [parent]),
        disabled: await insertMember(tx, { kind: 'parent', name: 'Gone', is_disable: true }),
        deleted: await insertMember(tx, { kind: 'parent', name: 'Deleted member', is_deleted: true }),
      }
    })
    const refusal = async (of: string) => {
      const answer = await clerk.post('/credit-adjust', draft(of))
      expect(answer.json().details).toEqual([{ path: 'member', message: answer.json().message }])
      const shown = await clerk.get(`/credit-adjust/wallet/${of}`)
      if (answer.statusCode === 409) expect(shown.json().refused).toBe(answer.json().message)
      else expect(shown.statusCode).toBe(404)
      return [answer.statusCode, answer.json().message]
    }
    expect(await refusal(people.one)).toEqual([
      409,
      'Jia Hui has no wallet of its own, Tan Wei Ming pays. Please choose Tan Wei Ming.',
    ])
    expect(await refusal(people.two)).toEqual([
      409,
      'Jia Le has no wallet of its own, Tan Wei Ming or Lee Siew Hoon pays. Please choose Tan Wei Ming or Lee Siew Hoon.',
    ])
    const payersOf = async (of: string) => (await clerk.get(`/credit-adjust/wallet/${of}`)).json().payers
    expect(await payersOf(people.two)).toMatchObject([{ name: 'Tan Wei Ming' }, { name: 'Lee Siew Hoon' }])
    expect(await payersOf(people.grown)).toEqual([])
    expect(await refusal(people.disabled)).toEqual([409, 'Gone is disabled'])
    expect(await refusal(people.deleted)).toEqual([400, 'This Member does not exist'])
    expect((await clerk.post('/credit-adjust', draft(people.grown))).statusCode).toBe(201)
    expect((await clerk.get(`/credit-adjust/wallet/${unknown}`)).statusCode).toBe(404)
  })

  test('thirty at once are numbered without a gap', async () => {
    const before = await lastNumber()
    const answers = await Promise.all(Array.from({ length: 30 }, () => clerk.post('/credit-adjust', draft(member))))
    const numbers = answers.map((answer) => Number(answer.json().doc_no.slice(-4))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => before + 1 + index))
  })

  test('is refused when the numbers are used up or one was issued already, and uses none', async () => {
    const on = portal.handle
    const set = (last: number) =>
      sql`update document_format set running_no = ${last} where type = 'Credit Adjustment'`.execute(on)
    const before = await lastNumber()
    await set(9999)
    expect((await clerk.post('/credit-adjust', draft(member))).json()).toMatchObject({
      statusCode: 409,
      message: 'The Credit Adjustment format has issued its last number 9999. Please reset its running number.',
    })
    await set(0)
    const answer = await clerk.post('/credit-adjust', draft(member))
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This number was issued already. Please check the running number of its format.',
    ])
    expect(await lastNumber()).toBe(0)
    await set(before)
  })

  test('again under the same Idempotency-Key is the same document', async () => {
    const ask = () => clerk.post('/credit-adjust', draft(member), { 'idempotency-key': 'adjust once' })
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
  })
})

describe('a pending document', () => {
  test('takes what is sent and keeps the rest', async () => {
    const id = await pending(clerk, member)
    const before = await get(id)
    const other = await holder(portal, 0, 'Siti Aminah')
    const answer = await put(id, { adjustCredit: -25, doc_no: 'CA-9', approvedBy: null, member: other })
    expect(answer.json()).toEqual({ ...before, adjustCredit: -25, member: { _id: other, name: 'Siti Aminah' } })
    expect((await put(id, { reason: 'Other', date: '2026-01-31' })).json()).toMatchObject({
      reason: 'Other',
      date_display: '2026/01/31',
      adjustCredit: -25,
    })
    expect((await audits(id)).map(({ action }) => action)).toEqual(['Created', 'Updated', 'Updated'])
    expect(await balance(other)).toBe(0)
  })

  test.each([
    { reason: '' },
    { reason: null },
    { date: null },
    { date: '2026-11-21' },
    { member: null },
    { adjustCredit: 0 },
    { adjustCredit: null },
  ])('is not emptied or spoilt by %j', async (body) => {
    const id = await pending(clerk, member)
    expect((await put(id, body)).statusCode).toBe(400)
    expect(await get(id)).toMatchObject(draft(member, { doc_no: expect.any(String), approvedBy: null, member: {} }))
  })

  test('that nothing changes in leaves no record', async () => {
    const id = await pending(clerk, member)
    expect((await put(id, draft(member, { doc_no: 'x' }))).statusCode).toBe(200)
    expect(await audits(id)).toHaveLength(1)
  })

  test('is not given to a member without a wallet of its own, and is edited though its member was disabled', async () => {
    const of = await holder(portal, 0, 'Soon Gone')
    const id = await pending(clerk, of)
    await owner.put(`/member/${of}`, { isDisable: true })
    expect((await put(id, { reason: 'A better reason' })).statusCode).toBe(200)
    const other = await pending(clerk, member)
    expect((await put(other, { member: of })).json()).toMatchObject({
      statusCode: 409,
      details: [{ path: 'member', message: 'Soon Gone is disabled' }],
    })
  })

  test('is not overwritten by a save that has not seen the latest, when If-Match is sent', async () => {
    const id = await pending(clerk, member)
    const { etag } = (await clerk.get(`/credit-adjust/${id}`)).headers
    expect((await put(id, { reason: 'Meanwhile' })).statusCode).toBe(200)
    const late = await clerk.put(`/credit-adjust/${id}`, { adjustCredit: 99 }, { 'if-match': String(etag) })
    expect(late.statusCode).toBe(412)
    expect(await get(id)).toMatchObject({ adjustCredit: 10 })
  })

  test('is deleted, and its number is neither reissued nor lost', async () => {
    const id = await pending(clerk, member, { adjustCredit: 7 })
    const { doc_no } = await get(id)
    const answer = await clerk.delete(`/credit-adjust/${id}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { _id: id }])
    for (const again of [
      await clerk.get(`/credit-adjust/${id}`),
      await clerk.delete(`/credit-adjust/${id}`),
      await put(id, { reason: 'x' }),
      await put(id, { approvedBy: 'owner' }, owner),
      await clerk.get(`/credit-adjust/generate/pdf/${id}`),
      await clerk.get(`/credit-adjust/${id}/effect`),
    ])
      expect([again.statusCode, again.json().message]).toEqual([404, 'Credit adjustment not found'])
    const { items } = (await clerk.get(`/credit-adjust?searchText=${doc_no}`)).json()
    expect(items).toEqual([])
    expect((await audits(id)).at(-1)).toEqual({
      action: 'Deleted',
      description: `Deleted credit adjustment ${doc_no} of Tan Wei Ling: +7 credits, never approved`,
      username: 'clerk',
    })
    const next = (await clerk.post('/credit-adjust', draft(member))).json().doc_no
    expect(Number(next.slice(-4))).toBe(Number(doc_no.slice(-4)) + 1)
    // Nor can the format be set back so that it would be issued again.
    const [format] = (await owner.get('/doc-num-format?searchText=Credit')).json().items
    const back = await owner.put(`/doc-num-format/${format._id}`, { running_no: Number(doc_no.slice(-4)) - 1 })
    expect(back.statusCode).toBe(409)
  })
})

test('an unknown document is not found', async () => {
  for (const id of [unknown, 'nonsense']) {
    for (const answer of [
      await owner.get(`/credit-adjust/${id}`),
      await owner.get(`/credit-adjust/${id}/effect`),
      await owner.get(`/credit-adjust/generate/pdf/${id}`),
      await put(id, { approvedBy: 'owner' }, owner),
      await put(id, { reason: 'x' }, owner),
      await owner.delete(`/credit-adjust/${id}`),
    ])
      expect(answer.statusCode).toBe(404)
  }
})

describe('a member with a document', () => {
  test('is erased, not removed: the document stays and can only be deleted', async () => {
    const of = await holder(portal, 0, 'Leaving')
    const id = await pending(clerk, of)
    await owner.put(`/member/${of}`, { isDisable: true })
    expect((await owner.delete(`/member/${of}`)).statusCode).toBe(200)
    expect(await get(id)).toMatchObject({ member: { _id: of, name: 'Deleted member' }, status: 'Pending' })
    expect((await owner.get(`/credit-adjust/${id}/effect`)).json().refused).toMatch(/^The member was deleted/)
    const answer = await put(id, { approvedBy: 'owner' }, owner)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The member was deleted; the credit adjustment cannot be approved, only deleted',
    ])
    expect((await clerk.delete(`/credit-adjust/${id}`)).statusCode).toBe(200)
  })
})
