/** Back-ups and off-site copies that are too old: told by mail. */
import { type JobName, jobWords, lateHours } from '@academy/contract/jobs/jobs.ts'
import { sql } from 'kysely'
import { academyOf, inTransaction, mailsGoOut, type Tx } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { type Portal, shownInstant } from '../platform/runtime/index.ts'

const watched: readonly JobName[] = ['backup', 'offsite']

/** Of a row of background_job. One that has not succeeded yet counts from the day it was known. */
export const isLate = sql<boolean>`(name in (${sql.join(watched.map((name) => sql.lit(name)))})
  and coalesce(succeeded_at, known_since) < now() - ${sql.lit(lateHours)} * interval '1 hour')`

interface Late {
  name: JobName
  succeededAt: string | null
  result: string | null
}

/** Those to be mailed, noted as told: each once a day. A portal that was off has an hour to make up for it. */
async function claim(tx: Tx, names: readonly string[]): Promise<Late[]> {
  // Several portals on one database send one mail.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('late jobs', 0))`)
  const late = await tx.query<Late>(sql`
    select name, succeeded_at, case when is_failed then result end as result from background_job
    where ${isLate} and name = any(${names}::text[]) and (is_failed or next_at < now() - interval '1 hour')
      and not exists (select from alert_mail where kind = 'late ' || name
        and at between now() - interval '1 day' and now() + interval '1 day') order by name`)
  for (const { name } of late)
    await tx.change(
      {
        section: 'Jobs',
        docType: 'alert',
        action: 'Mailed',
        description: `Mails that ${jobWords[name].title} is late`,
      },
      (on) =>
        on()
          .insertInto('alertMail')
          .values({ kind: `late ${name}`, position: '0', at: sql`now()` })
          .onConflict((known) => known.column('kind').doUpdateSet({ at: sql`now()` }))
          .execute(),
    )
  return late
}

/** What was not mailed is mailed in an hour. */
const tellAgain = (tx: Tx, late: readonly Late[]) =>
  tx.change(
    {
      section: 'Jobs',
      docType: 'alert',
      action: 'Failed',
      description: 'The mail server did not take the mail that something is late; it is sent again in an hour',
    },
    (on) =>
      on()
        .updateTable('alertMail')
        .set({ at: sql`now() - interval '23 hours'` })
        .where(
          'kind',
          'in',
          late.map(({ name }) => `late ${name}`),
        )
        .execute(),
  )

const linesOf = ({ name, succeededAt, result }: Late) => [
  `- ${jobWords[name].title}: ${succeededAt ? `last done ${shownInstant(succeededAt)}` : 'never done'}`,
  ...(result ? [`  ${result}`] : []),
]

/** Mails which of these jobs of the portal are late, once a day for as long as they are. */
export async function mailLateJobs(portal: Portal, names: readonly string[]): Promise<void> {
  const { mailer, config } = portal
  if (!config.alertMail || !(await mailsGoOut(portal, portal.database))) return
  const late = await inTransaction(portal, systemCaller('alerts'), {}, (tx) => claim(tx, names))
  if (late.length === 0) return
  const mail = {
    to: config.alertMail,
    subject: `${(await academyOf(portal)).name}: no back-up for more than ${lateHours} hours`,
    text: [
      `What should be done every night was not for more than ${lateHours} hours:`,
      '',
      ...late.flatMap(linesOf),
      '',
      'Times are those of Kuala Lumpur. The page Jobs and Back-ups has more.',
    ].join('\n'),
  }
  try {
    await mailer.send(mail)
  } catch (error) {
    portal.log.warn({ error }, 'a late back-up was not mailed')
    await inTransaction(portal, systemCaller('alerts'), {}, (tx) => tellAgain(tx, late))
  }
}
