import type { Factor } from '@academy/contract/staff/second-factor.ts'
import type { Insertable } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import {
  type Caller,
  conflict,
  invalid,
  notFound,
  refuseUnconfirmed,
  type Transact,
} from '../../platform/http/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { confirmOwnPassword } from '../sign-in/own-password.ts'
import { hashOf } from '../sign-in/tokens.ts'
import { siteOf } from './passkeys.ts'
import { factorsOf, lockedFactorsOf } from './proof.ts'
import { replaceCodes } from './recovery-codes.ts'
import { type Ticket, useUp } from './tickets.ts'

/** As many as anybody has devices; each sign-in names them all. */
const most = 20

/** The caller's second factors, without secrets. */
export async function ownFactors(tx: Tx, origin: string) {
  const userId = tx.by.userId ?? ''
  const rows = await factorsOf(tx, userId)
  const codes = await tx.read().selectFrom('recoveryCode').select('userId').where('userId', '=', userId).execute()
  const group = await tx
    .read()
    .selectFrom('staffUser as user')
    .innerJoin('userGroup as group', 'group.id', 'user.userGroup')
    .where('user.id', '=', userId)
    .select('group.secondFactorRequired')
    .executeTakeFirst()
  return {
    items: rows.map(
      ({ id, kind, name, createdAt, lastUsed }): Factor => ({ _id: id, kind, name, createdAt, lastUsed }),
    ),
    recoveryCodesLeft: codes.length,
    required: group?.secondFactorRequired ?? false,
    passkeysWork: siteOf(tx.portal, origin) !== null,
  }
}

/** A stolen session must not add a factor: it takes the one there is, or the password. */
export async function mayAdd(transact: Transact, by: Caller, password: string | undefined, address: string) {
  refuseUnconfirmed(by)
  if (by.secondFactor === 'confirmed') return
  if (!password || !(await confirmOwnPassword(transact, password, address)))
    throw invalid([{ path: 'password', message: 'Current password is wrong' }])
}

type NewFactor = Omit<Insertable<Schema['secondFactor']>, 'id' | 'userId' | 'createdAt' | 'lastUsed'>

const kinds = { passkey: 'passkey', totp: 'authenticator app' } as const

/** Adds a factor; with the first one come recovery codes, and the user's other sessions end. */
export async function addFactor(tx: Tx, ticket: Ticket, factor: NewFactor, token: string): Promise<string[]> {
  const { id: userId, username } = ticket
  const present = await factorsOf(tx, userId)
  if (present.length >= most) throw conflict(`There are already ${most} devices. Please remove one first`)
  return tx.change(
    {
      section: 'Profile',
      docType: 'user',
      docId: userId,
      action: 'Second factor added',
      description: `${username} added the ${kinds[factor.kind]} ${factor.name}`,
    },
    async (on) => {
      await useUp(tx, on(), ticket)
      await on()
        .insertInto('secondFactor')
        .values({ ...factor, id: tx.newId(), userId, createdAt: tx.now })
        .execute()
      if (present.length > 0) return []
      const own = hashOf(token)
      await on().deleteFrom('staffSession').where('userId', '=', userId).where('tokenHash', '<>', own).execute()
      await on().updateTable('staffSession').set({ confirmedAt: tx.now }).where('tokenHash', '=', own).execute()
      return replaceCodes(tx.portal, on(), userId)
    },
  )
}

/** New recovery codes for the caller, who has a second factor. */
export async function newCodes(tx: Tx, portal: Portal): Promise<string[]> {
  const { userId, username } = tx.by
  if (!userId || (await lockedFactorsOf(tx, userId)).length === 0) throw notFound('Second factor')
  return tx.change(
    {
      section: 'Profile',
      docType: 'user',
      docId: userId,
      action: 'Recovery codes made',
      description: `${username} made new recovery codes`,
    },
    (on) => replaceCodes(portal, on(), userId),
  )
}

/** Removes a factor of the caller; 404 for another user's. */
export async function removeFactor(tx: Tx, id: string): Promise<void> {
  const { userId, username } = tx.by
  const factors = await lockedFactorsOf(tx, userId ?? '')
  const gone = factors.find((factor) => factor.id === id)
  if (!gone) throw notFound('Second factor')
  await tx.change(
    {
      section: 'Profile',
      docType: 'user',
      docId: gone.userId,
      action: 'Second factor removed',
      description: `${username} removed the ${kinds[gone.kind]} ${gone.name}`,
    },
    async (on) => {
      await on().deleteFrom('secondFactor').where('id', '=', id).execute()
      if (factors.length === 1) await on().deleteFrom('recoveryCode').where('userId', '=', gone.userId).execute()
    },
  )
}
