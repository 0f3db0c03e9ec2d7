/** Members are told by WhatsApp: the text, the note of it, and the list that works itself off. */
import { z } from 'zod'
import { field, row, search } from '../support/controls.ts'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter } from '../support/people.ts'
import { expect, expectToast, inspect, test } from '../support/portal.ts'

test('whoever runs out is reminded in one’s language, noted, and leaves the list until the note is taken back', async ({
  page,
  context,
}) => {
  // Nothing outside of this machine is opened.
  await context.route('https://wa.me/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Chat</title>' }),
  )
  const calls = await callsAs(page, 'owner')
  const { child, mother, attended, held } = await academy(calls)
  await calls.post('/enrollment', {
    ...{ member: child._id, course: attended._id, creditType: 'normal', credit: 10, walletMember: mother._id },
  })
  const [first] = held
  await calls.send(z.object({}), 'POST', `/attendance/take/${first?._id}`, [{ member: child._id, status: 'P' }])
  await calls.put(`/member/${mother._id}`, { phoneNo: '0123456789' })

  await enter(page, 'clerk', '/remind')
  await search(page, mother.name)
  const languages = page.getByRole('radiogroup', { name: 'Language' })
  const entry = row(page, mother.name, 'Balance low')
  await test.step('the text has the figures of now, in the language chosen', async () => {
    await entry.getByRole('button', { name: `Message to ${mother.name}` }).click()
    await expect(field(page, 'Message')).toHaveValue(new RegExp(`^Hello ${mother.name}`))
    await inspect(page, 'message')
    await languages.getByRole('radio', { name: '中文' }).check()
    await expect(field(page, 'Message')).toHaveValue(/您的钱包余额为 15 点,大约够上 1 堂课/)
    await field(page, 'Message').fill('请充值 & 谢谢')
    await languages.getByRole('radio', { name: 'English' }).check()
    await languages.getByRole('radio', { name: '中文' }).check()
    await expect(field(page, 'Message')).toHaveValue('请充值 & 谢谢')
    // What was changed is not lost unasked.
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(field(page, 'Message')).toHaveValue('请充值 & 谢谢')
  })
  await test.step('it opens in WhatsApp, is noted, and the list is done with her', async () => {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open WhatsApp' }).click()
    const chat = new URL((await opened).url())
    await (await opened).close()
    expect([chat.pathname, chat.searchParams.get('text')]).toEqual(['/60123456789', '请充值 & 谢谢'])
    await expectToast(page, 'Noted as sent')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(entry).toHaveCount(0)
    await inspect(page, 'remind')
  })
  await test.step('on her page it is told; taken back, she is to be reminded again, in that language', async () => {
    await page.goto(`/membership/edit/${mother._id}`)
    await page.getByRole('button', { name: `Message to ${mother.name}` }).click()
    await expect(page.getByRole('radio', { name: '中文' })).toBeChecked()
    const told = page.getByRole('region', { name: 'Sent Before' })
    await expect(told).toContainText('Balance low · WhatsApp')
    await inspect(page, 'message-told')
    await told.getByRole('button', { name: /^Not sent: Balance low/ }).click()
    await expectToast(page, 'Taken back')
    await expect(told).toHaveCount(0)
    await page.goto(`/remind?tab=low&searchText=${encodeURIComponent(mother.name)}`)
    await expect(entry).toBeVisible()
  })
})
