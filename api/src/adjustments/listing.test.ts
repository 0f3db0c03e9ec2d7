import { afterAll, expect, test } from 'vitest'
import { draft, holder, pending } from '../../test/support/adjustments.ts'
import { insertMember } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const owner = await portal.as(undefined, { username: 'owner' })
const clerk = await portal.as(undefined, { username: 'Zul' })
const tan = await portal.run((tx) => insertMember(tx, { kind: 'parent', name: 'Tan Wei Ming', ch_name: '陈伟明' }))
const ali = await holder(portal, 500, 'ali bin Abu')
await pending(clerk, tan, { date: '2026-11-18', adjustCredit: 5, reason: 'Goodwill 100%' })
await pending(clerk, ali, { date: '2026-11-20', adjustCredit: -50, reason: 'a slip' })
await owner.post(
  '/credit-adjust',
  draft(ali, { date: '2026-11-19', adjustCredit: 7, reason: 'Prize', approvedBy: 'x' }),
)
await pending(owner, tan, { date: '2026-11-19', adjustCredit: 300, reason: 'Transfer' })
const gone = await pending(owner, tan, { reason: 'A mistake' })
await owner.delete(`/credit-adjust/${gone}`)
afterAll(() => portal.close())

/** The last digits of the numbers that a query finds, in their order. */
async function found(query = '') {
  const answer = await owner.get(`/credit-adjust${query}`)
  if (answer.statusCode !== 200) return answer.json()
  const { items, total } = answer.json()
  return { numbers: items.map(({ doc_no }: { doc_no: string }) => Number(doc_no.slice(-4))), total }
}

test('the list shows the newest first and no deleted one', async () => {
  expect(await found()).toEqual({ numbers: [2, 4, 3, 1], total: 4 })
  const { items } = (await owner.get('/credit-adjust?limit=1')).json()
  expect(items).toEqual([
    {
      _id: expect.any(String),
      doc_no: 'CA-2026-0002',
      date: '2026-11-20',
      date_display: '2026/11/20',
      member: { _id: ali, name: 'ali bin Abu' },
      reason: 'a slip',
      adjustCredit: -50,
      createdBy: 'Zul',
      status: 'Pending',
      approvedBy: null,
      undoes: null,
      undoneBy: null,
    },
  ])
})

test.each([
  ['?status=Pending', [2, 4, 1]],
  ['?status=Approved', [3]],
  ['?startDate=2026-11-19&endDate=2026-11-19', [4, 3]],
  ['?startDate=2026-11-20', [2]],
  ['?endDate=2026-11-18', [1]],
  ['?isDisable=false', [2, 4, 3, 1]],
  ['?isDisable=true', []],
  ['?searchText=', [2, 4, 3, 1]],
  ['?searchText=TAN', [4, 1]],
  ['?searchText=%E4%BC%9F', [4, 1]],
  ['?searchText=0003', [3]],
  ['?searchText=100%25', [1]],
  ['?searchText=%25', [1]],
  ['?searchText=_', []],
  ['?searchText=zul', [2, 1]],
  ['?searchText=owner', [4, 3]],
  ['?searchText=slip&status=Approved', []],
  ['?sort=+doc_no', [1, 2, 3, 4]],
  ['?sort=-adjustCredit', [4, 3, 1, 2]],
  ['?sort=%2Bmember,-date', [2, 3, 4, 1]],
  ['?sort=%2Bmember,-date_display', [2, 3, 4, 1]],
  ['?sort=reason', [2, 1, 3, 4]],
  ['?sort=createdBy,doc_no', [3, 4, 1, 2]],
  ['?sort=status,-doc_no', [3, 4, 2, 1]],
  ['?sort=approvedBy', [3, 1, 2, 4]],
])('%s finds %j', async (query, numbers) => {
  expect(await found(query)).toEqual({ numbers, total: numbers.length })
})

test('members are chosen by their ids, several with commas', async () => {
  expect(await found(`?member=${tan}`)).toEqual({ numbers: [4, 1], total: 2 })
  expect(await found(`?member=${tan},${ali}&status=Approved`)).toEqual({ numbers: [3], total: 1 })
})

test('pages never overlap', async () => {
  expect(await found('?limit=3&sort=status')).toEqual({ numbers: [3, 1, 2], total: 4 })
  expect(await found('?limit=3&offset=3&sort=status')).toEqual({ numbers: [4], total: 4 })
  expect(await found('?offset=100')).toEqual({ numbers: [], total: 4 })
})

test.each([
  ['?limit=0', 'limit'],
  ['?limit=1001', 'limit'],
  ['?offset=-1', 'offset'],
  ['?status=Deleted', 'status'],
  ['?status=pending', 'status'],
  ['?startDate=today', 'startDate'],
  ['?startDate=2026-11-20&endDate=2026-11-19', 'endDate'],
  ['?member=x', 'member.0'],
])('%s is refused at %s', async (query, path) => {
  expect(await found(query)).toMatchObject({ statusCode: 400, details: [{ path }] })
})
