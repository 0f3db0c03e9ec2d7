import { randomInt } from 'node:crypto'
import { pointAdjustFiles, pointAdjustMessages } from '@academy/contract/pointadjust/pointadjust.ts'
import { type MemberLogin, memberLogins, setPasswords } from '../members/members.ts'
import { type FileAnswer, invalid, type Transact } from '../platform/http/index.ts'
import { hashRandom } from '../platform/runtime/index.ts'
import { type Column, workbook } from '../platform/sheets/index.ts'
import { confirmOwnPassword } from '../staff/staff.ts'
import { section } from './workbook.ts'

/** Without what is taken for something else when it is read out: 0 and O, 1, l and I. */
const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** With 57 letters 93 bits: nobody guesses it, so that it needs no slow hash. */
const length = 16

const newPassword = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

type Given = MemberLogin & { password: string }

const text = (header: string, width: number, value: (row: Given) => string | null): Column<Given> => ({
  header,
  kind: 'text',
  width,
  value,
})
const columns: readonly Column<Given>[] = [
  text('Member Name', 28, ({ name }) => name),
  text('Chinese Name', 14, ({ chName }) => chName),
  text('Kind', 9, ({ kind }) => kind),
  text('I/C No.', 17, ({ icNo }) => icNo),
  text('Email', 30, ({ email }) => email),
  text('Password', 20, ({ password }) => password),
]

/** New passwords for all members, told once; 400 when the caller's own is wrong. */
export async function renewAllPasswords(transact: Transact, own: string, address: string): Promise<FileAnswer> {
  if (!(await confirmOwnPassword(transact, own, address)))
    throw invalid([{ path: 'password', message: pointAdjustMessages.wrongPassword }])
  const members = await transact(memberLogins)
  const given: (Given & { hash: string })[] = []
  for (const member of members) {
    const password = newPassword()
    given.push({ ...member, password, hash: await hashRandom(password) })
  }
  // Whoever was erased meanwhile has none.
  const changed = await transact((tx) => setPasswords(tx, given))
  const rows = given.filter(({ id }) => changed.has(id))
  async function* portions() {
    yield rows
  }
  return { name: pointAdjustFiles.passwords, content: workbook('Passwords', columns, portions()), section }
}
