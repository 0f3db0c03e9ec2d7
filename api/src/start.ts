import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { background } from './kit/background.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import type { Config } from './kit/config.ts'
import { type DatabaseAddress, openDatabase } from './kit/database.ts'
import { letterheadPictures } from './kit/letterhead-pictures.ts'
import { mailerOf } from './kit/mail.ts'
import { closePdf } from './kit/pdf.ts'
import { localPictures } from './kit/pictures.ts'
import type { Portal } from './kit/portal.ts'
import { authenticate } from './staff/staff.ts'

/** Composes a portal on a migrated database. */
export async function openPortal(
  config: Config,
  databaseUrl: DatabaseAddress,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<Portal & { close(): Promise<void> }> {
  const company = { ...config.company, ...(await letterheadPictures(config.letterheadFiles)) }
  const database = openDatabase(databaseUrl)
  const pictures = await localPictures(join(config.dataDir, 'files'), clock)
  const mailer = mailerOf(config.mail.smtpUrl, { name: config.company.name, address: config.mail.from })
  const work = background((error) => log.error({ error }, 'in the background'))
  return {
    config: { ...config, company },
    clock,
    database,
    pictures,
    mailer,
    background: work,
    log,
    authenticate: (token) => authenticate(database.handle, clock, config.session, token),
    async close() {
      await work.settled()
      mailer?.close()
      await closePdf()
      await database.close()
    },
  }
}
