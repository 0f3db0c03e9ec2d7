import type { Proof } from '@academy/contract/staff/second-factor.ts'
import type { SecondFactorAsked } from '@academy/contract/staff/session-user.ts'
import type { Kysely } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { invalid } from '../../platform/http/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { authenticationOptions, siteOf, usesAfter } from './passkeys.ts'
import { hashOfCode } from './recovery-codes.ts'
import { newTicket, type Ticket, useUp } from './tickets.ts'
import { stepOf } from './totp.ts'

/** The second factors of a user, oldest first. */
export const factorsOf = (tx: Tx, userId: string) =>
  tx
    .read()
    .selectFrom('secondFactor')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** The same with the user locked, as a ticket locks it: none is added, used or removed meanwhile. */
export async function lockedFactorsOf(tx: Tx, userId: string) {
  await tx.read().selectFrom('staffUser').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  return factorsOf(tx, userId)
}

type Factor = Awaited<ReturnType<typeof factorsOf>>[number]

/** Asks a user for one of these second factors. */
export async function askFor(
  portal: Portal,
  factors: readonly Factor[],
  { origin, ...ticketFor }: { userId: string; purpose: 'signIn' | 'confirm'; origin: string },
  on?: Kysely<Schema>,
): Promise<SecondFactorAsked> {
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const site = siteOf(portal, origin)
  const passkey = site && passkeys.length > 0 ? await authenticationOptions(site, passkeys) : undefined
  const ticket = await newTicket(portal, { ...ticketFor, challenge: passkey?.challenge }, on)
  return { ticket, ...(passkey ? { passkey } : {}), totp: factors.some(({ kind }) => kind === 'totp') }
}

interface Proven {
  /** What was shown, for the audit trail. */
  by: string
  /** Writes down that it was used. */
  use(on: Kysely<Schema>): Promise<unknown>
}

/** What the proof of a ticket's user is worth; null when it is wrong or was used before. */
export async function provenBy(tx: Tx, ticket: Ticket, proof: Proof, origin: string): Promise<Proven | null> {
  const found = proof.passkey
    ? await byPasskey(tx, ticket, proof.passkey, origin)
    : await byCode(tx, ticket, (proof.code ?? '').trim())
  if (!found) return null
  return {
    by: found.by,
    async use(on) {
      await found.use(on)
      await useUp(tx, on, ticket)
    },
  }
}

const used = (tx: Tx, id: string, counter: number) => (on: Kysely<Schema>) =>
  on
    .updateTable('secondFactor')
    .set({ counter: String(counter), lastUsed: tx.now })
    .where('id', '=', id)
    .execute()

async function byPasskey(
  tx: Tx,
  { id, challenge }: Ticket,
  answer: NonNullable<Proof['passkey']>,
  origin: string,
): Promise<Proven | null> {
  const passkey = (await factorsOf(tx, id)).find(({ credentialId }) => credentialId === answer.id)
  const site = siteOf(tx.portal, origin)
  if (!passkey || !challenge || !site) return null
  const counter = await usesAfter(site, challenge, passkey, answer)
  return counter === undefined ? null : { by: `the passkey ${passkey.name}`, use: used(tx, passkey.id, counter) }
}

async function byCode(tx: Tx, { id }: Ticket, code: string): Promise<Proven | null> {
  for (const { id: factor, name, secret, counter } of await factorsOf(tx, id)) {
    const step = secret ? stepOf(tx.portal, id, secret, code) : undefined
    // A code works once, and none older than the last one.
    if (step !== undefined && step > Number(counter))
      return { by: `the authenticator app ${name}`, use: used(tx, factor, step) }
  }
  const codeHash = hashOfCode(tx.portal, id, code)
  const kept = await tx
    .read()
    .selectFrom('recoveryCode')
    .select('userId')
    .where('codeHash', '=', codeHash)
    .where('userId', '=', id)
    .executeTakeFirst()
  if (!kept) return null
  return {
    by: 'a recovery code',
    use: (on) => on.deleteFrom('recoveryCode').where('codeHash', '=', codeHash).execute(),
  }
}

/** 400 for a wrong proof. */
export const wrongProof = (proof: Proof) =>
  proof.passkey
    ? invalid([{ path: 'passkey', message: 'This passkey was not accepted' }])
    : invalid([{ path: 'code', message: 'The code is wrong or was used already' }])
