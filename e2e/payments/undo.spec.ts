import { z } from 'zod'
import { expectReason, row, rowAct } from '../support/controls.ts'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter, idOf, unique } from '../support/people.ts'
import { agree, expect, inspect, noSidewaysScroll, phoneSize, test } from '../support/portal.ts'

const anything = z.looseObject({})
const document = z.object({ _id: z.string(), doc_no: z.string() })

test('an adjustment, a verification and a class are undone where they are read, each telling first what happens', async ({
  page,
  refusals,
}) => {
  const calls = await callsAs(page, 'owner')
  const { today, attended, held, mother, child } = await academy(calls)
  const adjust = (adjustCredit: number, reason: string) =>
    calls.send(document, 'POST', '/credit-adjust', {
      date: today,
      member: mother._id,
      reason,
      adjustCredit,
      approvedBy: 'me',
    })
  const ledger = `/membership/edit/${mother._id}?tab=financial`
  const history = page.getByRole('region', { name: 'Wallet history' })

  await test.step('the document of an adjustment: once, and both name each other', async () => {
    const { _id, doc_no } = await adjust(15, 'Goodwill')
    await enter(page, 'owner', `/credit-adjust/edit/${_id}`)
    const undo = page.getByRole('button', { name: `Undo ${doc_no}` })
    await undo.click()
    const question = page.getByRole('dialog', { name: 'Are you sure to undo this credit adjustment?' })
    await expect(question).toContainText(`Wallet 40 → 25 (${mother.name})`)
    await expect(question).toContainText(`${doc_no} stays as it is.`)
    await inspect(page, 'undo-question')
    await agree(page, 'Are you sure to undo this credit adjustment?', 'Undo', 'approved by owner', 'Undone')
    await expectReason(undo, /^Undone already by CA-/)
    await page.getByRole('link', { name: /^Undone by CA-/ }).click()
    await expect(page.getByRole('link', { name: `Undoes ${doc_no}` })).toBeVisible()
    await expect(page.getByLabel('Adjusted Credit Amt (-/+)')).toHaveValue('−15')
    await inspect(page, 'adjustment-undone')
  })

  await test.step('what is spent stays: the window says why and offers nothing', async () => {
    const { doc_no } = await adjust(20, 'Given')
    await calls.send(anything, 'PUT', `/member/${mother._id}`, { wallet: 5, walletWas: 45 })
    refusals.push('409 POST /credit-adjust/*')
    await page.goto(`/credit-adjust/listing?searchText=${doc_no}`)
    await (await rowAct(row(page, doc_no), /^Undo/)).click()
    const question = page.getByRole('dialog', { name: 'Are you sure to undo this credit adjustment?' })
    await expect(question).toContainText('This cannot be undone.')
    await expect(question).toContainText('The wallet holds 5 credits, 15 less than the 20 needed')
    await expect(question.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
    await inspect(page, 'undo-refused')
    await question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the wallet history, on a phone: a verification becomes the same order again', async () => {
    const mark = unique('U')
    const coach = await idOf(calls, 'coach', 'Hafiz bin Ismail')
    const sold = { code: mark, title: `Undo ${mark}`, description: 'To be undone', credit: 100, duration: 6 }
    const { _id: bought } = await calls.post('/credit-package', sold)
    const order = { memberId: mother._id, package: bought, coachReceived: coach, paymentType: 'Cash' }
    const { _id } = await calls.post('/payment', order)
    await calls.send(anything, 'PUT', `/payment/direct/${_id}`, { isPay: true })
    await page.setViewportSize(phoneSize)
    await page.goto(ledger)
    await expect(history).toContainText('105 credits now')
    const entry = history.getByRole('listitem').or(history.getByRole('row')).filter({ hasText: mark })
    await (await rowAct(entry.first(), /^Undo Package bought/)).click()
    await noSidewaysScroll(page)
    await agree(
      page,
      'Are you sure to undo this verification?',
      'Undo',
      /Wallet 105 → 5 .*keeps its number and is no longer valid.*waits to be verified or rejected/s,
      'Undone',
    )
    await expect(history).toContainText('5 credits now')
    await expect(history).toContainText('Purchase cancelled')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/verify-payment/listing?searchText=${mark}&payment=${_id}`)
    const panel = page.locator('.payment-panel')
    await expect(panel).toContainText('Made again as')
    await expectReason(panel.getByRole('button', { name: /^Undo / }), /^The order was made again already as /)
    await expect(row(page, mother.name, 'Pending')).toBeVisible()
    await inspect(page, 'payment-undone')
  })

  await test.step('a class: every mark goes, its credit comes back, and it can be marked again', async () => {
    const [session] = held
    if (!session) throw new Error('no class was held')
    await calls.post('/enrollment', {
      member: child._id,
      course: attended._id,
      creditType: 'normal',
      credit: 5,
      walletMember: mother._id,
    })
    await calls.send(anything, 'POST', `/attendance/take/${session._id}`, [{ member: child._id, status: 'P' }])
    const [year, month] = session.date.split('-')
    await page.goto(`/markAttendance/class?id=${attended._id}&year=${year}&month=${Number(month)}&class=${session._id}`)
    await page.getByRole('button', { name: `Undo attendance of ${attended.name}` }).click()
    await agree(
      page,
      'Are you sure to undo the attendance of this class?',
      'Undo',
      /1 mark is removed, 5 credits go back.|Wallet 0 → 5/,
      'Undone',
    )
    await expect(page.getByRole('button', { name: 'Take Attendance' })).toBeVisible()
    await expect(page.getByRole('dialog').getByText('0 present')).toBeVisible()
    await page.goto(ledger)
    await expect(history).toContainText('5 credits now')
    await expect(history).toContainText('Class charge taken back')
    await inspect(page, 'ledger-undone')
  })
})
