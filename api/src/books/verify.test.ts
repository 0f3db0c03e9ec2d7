import { afterAll, expect, test } from 'vitest'
import { holder, pending } from '../../test/support/adjustments.ts'
import { fillBooks } from '../../test/support/books/books.ts'
import { testPortal } from '../../test/support/portal.ts'
import { dropAnchor } from './anchors.ts'
import { evidenceOf } from './books.ts'
import { verify } from './verify.ts'

const portal = await testPortal()
await fillBooks(portal)
afterAll(() => portal.close())

test('books that were kept by the portal hold, and everything in them is looked at', async () => {
  await dropAnchor(portal.portal)
  const findings = await verify(portal.portal.database, await evidenceOf(portal.portal))
  expect(findings.filter((finding) => finding.fault)).toEqual([])
  expect(findings.filter((finding) => finding.count === 0).map((finding) => finding.name)).toEqual([])
})

test('a running number that a clerk set is in the trail, and no fault', async () => {
  const clerk = await portal.as()
  const format = async () => (await clerk.get('/doc-num-format/type/Credit%20Adjustment')).json()
  const { _id, running_no } = await format()
  for (const set of [running_no + 50, running_no + 20])
    expect((await clerk.put(`/doc-num-format/${_id}`, { running_no: set })).statusCode).toBe(200)
  await pending(clerk, await holder(portal, 30, 'Goh Peng Huat'))
  expect((await format()).running_no).toBe(running_no + 21)
  expect((await verify(portal.portal.database)).filter((finding) => finding.fault)).toEqual([])
})

test('who and what is called otherwise since is no fault', async () => {
  const clerk = await portal.as()
  const [{ coachReceived: coach, package: bought, createdBy: payer }] = (await clerk.get('/payment?isPay=true')).json()
    .items
  for (const [path, name] of [
    [`/coach/${coach._id}`, { name: 'Farid Osman' }],
    [`/coach/${coach._id}`, { name: 'Farid' }],
    [`/credit-package/${bought._id}`, { title: 'Beginners' }],
    [`/member/${payer._id}`, { name: 'Lim Seng' }],
  ] as const) {
    const answer = await clerk.put(path, name)
    expect(answer.statusCode, answer.body).toBe(200)
  }
  expect((await verify(portal.portal.database)).filter((finding) => finding.fault)).toEqual([])
})
