import { afterAll, expect, test } from 'vitest'
import { insertMember } from '../../test/support/families.ts'
import { misplacedTexts, pdfPages } from '../../test/support/platform/pdf.ts'
import { testPortal } from '../../test/support/portal.ts'
import { topUp } from '../../test/support/students.ts'

const portal = await testPortal()
const owner = await portal.as()
afterAll(() => portal.close())

const chName = '欧阳'.repeat(30)
const people = await Promise.all(
  ['Venkatasubramaniam'.repeat(4), 'Wan Nur Aisyah Sofea binti '.repeat(4)].map(async (words) => {
    const name = words.slice(0, 60)
    const _id = await portal.run((tx) => insertMember(tx, { kind: 'parent', name, ch_name: chName, tm_no: 'TM-1' }))
    await topUp(portal, _id, 100)
    return { _id, name }
  }),
)

test.each([
  `credit-statement-report/generate/pdf?parentId=${people[0]?._id}`,
  'overall-flow-report/generate/pdf',
  'statement-report/generate/pdf',
  'tm-Report/generate/pdf',
])('names of sixty characters stay within the columns of %s', async (address) => {
  const answer = await owner.get(`/report/${address}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await misplacedTexts(answer.rawPayload)).toEqual([])
  const text = (await pdfPages(answer.rawPayload)).join('').replaceAll(' ', '')
  const [first] = people
  expect(text).toContain(`${first?.name}${chName}`)
})
