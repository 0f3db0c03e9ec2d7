import type { SentMember } from '@academy/contract/members/bodies.ts'
import type { MemberKind } from '@academy/contract/members/fields.ts'
import type { Tx } from '../platform/data/index.ts'
import { type Conflicts, type Detail, HttpError, invalid, meaningOf } from '../platform/http/index.ts'
import { hashPassword } from '../platform/runtime/index.ts'
import { openWallet } from '../wallet/wallet.ts'
import { type MemberValues, maskedColumns } from './columns.ts'
import { checkChoices, checkNew, checkParents, checkWallet, kindOf } from './validation.ts'

export const section = 'Membership Profile'

/** The errors of violated constraints. */
export const memberConflicts: Conflicts = {
  member_unique_ic_no: { path: 'icNo', message: 'Another member has this I/C No.' },
  member_unique_email: { path: 'email', message: 'Another member has this email' },
}

interface Checked {
  values: MemberValues
  passwordHash: string | null
  isDisable: boolean
}
/**
 * A member that passed the form's rules, its password hashed, with the opening balance of its wallet. A parent's children are
 * created in the same transaction.
 */
export type MemberDraft = Checked & { wallet: number } & (
    | { kind: 'adult' }
    | { kind: 'child'; mainIDs: string[] }
    | { kind: 'parent'; children: Checked[] }
  )

const prefixed = (prefix: string, details: readonly Detail[]) =>
  details.map(({ path, message }) => ({ path: prefix + path, message }))

/** Fields that a new member cannot have yet: refused, because ignoring them would lose data. */
const unsupportedOf = ({ emergencyContact, classes }: SentMember): Detail[] =>
  Object.entries({ emergencyContact, classes })
    .filter(([, given]) => Array.isArray(given) && given.length > 0)
    .map(([path]) => ({ path, message: 'This can be added once the member is enrolled' }))

/**
 * Checks a new member's body and hashes its passwords: slow work, to be done before the transaction. 400 with every
 * problem, those of a parent's children as `children.0.name`.
 */
export async function readMember(
  sent: SentMember,
  context: { today: string; academy: string },
  hash: (password: string) => Promise<string> = hashPassword,
): Promise<MemberDraft> {
  const body = { ...sent, mainIDs: sent.mainIDs?.length ? sent.mainIDs : sent.parents }
  const kind = kindOf(body)
  const own = checkNew(kind, body, context)
  const kids = kind === 'parent' ? (body.children ?? []).map((child) => checkNew('child', child, context)) : []
  const problems = [
    ...own.problems,
    ...unsupportedOf(body),
    ...kids.flatMap((kid, index) => prefixed(`children.${index}.`, kid.problems)),
  ]
  if (kind === 'child' && !body.mainIDs?.length) problems.push({ path: 'mainIDs', message: 'Please select a parent' })
  if (problems.length) throw invalid(problems)
  const hashed = async ({ values, password }: typeof own, isDisable: boolean): Promise<Checked> => ({
    values,
    passwordHash: password === null ? null : await hash(password),
    isDisable,
  })
  const member = { ...(await hashed(own, body.isDisable ?? false)), wallet: body.wallet ?? 0 }
  switch (kind) {
    case 'adult':
      return { ...member, kind }
    case 'child':
      return { ...member, kind, mainIDs: [...new Set(body.mainIDs ?? [])] }
    case 'parent':
      return { ...member, kind, children: await Promise.all(kids.map((kid) => hashed(kid, false))) }
  }
}

/**
 * Stores a member with its wallet, its parents and its children. Answers its id. 409 for an I/C or e-mail in use; an opening
 * balance is refused as one of an edit is.
 */
export async function createMember(tx: Tx, draft: MemberDraft, picture: string | null = null): Promise<string> {
  await checkChoices(tx, draft.values)
  if (draft.kind === 'child') await checkParents(tx, draft.mainIDs)
  if (draft.wallet !== 0)
    checkWallet(tx, draft.wallet, { name: draft.values.name, isIndependent: draft.kind !== 'child' })
  const id = await insert(tx, draft, draft.kind === 'child' ? draft.mainIDs : [], picture)
  if (draft.kind !== 'parent') return id
  for (const [index, child] of draft.children.entries()) {
    await checkChoices(tx, child.values, undefined, `children.${index}.`)
    try {
      await insert(tx, { ...child, kind: 'child', wallet: 0 }, [id], null)
    } catch (error) {
      throw atChild(error, index)
    }
  }
  return id
}

/** Puts the path of the child in front of a conflict's details. */
function atChild(error: unknown, index: number): unknown {
  const meaning = meaningOf(error, memberConflicts)
  if (!meaning?.details) return error
  return new HttpError(meaning.statusCode, meaning.message, {
    details: prefixed(`children.${index}.`, meaning.details),
  })
}

async function insert(
  tx: Tx,
  draft: Checked & { kind: MemberKind; wallet: number },
  parents: readonly string[],
  picture: string | null,
): Promise<string> {
  const id = tx.newId()
  const row = {
    id,
    kind: draft.kind,
    ...draft.values,
    picture,
    password: draft.passwordHash,
    isDisable: draft.isDisable,
    isIndependent: draft.kind !== 'child',
    isProtected: false,
    isDeleted: false,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  await tx.change(
    {
      section,
      docType: 'member',
      docId: id,
      action: 'Created',
      description: `Enrolled ${draft.kind} ${draft.values.name}`,
      to: { ...row, mainIDs: parents },
      masked: maskedColumns,
    },
    async (on) => {
      await on().insertInto('member').values(row).execute()
      if (parents.length)
        await on()
          .insertInto('memberParent')
          .values(parents.map((parent) => ({ child: id, parent })))
          .execute()
    },
  )
  await openWallet(tx, id, draft.wallet)
  return id
}
