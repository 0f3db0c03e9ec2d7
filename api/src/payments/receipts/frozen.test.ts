import { paletteOf } from '@academy/contract/brand/palette.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { order } from '../../../test/support/academy.ts'
import { openPaymentDesk } from '../../../test/support/payments/desk.ts'
import { letterheadOf, picture, printedBy } from '../../../test/support/platform/papers.ts'
import { expireOn } from '../../../test/support/wallets.ts'
import { writeEarlierReceipts } from './written-receipts.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk({
  COMPANY_NAME: 'Harimau Academy',
  COMPANY_ADDRESS: '12 Jalan Setia, Shah Alam',
  PUBLIC_URL: 'https://portal.harimau.example',
})
afterAll(() => portal.close())

const { handle } = portal

const letterhead = letterheadOf(portal)
const printed = (ids: readonly string[], by = clerk) => printedBy(by, `/payment/generate/pdf?ids=${ids.join(',')}`)

const put = async (path: string, body: object = {}) => {
  const answer = await clerk.put(path, body)
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('a receipt stays what it was when its number was given', () => {
  test('whatever becomes of payer, children, coach, package, letterhead and logo', async () => {
    letterhead({ logo: await picture('#c00').toBuffer(), background: await picture('#eee').jpeg().toBuffer() })
    const id = await order(portal, academy, { member: academy.child })
    await desk.verify(id)
    const before = await printed([id])
    for (const text of ['Harimau Academy 12 Jalan Setia', 'Tan Wei Ming 陈伟明 CHILDREN Tan Jia Hui'])
      expect(before.pages[0]).toContain(text)

    await put(`/member/${academy.parent}`, { name: 'Somebody Else', chName: '别人' })
    await put(`/member/${academy.child}`, { name: 'Another Child' })
    await put(`/coach/${academy.coach}`, { name: 'Another Coach', email: 'farid@example.com' })
    await put(`/credit-package/${academy.package}`, { title: 'Another title', credit: 50 })
    letterhead({
      name: 'Naga Academy',
      address: 'Elsewhere',
      registration: '1',
      phone: '2',
      logo: await picture('#0c0').toBuffer(),
      background: await picture('#eef').jpeg().toBuffer(),
    })
    portal.portal.config.publicUrl = 'https://naga.example'
    await put(`/member/${academy.parent}/independent/${academy.child}`)
    expect(await printed([id])).toEqual(before)

    // Together with one of today each has its own letterhead and pictures.
    const today = await order(portal, academy)
    await desk.verify(today)
    const both = await printed([id, today])
    expect(both.pages[0]).toBe(before.pages[0])
    expect(both.pages[1]).toContain('Naga Academy Registration No. 1 Elsewhere')
    expect(both.pdf.match(/\/Subtype \/Image/g)).toHaveLength(4)

    const { wallet } = (await clerk.get(`/member/${academy.parent}`)).json()
    await put(`/member/${academy.parent}`, { wallet: 0, walletWas: wallet })
    await put(`/member/${academy.parent}`, { isDisable: true })
    expect((await clerk.delete(`/member/${academy.parent}`)).statusCode).toBe(200)
    expect(await printed([id])).toEqual(before)

    const token = /\/receipt\/([\w-]{22})/.exec(before.pages[0] ?? '')?.[1]
    expect((await portal.anyone.get(`/receipt/${token}`)).json().companyName).toBe('Harimau Academy')
  })

  test('whatever colour the academy takes on, which the next one has', async () => {
    const id = await order(portal, academy)
    await desk.verify(id)
    const before = await printed([id])
    await put('/brand', { hex: '#0a7d4b' })
    expect(await printed([id])).toEqual(before)
    const next = await order(portal, academy)
    await desk.verify(next)
    const [paper] = await portal.run((tx) =>
      tx.query<{ content: string }>(sql`select content from receipt where payment = ${next}`),
    )
    expect(JSON.parse(paper?.content ?? '{}').company.accent).toBe(paletteOf('#0a7d4b').light.fill)
    expect((await printed([next])).pages[0]).toContain('OFFICIAL RECEIPT')
    await put('/brand', { hex: '' })
  })

  test('a cancelled one is kept and cannot be printed', async () => {
    const id = await order(portal, academy)
    await desk.verify(id)
    await desk.cancel(id)
    expect((await clerk.get(`/payment/generate/pdf/${id}`)).statusCode).toBe(409)
    expect(await portal.rows(sql`select number from receipt where payment = ${id}`)).toHaveLength(1)
  })

  test('and the database refuses to change or remove it, or a number without one', async () => {
    const id = await order(portal, academy)
    await desk.verify(id)
    for (const statement of [
      sql`update receipt set content = '{}' where payment = ${id}`,
      sql`delete from receipt where payment = ${id}`,
      sql`truncate receipt`,
      sql`delete from letterhead_picture`,
    ])
      await expect(statement.execute(handle)).rejects.toThrow(/never changed or removed/)
    const pending = await order(portal, academy)
    const forged = sql`update payment set is_pay = true, receipt_no = 'OR-X', verified_by_name = 'x' where id = ${pending}`
    await expect(forged.execute(handle)).rejects.toThrow('receipt OR-X was not written down')
  })
})

test('one issued before receipts were written down is written down once, from what is known now, and stays so', async () => {
  const id = await order(portal, academy, { member: await desk.adult() })
  await desk.verify(id)
  await handle.transaction().execute(async (db) => {
    await sql`alter table receipt disable trigger user`.execute(db)
    await sql`delete from receipt where payment = ${id}`.execute(db)
    await sql`insert into receipt_to_write values (${id})`.execute(db)
    await sql`alter table receipt enable trigger user`.execute(db)
  })
  letterhead({ name: 'Later Academy' })
  const written = await Promise.all([writeEarlierReceipts(portal.portal), writeEarlierReceipts(portal.portal)])
  expect(written.toSorted()).toEqual([0, 1])
  letterhead({ name: 'Latest Academy' })
  expect((await printed([id])).pages[0]).toContain('Later Academy')
  expect(await portal.rows(sql`select is_later from receipt where payment = ${id}`)).toEqual([{ isLater: true }])
})

test('it says when the money was received, when it was verified, and until when the wallet is good', async () => {
  const member = await desk.adult()
  await portal.run((tx) => expireOn(tx, member, '2029-01-01'))
  const id = await order(portal, academy, { member })
  portal.clock.set('2026-11-21T17:00:00Z')
  const late = await portal.as()
  await late.put(`/payment/direct/${id}`, { isPay: true })
  const { pages } = await printed([id], late)
  for (const text of ['Date 22-11-2026', 'RECEIVED ON 20-11-2026', 'VERIFIED ON 22-11-2026', 'VALID UNTIL 01-01-2029'])
    expect(pages[0]).toContain(text)
})
