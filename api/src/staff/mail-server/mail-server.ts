/** The mail server that is given on the screens, and who may give it. */

import type { BodyOf } from '@academy/contract/platform/endpoint.ts'
import {
  type MailServerDocument,
  type mailServerFields,
  type mailServerRoutes,
  usualPort,
} from '@academy/contract/staff/mail-server.ts'
import { sql } from 'kysely'
import {
  mailPasswordKey,
  type StoredMailServer,
  sealedFor,
  senderNow,
  serverNow,
  storedServer,
  type Tx,
} from '../../platform/data/index.ts'
import { conflict, found, HttpError, invalid, type VersionOf } from '../../platform/http/index.ts'
import { type MailServer, seal } from '../../platform/runtime/index.ts'
import { callersRights, lockStaff, missingRight } from '../rights.ts'
import { rightsOfRow } from '../user-rows.ts'

interface Stored extends StoredMailServer {
  updatedAt: string
}
type Field = keyof typeof mailServerFields

export const mailServerVersion: VersionOf = async (tx) => {
  const [row] = await tx.query<{ version: string }>(sql`select row_version as version from mail_server`)
  return row?.version
}

const stored = (tx: Tx) =>
  tx.read().selectFrom('mailServer').select(['host', 'port', 'security', 'username', 'password', 'sender', 'updatedAt'])
const present = async (tx: Tx): Promise<Stored> => found(await stored(tx).executeTakeFirst(), 'Mail server')

/**
 * Codes for new passwords are mailed: whoever says by which server reads everybody's. The right of some user that the
 * caller lacks; undefined for whoever may.
 */
async function missing(tx: Tx): Promise<string | undefined> {
  const held = await callersRights(tx)
  // Most users of a large academy have the rights of some other user.
  const sets = await tx
    .read()
    .selectFrom('staffUser as user')
    .innerJoin('userGroup as group', 'group.id', 'user.userGroup')
    .select(['group.permissions', 'user.isCenter', 'user.centreIncharge', 'user.accessRight'])
    .distinct()
    .execute()
  return sets.map((row) => missingRight(held, rightsOfRow(row))).find((right) => right !== undefined)
}
const reasonOf = (right: string) =>
  `Codes for new passwords go by mail, so this takes every right that any user has; you lack ${right}`

/** 403, with an audit record, unless the caller has every right that any user has. */
export async function refuseBelowAnybody(tx: Tx): Promise<void> {
  await lockStaff(tx)
  const right = await missing(tx)
  if (right)
    throw new HttpError(403, reasonOf(right), {
      audit: {
        section: 'Access',
        docType: 'permission',
        action: 'Refused',
        description: `Refused the mail server: the right ${right} is missing`,
      },
    })
}

const schemes: Record<MailServer['security'], string> = {
  tls: 'smtps',
  starttls: 'smtp',
  offered: 'smtp',
  none: 'smtp',
}
const addressOf = ({ host, port, security }: MailServer) =>
  `${schemes[security]}://${host.includes(':') ? `[${host}]` : host}:${port}`

async function documentOf(tx: Tx, row: Stored): Promise<MailServerDocument> {
  const { portal } = tx
  const { smtpUrl, from } = portal.config.mail
  const { password, ...said } = row
  const right = await missing(tx)
  const now = serverNow(portal, row)
  const isLost = storedServer(portal, row)?.isLost ?? false
  return {
    ...said,
    passwordState: password ? (isLost ? 'lost' : 'kept') : 'none',
    now: { server: now && addressOf(now), sender: senderNow(portal, row) },
    fixed: { ...(smtpUrl ? { server: 'SMTP_URL' } : {}), ...(from ? { sender: 'MAIL_FROM' } : {}) },
    refused: right ? reasonOf(right) : null,
  }
}

export const mailServerDocument = async (tx: Tx): Promise<MailServerDocument> => documentOf(tx, await present(tx))

const at = (path: Field, message: string) => invalid([{ path, message }])
const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)

type Body = BodyOf<typeof mailServerRoutes.giveMailServer>
type Wanted = Omit<Stored, 'password' | 'updatedAt'>

/** What was given over what stands; 400 for what makes no server. */
function wanted(was: Stored, { password, ...given }: Body): Wanted {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { password: _, updatedAt: __, ...before } = was
  const next: Wanted = { ...before, ...said }
  if (!next.host) {
    if (given.port || given.username || password) throw at('host', 'Mail Server is required')
    return { host: null, port: null, security: null, username: null, sender: next.sender }
  }
  const security = next.security ?? 'starttls'
  return { ...next, security, port: next.port ?? usualPort[security] }
}

/** The password of what is wanted, sealed; 400 where one is missing or may not be sent. */
function sealedPassword(tx: Tx, was: Stored, next: Wanted, given: string | null | undefined): Buffer | null {
  if (!next.username) {
    if (given) throw at('username', 'A password needs the username it belongs to')
    return null
  }
  if (next.security === 'none' && !isThisMachine(next.host ?? ''))
    throw at('security', 'Without encryption the password could be read on its way. Please choose TLS or STARTTLS')
  if (given) return seal(mailPasswordKey(tx.portal), sealedFor(next), Buffer.from(given))
  const isSame = sealedFor(was) === sealedFor(next)
  if (given === undefined && isSame && was.password && !storedServer(tx.portal, was)?.isLost) return was.password
  if (given === undefined && was.password)
    throw at(
      'password',
      isSame
        ? 'The password cannot be opened any more. Please enter it again'
        : 'The password is for another server or user. Please enter it again',
    )
  throw at('password', 'Password is required')
}

/** 409 for what the portal's environment says. */
function refuseFixed(tx: Tx, was: Stored, next: Wanted, isNewPassword: boolean): void {
  const { smtpUrl, from } = tx.portal.config.mail
  const said = (label: string, variable: string) =>
    conflict(`${label} is said by ${variable} in the portal’s environment and cannot be changed here`)
  if (smtpUrl && (isNewPassword || sealedFor(was) !== sealedFor(next))) throw said('The mail server', 'SMTP_URL')
  if (from && was.sender !== next.sender) throw said('Sender', 'MAIL_FROM')
}

const audited = ({ password: _, updatedAt: __, ...row }: Stored) => row

/** Saves what was given, null for none; what is left out stays. The trail has of the password only that it was changed. */
export async function giveMailServer(tx: Tx, body: Body): Promise<MailServerDocument> {
  await refuseBelowAnybody(tx)
  const was = found(await stored(tx).forUpdate().executeTakeFirst(), 'Mail server')
  const next = wanted(was, body)
  refuseFixed(tx, was, next, Boolean(body.password))
  const password = sealedPassword(tx, was, next, body.password)
  const isSame =
    password === was.password && JSON.stringify(audited({ ...was, ...next })) === JSON.stringify(audited(was))
  if (isSame) return documentOf(tx, was)
  const isChanged = password !== null && password !== was.password
  await tx.change(
    {
      section: 'Academy',
      docType: 'mail-server',
      docId: 'mail-server',
      action: 'Updated',
      description: `Changed the mail server${isChanged ? ' and its password' : ''}`,
      from: { ...audited(was), password: was.password && 'kept' },
      to: { ...next, password: isChanged ? 'changed' : password && 'kept' },
    },
    (on) =>
      on()
        .updateTable('mailServer')
        .set({ ...next, password, updatedAt: tx.now })
        .execute(),
  )
  return documentOf(tx, await present(tx))
}
