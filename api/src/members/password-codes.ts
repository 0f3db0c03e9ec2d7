import { codeDays, type memberPasswordBody } from '@academy/contract/members/password-code.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { academyNow, type Tx } from '../platform/data/index.ts'
import { invalid, type Place, type Transact } from '../platform/http/index.ts'
import { later, type Portal, weaknessOf } from '../platform/runtime/index.ts'
import { hashOf, type MailedCode, newCode, redeemCode } from '../staff/staff.ts'
import { section } from './creation.ts'

/** An active member, who may get a code by mail where there is an address. */
export interface CodeReceiver {
  id: string
  name: string
  email: string | null
}

/** Every active member, by name. */
export const codeReceivers = (tx: Tx): Promise<CodeReceiver[]> =>
  tx.query(sql`select id, name, email from member where not is_deleted and not is_disable order by lower(name), id`)

/** A code that was made and is to be mailed. */
export interface MemberCode {
  id: string
  name: string
  email: string
  code: string
}

/**
 * Makes a code for each of these members, a few hundred at most, in place of one they have; their passwords stay. Who was
 * erased or disabled or got another address since they were read is left out.
 */
export async function makeCodes(tx: Tx, receivers: readonly CodeReceiver[]): Promise<MemberCode[]> {
  const given = new Map(receivers.map(({ id, email }) => [id, email]))
  const members = await tx
    .read()
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`id = any(${[...given.keys()]}::uuid[])`)
    .where('isDeleted', '=', false)
    .where('isDisable', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const made = members.flatMap(({ id, name, email }) =>
    email && email === given.get(id) ? [{ id, name, email, code: newCode() }] : [],
  )
  if (made.length === 0) return []
  const expires = later(tx.portal.clock.now(), codeDays * 24 * 3600 * 1000).toISOString()
  await tx.change(
    made.map(({ id, name }) => ({
      section,
      docType: 'member',
      docId: id,
      action: 'Requested',
      description: `Had a code for a password of their own mailed to ${name}`,
    })),
    async (on) => {
      await on().deleteFrom('memberPasswordCode').where('expires', '<', tx.now).execute()
      await on()
        .insertInto('memberPasswordCode')
        .values(made.map(({ id, code }) => ({ member: id, codeHash: hashOf(code), expires })))
        .onConflict((past) =>
          past
            .column('member')
            .doUpdateSet((row) => ({ codeHash: row.ref('excluded.codeHash'), expires: row.ref('excluded.expires') })),
        )
        .execute()
    },
  )
  return made
}

/** Takes back codes whose mails were not sent. */
export async function dropCodes(tx: Tx, codes: readonly MemberCode[]): Promise<void> {
  const hashes = codes.map(({ code }) => hashOf(code))
  await tx.change(
    codes.map(({ id, name }) => ({
      section,
      docType: 'member',
      docId: id,
      action: 'Failed',
      description: `The mail server did not take the mail with a code for ${name}; the code was taken back`,
    })),
    (on) => on().deleteFrom('memberPasswordCode').where('codeHash', 'in', hashes).execute(),
  )
}

/** The active member of a code that has not expired, both locked. */
const ownerOf = (tx: Tx, code: string) =>
  tx
    .read()
    .selectFrom('member')
    .innerJoin('memberPasswordCode as sent', 'sent.member', 'member.id')
    .where('sent.codeHash', '=', hashOf(code))
    .where('sent.expires', '>', tx.now)
    .where('member.isDisable', '=', false)
    .where('member.isDeleted', '=', false)
    .select(['member.id', 'member.name', 'member.email'])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Sets a member's own password with a code, which works once. 400 for a bad code or a weak password. */
export const redeemMemberCode = (
  transact: Transact,
  portal: Portal,
  { code, password }: z.output<typeof memberPasswordBody>,
  from: { address: string; place: Place },
): Promise<void> => {
  const mailed: MailedCode = {
    path: 'code',
    async check(tx) {
      const owner = await ownerOf(tx, code)
      if (!owner) return false
      const { name, email } = owner
      const message = weaknessOf(password, { names: [name], email }, (await academyNow(tx)).name)
      if (message) throw invalid([{ path: 'password', message }])
      return true
    },
    redeem: (tx, hash) => setOwnPassword(tx, code, hash),
  }
  return redeemCode(transact, portal, { password, code: mailed }, from)
}

/** False when the code was used meanwhile. The database takes a code away with the change of the password. */
async function setOwnPassword(tx: Tx, code: string, hash: string): Promise<boolean> {
  const member = await ownerOf(tx, code)
  if (!member) return false
  await tx.change(
    {
      section,
      docType: 'member',
      docId: member.id,
      action: 'Password changed',
      description: `${member.name} set a password of their own with a code from a mail`,
      by: { userId: null, username: 'member' },
    },
    (on) => on().updateTable('member').set({ password: hash, updatedAt: tx.now }).where('id', '=', member.id).execute(),
  )
  return true
}
