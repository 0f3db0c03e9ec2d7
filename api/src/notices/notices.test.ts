import { afterAll, describe, expect, test } from 'vitest'
import { order } from '../../test/support/academy.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import { unknown } from '../../test/support/portal.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
afterAll(() => portal.close())

const noticesOf = async (member: string) => (await clerk.get(`/notify-user?userID=${member}`)).json()
const post = (path: string, body: unknown) => clerk.post(path, body)
const words = (title: string, notifyMsg = 'The hall is closed on Friday.') => ({
  notifyType: 'package',
  notifyTitle: title,
  notifyMsg,
})

test('the server notifies of verify, reject and cancel; the list shows the newest first', async () => {
  const member = await desk.adult()
  const [done, rejected] = [await order(portal, academy, { member }), await order(portal, academy, { member })]
  await desk.verify(done)
  portal.clock.set('2026-11-20T04:01:00Z')
  await desk.reject(rejected)
  portal.clock.set('2026-11-20T04:02:00Z')
  await desk.cancel(done)
  portal.clock.set('2026-11-20T04:00:00Z')
  const { items, total } = await noticesOf(member)
  expect(total).toBe(3)
  expect(items.map((each: { details: { notifyTitle: string } }) => each.details.notifyTitle)).toEqual([
    'Payment cancelled',
    'Payment rejected',
    'Payment verified',
  ])
  const [, second] = items
  expect(second).toEqual({
    _id: expect.any(String),
    isDisable: false,
    is_protected: false,
    createdAt: '2026-11-20T04:01:00.000Z',
    updatedAt: '2026-11-20T04:01:00.000Z',
    userID: { _id: member, name: 'Lim Ah Kow' },
    details: {
      _id: expect.any(String),
      notifyType: 'payment',
      notifyTitle: 'Payment rejected',
      notifyMsg: expect.stringContaining('Please contact us: 03-1234 5678.'),
    },
  })
  expect((await clerk.get(`/notify-user/${second._id}`)).json()).toEqual(second)
  const details = (await clerk.get(`/notify-details/${second.details._id}`)).json()
  expect(details).toMatchObject(second.details)
  expect((await clerk.get('/notify-details')).json().items).toContainEqual(details)
})

describe('a client that posts what the server has sent', () => {
  const again = (member: string, notice: { details: { notifyType: string } }) => async () => {
    const details = await post('/notify-details', notice.details)
    expect(details.statusCode, details.body).toBe(201)
    const link = await post('/notify-user', { details: details.json()._id, userID: member })
    expect(link.statusCode, link.body).toBe(201)
    return link.json()
  }

  test('is answered 201 and nothing is doubled, however often and however many at once', async () => {
    const member = await desk.adult()
    await desk.reject(await order(portal, academy, { member }))
    const before = await noticesOf(member)
    const allBefore = (await clerk.get('/notify-details')).json().total
    const repeat = again(member, before.items[0])
    expect(await repeat()).toEqual(before.items[0])
    await Promise.all([repeat(), repeat(), repeat(), repeat()])
    expect(await noticesOf(member)).toEqual(before)
    expect((await clerk.get('/notify-details')).json().total).toBe(allBefore)
  })

  test('after ten minutes it is news again', async () => {
    const member = await desk.adult()
    await desk.reject(await order(portal, academy, { member }))
    const [first] = (await noticesOf(member)).items
    portal.clock.set('2026-11-20T04:09:59Z')
    await again(member, first)()
    expect((await noticesOf(member)).total).toBe(1)
    portal.clock.set('2026-11-20T04:10:01Z')
    await again(member, first)()
    portal.clock.set('2026-11-20T04:00:00Z')
    expect((await noticesOf(member)).total).toBe(2)
  })

  test('the same text is sent to another member', async () => {
    const [one, other] = [await desk.adult(), await desk.adult()]
    await desk.reject(await order(portal, academy, { member: one }))
    await again(other, (await noticesOf(one)).items[0])()
    expect((await noticesOf(other)).total).toBe(1)
  })
})

test('what a client writes is sent once it names a member, and recorded', async () => {
  const member = await desk.adult()
  const details = (
    await post('/notify-details', words('  Hall closed ', 'No class on Friday.\nSee you Monday.'))
  ).json()
  expect(details).toMatchObject({ notifyTitle: 'Hall closed', notifyMsg: 'No class on Friday.\nSee you Monday.' })
  expect((await noticesOf(member)).total).toBe(0)
  const link = (await post('/notify-user', { details: details._id, userID: member })).json()
  expect(link).toMatchObject({ details: { _id: details._id, notifyTitle: 'Hall closed' }, userID: { _id: member } })
  expect((await clerk.get(`/notify-user?details=${details._id}`)).json().items).toEqual([link])
  const { items } = (await clerk.get('/auth/audit-trail?searchText=Hall closed&limit=10')).json()
  expect(items.map((each: { section: string }) => each.section)).toEqual(['Notification', 'Notification'])
})

test('two clients that send a member the same at once send it once', async () => {
  const member = await desk.adult()
  const details = (await post('/notify-details', words('Once'))).json()._id
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('/notify-user', { details, userID: member })))
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(201))
  expect((await noticesOf(member)).total).toBe(1)
})

test.each([
  ['/notify-details', {}, 'Type is required'],
  ['/notify-details', { notifyType: 'x', notifyTitle: ' ', notifyMsg: 'y' }, 'Title is required'],
  ['/notify-details', { notifyType: 'x', notifyTitle: 'y' }, 'Message is required'],
  ['/notify-details', { ...words('x'), notifyMsg: 'y'.repeat(1001) }, 'Message must be at most 1000 characters'],
  ['/notify-details', { ...words('x'), notifyMsg: 7 }, 'Message must be text'],
  ['/notify-user', {}, 'Details is required'],
  ['/notify-user', { details: unknown, userID: 'x' }, 'Member is required'],
])('%s refuses %j', async (path, body, message) => {
  const answer = await post(path, body)
  expect([answer.statusCode, answer.json().message]).toEqual([400, message])
})

test('words or members that do not exist are a fault of the field', async () => {
  const member = await desk.adult()
  const details = (await post('/notify-details', words('Nobody'))).json()._id
  expect((await post('/notify-user', { details: unknown, userID: member })).json().details).toEqual([
    { path: 'details', message: 'This Notification does not exist' },
  ])
  expect((await post('/notify-user', { details, userID: unknown })).json().details).toEqual([
    { path: 'userID', message: 'This Member does not exist' },
  ])
  for (const path of ['/notify-user', '/notify-details'])
    expect((await clerk.get(`${path}/${unknown}`)).statusCode).toBe(404)
})

test('lists are searched, sorted and turned page by page', async () => {
  const member = await desk.adult()
  for (const title of ['100% Alpha', 'Beta', 'Gamma']) {
    const details = (await post('/notify-details', words(title, `${title} for you`))).json()._id
    await post('/notify-user', { details, userID: member })
  }
  const titles = async (query: string) =>
    (await clerk.get(`/notify-user?userID=${member}&${query}`))
      .json()
      .items.map((each: { details: { notifyTitle: string } }) => each.details.notifyTitle)
  expect(await titles('sort=-notifyTitle')).toEqual(['Gamma', 'Beta', '100% Alpha'])
  expect(await titles('sort=+notifyTitle&offset=1&limit=1')).toEqual(['Beta'])
  expect(await titles('searchText=0%25 al')).toEqual(['100% Alpha'])
  expect(await titles('isDisable=true')).toEqual([])
  expect(await titles('notifyType=payment')).toEqual([])
  expect((await clerk.get('/notify-details?searchText=Beta for&sort=notifyType')).json()).toMatchObject({ total: 1 })
  expect((await clerk.get('/notify-user?sort=password')).headers['x-sort-ignored']).toBe('password')
  expect((await clerk.get('/notify-user?limit=1001')).statusCode).toBe(400)
})
