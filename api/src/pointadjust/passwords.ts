import { randomInt } from 'node:crypto'
import { pointAdjustFiles, pointAdjustMessages } from '@academy/contract/pointadjust/pointadjust.ts'
import { type MemberLogin, memberLogins, setPasswords } from '../members/members.ts'
import { requireCentres, type Tx } from '../platform/data/index.ts'
import { conflict, type FileAnswer, invalid, type Transact } from '../platform/http/index.ts'
import { hashRandom } from '../platform/runtime/index.ts'
import { type Column, workbook } from '../platform/sheets/index.ts'
import { confirmOwnPassword } from '../staff/staff.ts'
import { section } from './workbook.ts'

/** Without the characters that are easily confused: 0 and O, 1, l and I. */
const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 22 of 57 letters are 128 bits, enough not to need a slow hash. */
const length = 22

const newPassword = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

type WithPassword = MemberLogin & { password: string }

const text = (header: string, width: number, value: (row: WithPassword) => string | null): Column<WithPassword> => ({
  header,
  kind: 'text',
  width,
  value,
})
const columns: readonly Column<WithPassword>[] = [
  text('Member Name', 28, ({ name }) => name),
  text('Chinese Name', 14, ({ chName }) => chName),
  text('Kind', 9, ({ kind }) => kind),
  text('TM No.', 14, ({ tmNo }) => tmNo),
  text('Email', 30, ({ email }) => email),
  text('Password', 26, ({ password }) => password),
]

/** 403 unless the caller may see and edit all members as well as users; 409 where the portal's keeper has not switched it on. */
export async function requireAllMembers(tx: Tx): Promise<void> {
  tx.need('membership.view')
  tx.need('membership.edit')
  requireCentres(tx, 'set the passwords of all members', null)
  if (!tx.portal.config.memberPasswords) throw conflict(pointAdjustMessages.passwordsOff)
}

/** 400 when it is not the caller's own password, 429 after too many. */
export async function requireOwnPassword(transact: Transact, own: string, address: string): Promise<void> {
  if (!(await confirmOwnPassword(transact, own, address)))
    throw invalid([{ path: 'password', message: pointAdjustMessages.wrongPassword }])
}

/** New passwords for all members, shown once in the workbook; 400 when the caller's own password is wrong. */
export async function renewAllPasswords(transact: Transact, own: string, address: string): Promise<FileAnswer> {
  await requireOwnPassword(transact, own, address)
  const members = await transact(memberLogins)
  const renewed: (WithPassword & { hash: string })[] = []
  for (const member of members) {
    const password = newPassword()
    renewed.push({ ...member, password, hash: await hashRandom(password) })
  }
  // Members erased in the meantime got no password.
  const changed = await transact((tx) => setPasswords(tx, renewed))
  const rows = renewed.filter(({ id }) => changed.has(id))
  async function* portions() {
    yield rows
  }
  return { name: pointAdjustFiles.passwords, content: workbook('Passwords', columns, portions()), section }
}
