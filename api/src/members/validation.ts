import type { SentFields, SentMember } from '@academy/contract/members/bodies.ts'
import {
  birthDateProblem,
  type MemberKind,
  memberChoices,
  memberCreate,
  type memberImport,
  memberUpdate,
} from '@academy/contract/members/fields.ts'
import { normalise, readDay } from '@academy/contract/platform/dates.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { largestInteger } from '@academy/contract/platform/number.ts'
import { sql } from 'kysely'
import { checkReference } from '../lists/lists.ts'
import type { Tx } from '../platform/data/index.ts'
import { conflict, type Detail, invalid } from '../platform/http/index.ts'
import { weaknessOf } from '../platform/runtime/index.ts'
import { blank, type MemberValues } from './columns.ts'
import type { MemberRecord } from './tables.ts'

type Given = { [K in keyof MemberValues]?: MemberValues[K] | undefined }
/** `values` with the given fields in place of its own; what was not sent stays. */
function merged(values: MemberValues, given: Given): MemberValues {
  const sent = Object.entries(given).filter(([field, value]) => field in blank && value !== undefined)
  return { ...values, ...Object.fromEntries(sent) }
}

/** The form's values of a record. */
export const valuesOf = (record: MemberValues): MemberValues => merged(blank, record)

/** A new member, or a child within its parent's body. */
type Sent = SentFields & Pick<SentMember, 'mainIDs'> & { children?: unknown }

const isGiven = (list: unknown) => (Array.isArray(list) || typeof list === 'string') && list.length > 0
export const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Derived unless named: mainIDs: child, icNo: adult, else parent. */
export function kindOf(body: Pick<SentMember, 'kind' | 'mainIDs' | 'icNo'>): MemberKind {
  if (body.kind) return body.kind
  if (body.mainIDs?.length) return 'child'
  return isFilled(body.icNo) ? 'adult' : 'parent'
}

/** Fields that the kind does not have. */
function misfits(body: Sent, kind: MemberKind): Detail[] {
  const problems: Detail[] = []
  if (kind !== 'child' && body.mainIDs?.length)
    problems.push({ path: 'mainIDs', message: 'Only a child can have parents' })
  if (kind !== 'parent' && isGiven(body.children))
    problems.push({ path: 'children', message: 'Only a parent can have children' })
  if (kind === 'parent' && isFilled(body.icNo))
    problems.push({ path: 'icNo', message: 'A parent account has no I/C number' })
  return problems
}

function problemsOf(kind: MemberKind, body: Sent, issues: { path: PropertyKey[]; message: string }[], today: string) {
  const problems = [
    ...issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    ...misfits(body, kind),
  ]
  const isDate = !problems.some(({ path }) => path === 'dob')
  // The body is not parsed yet: the day may have any accepted format.
  const dob = isDate && typeof body.dob === 'string' ? normalise(readDay)(body.dob) : ''
  const unborn = dob === '' ? undefined : birthDateProblem(dob, today)
  return unborn ? [...problems, { path: 'dob', message: unborn }] : problems
}

const defaultKidNationality = 'Malaysian'

/** The values and the password of a new member, or the problems; `rules` are those of the form by default. */
export function checkNew(
  kind: MemberKind,
  sent: Sent,
  { today, academy }: { today: string; academy: string },
  rules: typeof memberCreate | typeof memberImport = memberCreate,
): { problems: Detail[]; values: MemberValues; password: string | null } {
  const body =
    kind === 'child' && sent.nationality === undefined ? { ...sent, nationality: defaultKidNationality } : sent
  const result = rules[kind].safeParse(body)
  const problems = problemsOf(kind, body, result.error?.issues ?? [], today)
  const values = merged(blank, result.data ?? {})
  const password = result.data?.password ?? null
  const weakness =
    password === null ? undefined : weaknessOf(password, { names: [values.name], email: values.email }, academy)
  if (weakness) problems.push({ path: 'password', message: weakness })
  return { problems, values, password }
}

/** A member's values after an edit. 400 with the problems of the fields sent. */
export function checkEdit(kind: MemberKind, body: SentMember, present: MemberValues, today: string): MemberValues {
  if (body.kind && body.kind !== kind)
    throw invalid([{ path: 'kind', message: 'The kind of a member cannot be changed' }])
  const result = memberUpdate[kind].safeParse(body)
  const problems = problemsOf(kind, { ...body, children: [] }, result.error?.issues ?? [], today)
  if (isFilled(body.password))
    problems.push({ path: 'password', message: 'The password of a member is given on creation only' })
  if (problems.length) throw invalid(problems)
  return merged(present, result.data ?? {})
}

/** 403, 400 or 409 unless the caller may set the wallet of this member to so many credits. */
export function checkWallet(
  tx: Tx,
  wallet: number,
  { name, isIndependent }: Pick<MemberRecord, 'name' | 'isIndependent'>,
): void {
  tx.need('membership.wallet')
  if (wallet < 0) throw invalid([{ path: 'wallet', message: messages.positive }])
  if (wallet > largestInteger) throw invalid([{ path: 'wallet', message: `Wallet must be at most ${largestInteger}` }])
  if (isIndependent) return
  const message = `${name} has no wallet of its own, the parents pay`
  throw conflict(message, [{ path: 'wallet', message }])
}

/** Newly chosen references must exist (400) and be enabled (409); those the member has already may stay. */
export async function checkChoices(
  tx: Tx,
  values: MemberValues,
  present: MemberValues = blank,
  prefix = '',
): Promise<void> {
  for (const { name, resource } of memberChoices)
    await checkReference(tx, resource, values[name], `${prefix}${name}`, present[name])
}

type Parent = Pick<MemberRecord, 'id' | 'name' | 'kind' | 'isDisable'>

/** Locks the parents to be, against being disabled or removed meanwhile. */
export async function lockParents(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Parent>> {
  const rows = await tx.query<Parent>(sql`
    select id, member.name, kind, is_disable from member
    where id = any(${ids}::uuid[]) and not is_deleted order by id for share`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * A child's parents must exist and be parent accounts (400) and, when newly chosen, active (409). Only parent accounts
 * have children: an adult's page shows none, and an I/C number means that the adult trains.
 */
export function refuseParents(
  locked: ReadonlyMap<string, Parent>,
  parents: readonly string[],
  present: readonly string[],
) {
  const path = 'mainIDs'
  if (parents.length === 0) throw invalid([{ path, message: 'Please select a parent' }])
  const chosen = [...new Set(parents)].flatMap((id) => locked.get(id) ?? [])
  if (chosen.length < new Set(parents).size) throw invalid([{ path, message: 'This parent does not exist' }])
  if (chosen.some(({ kind }) => kind !== 'parent'))
    throw invalid([{ path, message: 'Only a parent account can be chosen as parent' }])
  const disabled = chosen.find(({ id, isDisable }) => isDisable && !present.includes(id))
  if (disabled) {
    const message = `${disabled.name} is disabled`
    throw conflict(message, [{ path, message }])
  }
}

/** The same for a child that is not stored yet. */
export async function checkParents(tx: Tx, parents: readonly string[]): Promise<void> {
  refuseParents(await lockParents(tx, parents), parents, [])
}
