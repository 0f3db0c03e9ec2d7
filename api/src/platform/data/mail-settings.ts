import { sql } from 'kysely'
import { type MailServer, type MailSettings, type Portal, serverIn, unseal } from '../runtime/index.ts'
import { academyOf } from './academy.ts'
import type { Reads } from './reads.ts'

/** The server as given on the screens. */
export interface StoredMailServer {
  host: string | null
  port: number | null
  security: 'tls' | 'starttls' | 'none' | null
  username: string | null
  password: Buffer | null
  sender: string | null
}

type Configured = Pick<Portal, 'config' | 'keyed'>

export const mailPasswordKey = ({ keyed }: Pick<Portal, 'keyed'>): Buffer => keyed('password of the mail server')

/** What a password is sealed for: whoever changes a row to another server does not get it sent there. */
export const sealedFor = ({ host, port, security, username }: Omit<StoredMailServer, 'password' | 'sender'>): string =>
  JSON.stringify([host, port, security, username])

/** Null where no server was given; `isLost` where its password cannot be opened. */
export function storedServer(
  portal: Configured,
  row: StoredMailServer | undefined,
): { server: MailServer; isLost: boolean } | null {
  if (!row?.host || !row.port || !row.security) return null
  const { host, port, security, username, password } = row
  const opened = password && unseal(mailPasswordKey(portal), sealedFor(row), password)
  const server = { host, port, security, isInsecure: false, username, password: opened?.toString() ?? null }
  return { server, isLost: password !== null && !opened }
}

/** The server of now: the environment's, else the one given on the screens. */
export function serverNow(portal: Configured, row: StoredMailServer | undefined): MailServer | null {
  const { smtpUrl } = portal.config.mail
  if (smtpUrl) return serverIn(smtpUrl)
  const stored = storedServer(portal, row)
  return stored && !stored.isLost ? stored.server : null
}

const noSender = 'academy@localhost'

export const senderNow = ({ config }: Pick<Portal, 'config'>, row: StoredMailServer | undefined): string =>
  config.mail.from ?? row?.sender ?? noSender

const stored = sql<StoredMailServer>`select host, port, security, username, password, sender from mail_server`

/** Whether mails are sent now; without a server they go to the outbox. `from` is the transaction, or the database outside of one. */
export const mailsGoOut = async (portal: Configured, from: Pick<Reads, 'query'>): Promise<boolean> =>
  serverNow(portal, (await from.query(stored))[0]) !== null

export async function mailSettings(portal: Configured & Pick<Portal, 'database'>): Promise<MailSettings> {
  const [row] = await portal.database.query(stored)
  const { name } = await academyOf(portal)
  return { server: serverNow(portal, row), from: { name, address: senderNow(portal, row) } }
}
