import { afterAll, expect, test } from 'vitest'
import { insertMember } from '../../test/support/families.ts'
import { mailServer } from '../../test/support/platform/mail-server.ts'
import { type TestPortal, testPortal } from '../../test/support/portal.ts'
import { after } from '../../test/support/staff/sign-in.ts'
import { proveNightly } from '../books/nightly.ts'
import { mailSeriousAlerts } from './alert-mail.ts'

const mails = await mailServer()
const portal = await testPortal({ SMTP_URL: mails.url, ALERT_MAIL: 'owner@example.com' })
const silent = await testPortal({ SMTP_URL: mails.url })
afterAll(async () => {
  await portal.close()
  await silent.close()
  await mails.close()
})

const text = () => mails.received.map((mail) => mail.text.replaceAll('=\r\n', '')).join('\n')
async function export_(where: TestPortal, username: string) {
  const person = await where.as(undefined, { username })
  expect((await person.get('/member/generate/excel')).statusCode).toBe(200)
}

test('serious alerts are mailed at once, one mail of a kind and hour, without data of members', async () => {
  await portal.run((tx) => insertMember(tx, { kind: 'child', name: 'Tan Secret' }))
  await export_(portal, 'first exporter')
  await mailSeriousAlerts(portal.portal)
  expect(mails.received.map(({ to }) => to)).toEqual(mails.received.map(() => ['owner@example.com']))
  expect(text()).toContain('Subject: Academy: Exported most members for the first time')
  expect(text()).toContain('- Exported most members for the first time: first exporter, once, 20-11-2026 12:00')
  const count = mails.received.length
  await export_(portal, 'second exporter')
  await Promise.all([mailSeriousAlerts(portal.portal), mailSeriousAlerts(portal.portal)])
  portal.clock.set(after(59 * 60))
  await mailSeriousAlerts(portal.portal)
  const exports = () => mails.received.slice(count).filter((mail) => mail.text.includes('most members'))
  expect(exports()).toHaveLength(0)
  portal.clock.set(after(60 * 60))
  await Promise.all([mailSeriousAlerts(portal.portal), mailSeriousAlerts(portal.portal)])
  expect(exports()).toHaveLength(1)
  expect(exports()[0]?.text).toContain('second exporter')
  expect(exports()[0]?.text).not.toContain('first exporter')
})

test('the rest is mailed once a day, with the proof of the night', async () => {
  const prying = await portal.as({}, { username: 'prying' })
  for (let time = 0; time < 3; time++) await prying.get('/member')
  await mailSeriousAlerts(portal.portal)
  expect(text()).not.toContain('Refused attempt')
  portal.clock.set('2026-11-20T19:00:00Z')
  await proveNightly(portal.portal)
  expect(text()).toContain('Subject: Academy: alerts of the last day')
  expect(text()).toContain('- Refused attempt: prying, 3 times, 20-11-2026 13:00 to 20-11-2026 13:00')
  const count = mails.received.length
  portal.clock.set('2026-11-21T19:00:00Z')
  await proveNightly(portal.portal)
  expect(mails.received).toHaveLength(count)
  expect(text()).not.toContain('Tan Secret')
})

test('alerts that the mail server does not take are not told: the trail says so, and the next mail has them', async () => {
  portal.clock.set('2026-11-22T05:00:00Z')
  await export_(portal, 'third exporter')
  const count = mails.received.length
  mails.refuse(true)
  await mailSeriousAlerts(portal.portal)
  mails.refuse(false)
  const trail = (await (await portal.as()).get('/auth/audit-trail?searchText=Dashboard&limit=2')).json().items
  expect(trail.map(({ description }: { description: string }) => description)).toEqual([
    'The mail server did not take the mail with 1 alert; the next mail has them again',
    'Mails 1 alert',
  ])
  portal.clock.set('2026-11-22T06:00:00Z')
  await mailSeriousAlerts(portal.portal)
  expect(mails.received.slice(count).filter(({ text }) => text.includes('third exporter'))).toHaveLength(1)
})

test('a mail that a clock which was ahead sent does not hold up those after it is put right', async () => {
  portal.clock.set('2027-11-22T06:00:00Z')
  await export_(portal, 'fourth exporter')
  await mailSeriousAlerts(portal.portal)
  portal.clock.set('2026-11-22T07:00:00Z')
  await export_(portal, 'fifth exporter')
  await mailSeriousAlerts(portal.portal)
  expect(text()).toContain('fifth exporter')
})

test('without ALERT_MAIL nothing is mailed', async () => {
  const count = mails.received.length
  await silent.run((tx) => insertMember(tx, { kind: 'child', name: 'Tan' }))
  await export_(silent, 'exporter')
  await mailSeriousAlerts(silent.portal)
  expect(mails.received).toHaveLength(count)
})
