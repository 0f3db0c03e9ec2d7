/** Alerts by mail: the serious kinds within a minute, all of them once a day. */
import { type AlertKind, alertDays, alertKindNames, alertKinds } from '@academy/contract/audit/alerts.ts'
import { sql } from 'kysely'
import { academyOf, inTransaction, mailsGoOut, type Tx } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { later, type Mail, type Portal, shownInstant } from '../platform/runtime/index.ts'
import { type Found, foundSince } from './alerts.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Between two mails of a kind. */
const quiet = 60 * minute

const seriousKinds = alertKindNames.filter((kind) => alertKinds[kind].isSerious)

const auditPage = ({ kind, person, day }: Found) =>
  `/audit/listing?${new URLSearchParams({ alert: kind, person, from: day, to: day })}`

/** No descriptions: they can name members. */
function linesOf(portal: Portal, found: Found): string[] {
  const { kind, person, count, firstAt, lastAt } = found
  const first = shownInstant(firstAt)
  const last = shownInstant(lastAt)
  const times = count === 1 ? `once, ${first}` : `${count} times, ${first} to ${last}`
  const { publicUrl } = portal.config
  const link = publicUrl ? [`  ${publicUrl}${auditPage(found)}`] : []
  return [`- ${alertKinds[kind].words}: ${person}, ${times}`, ...link]
}

const mailOf = async (portal: Portal, to: string, title: string, found: readonly Found[]): Promise<Mail> => ({
  to,
  subject: `${(await academyOf(portal)).name}: ${title}`,
  text: [
    'The audit trail has what an owner should look at:',
    '',
    ...found.flatMap((each) => linesOf(portal, each)),
    '',
    'Times are those of Kuala Lumpur. The dashboard shows the alerts of the last 7 days, the audit trail each record.',
  ].join('\n'),
})

interface Claimed {
  found: Found[]
  /** Position in the trail up to which was told before; 0 for none. */
  past: number
}

const alertsOf = (found: readonly Found[]) => (found.length === 1 ? '1 alert' : `${found.length} alerts`)

/** Notes up to which record of the trail the mails of this name have told. */
const noteTold = (tx: Tx, action: string, description: string, name: string, position: string) =>
  tx.change({ section: 'Dashboard', docType: 'alert', action, description }, (on) =>
    on()
      .insertInto('alertMail')
      .values({ kind: name, position, at: tx.now })
      .onConflict((known) => known.column('kind').doUpdateSet({ position, at: tx.now }))
      .execute(),
  )

/**
 * What is new since the last mail of this name and of the kinds wanted, noted as told, and up to where was told before.
 * Nothing within the hour after a mail: it waits for the next one. A mail of later than that was sent by a clock that was ahead.
 */
async function claim(tx: Tx, name: string, kinds: readonly AlertKind[], from: number): Promise<Claimed> {
  const now = tx.portal.clock.now()
  // Several portals on one database send one mail.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('alert mail', 0))`)
  const [past] = await tx.query<{ position: number; at: string }>(
    sql`select position::float8 as position, at from alert_mail where kind = ${name}`,
  )
  if (past && Math.abs(now.getTime() - Date.parse(past.at)) < quiet) return { found: [], past: 0 }
  const since = foundSince(later(now, -from).toISOString(), past?.position)
  const found = await tx.query<Found>(
    sql`select * from (${since}) as found where kind = any(${kinds}::text[]) order by position`,
  )
  const last = Math.max(...found.map(({ position }) => position))
  if (found.length > 0) await noteTold(tx, 'Mailed', `Mails ${alertsOf(found)}`, name, String(last))
  return { found, past: past?.position ?? 0 }
}

async function mail(portal: Portal, name: string, title: string, kinds: readonly AlertKind[], from: number) {
  const { mailer, config } = portal
  if (!config.alertMail || !(await mailsGoOut(portal, portal.database))) return
  const transact = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal, systemCaller('alerts'), {}, work)
  const { found, past } = await transact((tx) => claim(tx, name, kinds, from))
  if (found.length === 0) return
  const mail = await mailOf(portal, config.alertMail, title, found)
  try {
    await mailer.send(mail)
  } catch (error) {
    portal.log.warn({ error }, 'alerts were not mailed')
    const refused = `The mail server did not take the mail with ${alertsOf(found)}; the next mail has them again`
    await transact((tx) => noteTold(tx, 'Failed', refused, name, String(past)))
  }
}

/** Mails the serious alerts that nobody was told yet, one mail of each kind. */
export async function mailSeriousAlerts(portal: Portal): Promise<void> {
  for (const kind of seriousKinds) await mail(portal, kind, alertKinds[kind].words, [kind], day)
}

/** Mails every alert since the last daily mail, the serious ones again; no mail where there are none. */
export const mailDailyAlerts = (portal: Portal): Promise<void> =>
  mail(portal, 'daily', 'alerts of the last day', alertKindNames, alertDays * day)
