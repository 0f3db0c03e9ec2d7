import type { MemberKind } from '@academy/contract/members/fields.ts'
import type { Tx } from '../platform/data/index.ts'
import { type Conflicts, type Detail, HttpError, invalid, meaningOf } from '../platform/http/index.ts'
import { hashPassword } from '../platform/runtime/index.ts'
import { openWallet } from '../wallet/wallet.ts'
import { type MemberValues, maskedColumns } from './columns.ts'
import type { MemberBody } from './validation.ts'
import { checkChoices, checkNew, checkParents, kindOf } from './validation.ts'

export const section = 'Membership Profile'

/** The errors of violated constraints. */
export const memberConflicts: Conflicts = {
  member_unique_ic_no: { path: 'icNo', message: 'Another member has this I/C No.' },
  member_unique_email: { path: 'email', message: 'Another member has this email' },
}

/** A member that passed the form's rules, its password hashed. */
export interface MemberDraft {
  kind: MemberKind
  values: MemberValues
  passwordHash: string | null
  isDisable: boolean
  mainIDs: string[]
  /** A parent's children, created in the same transaction. */
  children: MemberDraft[]
}

const prefixed = (prefix: string, details: readonly Detail[]) =>
  details.map(({ path, message }) => ({ path: prefix + path, message }))

/** Fields that a new member cannot have yet: refused, because ignoring them would lose data. */
const unsupportedOf = ({ emergencyContact, classes }: MemberBody): Detail[] =>
  Object.entries({ emergencyContact, classes })
    .filter(([, given]) => Array.isArray(given) && given.length > 0)
    .map(([path]) => ({ path, message: 'This can be added once the member is enrolled' }))

/**
 * Checks a new member's body and hashes its passwords: slow work, to be done before the transaction. 400 with every
 * problem, those of a parent's children as `children.0.name`.
 */
export async function readMember(
  sent: MemberBody,
  today: string,
  hash: (password: string) => Promise<string> = hashPassword,
): Promise<MemberDraft> {
  const body = { ...sent, mainIDs: sent.mainIDs?.length ? sent.mainIDs : sent.parents }
  const kind = kindOf(body)
  const own = checkNew(kind, body, today)
  const kids = kind === 'parent' ? (body.children ?? []).map((child) => checkNew('child', child, today)) : []
  const problems = [
    ...own.problems,
    ...unsupportedOf(body),
    ...kids.flatMap((kid, index) => prefixed(`children.${index}.`, kid.problems)),
  ]
  if (kind === 'child' && !body.mainIDs?.length) problems.push({ path: 'mainIDs', message: 'Please select a parent' })
  if (problems.length) throw invalid(problems)
  const draft = async (kindOfDraft: MemberKind, checked: ReturnType<typeof checkNew>): Promise<MemberDraft> => ({
    kind: kindOfDraft,
    values: checked.values,
    passwordHash: checked.password === null ? null : await hash(checked.password),
    isDisable: false,
    mainIDs: [],
    children: [],
  })
  return {
    ...(await draft(kind, own)),
    isDisable: body.isDisable ?? false,
    mainIDs: [...new Set(body.mainIDs ?? [])],
    children: await Promise.all(kids.map((kid) => draft('child', kid))),
  }
}

/** Stores a member with its wallet, its parents and its children. Answers its id. 409 for an I/C or e-mail in use. */
export async function createMember(tx: Tx, draft: MemberDraft, picture: string | null = null): Promise<string> {
  await checkChoices(tx, draft.values)
  if (draft.kind === 'child') await checkParents(tx, draft.mainIDs)
  const id = await insert(tx, draft, draft.mainIDs, picture)
  for (const [index, child] of draft.children.entries()) {
    await checkChoices(tx, child.values, undefined, `children.${index}.`)
    try {
      await insert(tx, child, [id], null)
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

async function insert(tx: Tx, draft: MemberDraft, parents: readonly string[], picture: string | null): Promise<string> {
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
  await openWallet(tx, id)
  return id
}
