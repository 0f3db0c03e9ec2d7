import { afterAll, expect, test } from 'vitest'
import { draft, pending } from '../../test/support/adjustments.ts'
import { insertMember } from '../../test/support/families.ts'
import { misplacedTexts, pdfPages } from '../../test/support/platform/pdf.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal({
  COMPANY_NAME: 'Harimau Martial Arts Academy Sdn Bhd',
  COMPANY_ADDRESS: '40170 Shah Alam, Selangor',
})
const owner = await portal.as(undefined, { username: 'siti.aminah' })
const member = await portal.run((tx) => insertMember(tx, { kind: 'parent', name: 'Tan Wei Ming', ch_name: '陈伟明' }))
afterAll(() => portal.close())

const approved = async (more: object = {}) =>
  (await owner.post('/credit-adjust', draft(member, { approvedBy: 'x', ...more }))).json()

test('an approved document is printed with who, why, how much and the wallet before and after', async () => {
  await approved({ adjustCredit: 1234 })
  const { _id, doc_no } = await approved({ adjustCredit: -34, date: '2026-11-19', reason: '双重收费 Charged twice' })
  await approved({ adjustCredit: 1 })
  const answer = await owner.get(`/credit-adjust/generate/pdf/${_id}`)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toContain('filename="Credit Adjustment Document.pdf"')
  const pages = await pdfPages(answer.rawPayload)
  expect(pages).toHaveLength(1)
  for (const text of [
    'Harimau Martial Arts Academy Sdn Bhd 40170 Shah Alam, Selangor Tel 03-1234 5678',
    `CREDIT ADJUSTMENT No. ${doc_no} Date 2026/11/19`,
    'MEMBER Tan Wei Ming 陈伟明 REASON 双重收费 Charged twice',
    'WALLET CREDITS Balance before 1,234 Credits taken −34 Balance after 1,200',
    'CREATED BY siti.aminah APPROVED BY siti.aminah',
    'APPROVED ON 2026/11/20',
    'This document was issued by computer and needs no signature.',
  ])
    expect(pages[0]).toContain(text)
})

test('a reason of any length wraps and loses nothing', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
  const { _id } = await approved({ reason: `${words}\n\n${'字'.repeat(40)}`.slice(0, 500), adjustCredit: 1_000_000 })
  const pages = await pdfPages((await owner.get(`/credit-adjust/generate/pdf/${_id}`)).rawPayload)
  const text = pages.join(' ')
  expect(text).toContain('word59')
  expect(text.replaceAll(' ', '')).toContain('字'.repeat(40))
  expect(text).toContain('Credits added +1,000,000')
})

test('names of sixty characters stay within the paper', async () => {
  const name = 'Venkatasubramaniam'.repeat(4).slice(0, 60)
  const chName = '欧阳'.repeat(30)
  const long = await portal.run((tx) => insertMember(tx, { kind: 'parent', name, ch_name: chName }))
  const someone = await portal.as(undefined, { username: name })
  const { _id } = (
    await someone.post('/credit-adjust', draft(long, { approvedBy: 'x', reason: name.repeat(3) }))
  ).json()
  const pdf = (await owner.get(`/credit-adjust/generate/pdf/${_id}`)).rawPayload
  expect(await misplacedTexts(pdf)).toEqual([])
  const text = (await pdfPages(pdf)).join('').replaceAll(' ', '')
  expect(text).toContain(`${name}${chName}`)
  expect(text).toContain(`CREATEDBY`)
})

test('a pending document is not printed, and printing needs its permission', async () => {
  const id = await pending(owner, member)
  const answer = await owner.get(`/credit-adjust/generate/pdf/${id}`)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'The credit adjustment is Pending, it cannot be printed',
  ])
  await owner.put(`/credit-adjust/${id}`, { approvedBy: 'x' })
  const other = await portal.as({ credit_adjust: ['view', 'create', 'edit', 'delete', 'approve'] })
  expect((await other.get(`/credit-adjust/generate/pdf/${id}`)).statusCode).toBe(403)
  const printer = await portal.as({ credit_adjust: ['print'] })
  expect((await printer.get(`/credit-adjust/generate/pdf/${id}`)).statusCode).toBe(200)
})
