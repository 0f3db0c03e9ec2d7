import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { mailServer } from '../../test/support/platform/mail-server.ts'
import { testPortal } from '../../test/support/portal.ts'
import { mailLateJobs } from './late.ts'

const mails = await mailServer()
const portal = await testPortal({ SMTP_URL: mails.url, ALERT_MAIL: 'owner@example.com' })
afterAll(async () => {
  await portal.close()
  await mails.close()
})
const names = ['backup', 'offsite', 'proof']
const text = () => mails.received.map((mail) => mail.text.replaceAll('=\r\n', '')).join('\n')

/** A job that succeeded so many hours ago, or was known then and never did. */
const job = (name: string, more: { succeeded?: number; known?: number; failed?: boolean; due?: number }) =>
  sql`insert into background_job (name, next_at, known_since, succeeded_at, is_failed, result) values (${name},
    now() + ${more.due ?? 1} * interval '1 hour', now() - ${more.known ?? 100} * interval '1 hour',
    now() - ${more.succeeded ?? null}::int * interval '1 hour', ${more.failed ?? false}, 'the disk is full')
    on conflict (name) do update set next_at = excluded.next_at, known_since = excluded.known_since,
      succeeded_at = excluded.succeeded_at, is_failed = excluded.is_failed`.execute(portal.handle)

test('a back-up and a copy are told when they are late, once a day, by one of several portals', async () => {
  await job('backup', { succeeded: 25, failed: true })
  await job('proof', { succeeded: 90, failed: true })
  // New, or just coming due after a portal was off.
  await job('offsite', { known: 3, failed: true })
  await mailLateJobs(portal.portal, names)
  await job('offsite', { succeeded: 90 })
  await mailLateJobs(portal.portal, names)
  expect(mails.received).toHaveLength(0)

  await job('backup', { succeeded: 27, failed: true })
  await Promise.all([mailLateJobs(portal.portal, names), mailLateJobs(portal.portal, names)])
  expect(mails.received).toHaveLength(1)
  expect(text()).toContain('Subject: Academy: no back-up for more than 26 hours')
  expect(text()).toMatch(/- Back-up: last done \d\d-\d\d-\d{4} \d\d:\d\d/)
  expect(text()).toContain('the disk is full')
  expect(text()).not.toContain('Off-site')

  // Nobody does it.
  await job('offsite', { known: 27, due: -2 })
  await mailLateJobs(portal.portal, ['backup'])
  expect(mails.received).toHaveLength(1)
  await mailLateJobs(portal.portal, names)
  expect(mails.received).toHaveLength(2)
  expect(text()).toContain('- Off-site copy: never done')
  await mailLateJobs(portal.portal, names)
  expect(mails.received).toHaveLength(2)
  await sql`update alert_mail set at = now() - interval '25 hours'`.execute(portal.handle)
  await mailLateJobs(portal.portal, names)
  expect(mails.received).toHaveLength(3)

  // What the mail server does not take is told within the hour.
  await sql`update alert_mail set at = now() - interval '25 hours'`.execute(portal.handle)
  mails.refuse(true)
  await mailLateJobs(portal.portal, names)
  mails.refuse(false)
  await mailLateJobs(portal.portal, names)
  expect(mails.received).toHaveLength(3)
  await sql`update alert_mail set at = at - interval '61 minutes'`.execute(portal.handle)
  await mailLateJobs(portal.portal, names)
  expect(mails.received).toHaveLength(4)

  // A clock that was a year ahead told it then.
  await sql`update alert_mail set at = now() + interval '1 year'`.execute(portal.handle)
  await mailLateJobs(portal.portal, names)
  expect(mails.received).toHaveLength(5)
})
