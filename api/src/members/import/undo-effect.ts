import type { ImportUndo } from '@academy/contract/members/import.ts'
import { labelOf } from '@academy/contract/platform/labels.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { formFields, type MemberValues } from '../columns.ts'
import type { ImportRecord } from '../tables.ts'
import {
  type ExistingMember,
  isChoice,
  loadMemberIndex,
  lower,
  type MemberIndex,
  normalizedIc,
} from './member-index.ts'
import type { Snapshot } from './record.ts'
import type { ChangedMember } from './types.ts'

/** What an import changed of one member, as stored. */
export interface ImportedRow {
  row: number
  member: string
  isNew: boolean
  before: Snapshot
  after: Snapshot
}

/** What undoing would do. */
export interface Effect {
  remove: ExistingMember[]
  /** Ids of removed members whose opening balance is reversed; the ledger keeps their rows. */
  openings: Set<string>
  restore: ChangedMember[]
  remaining: ImportUndo['remaining']
  gone: number
}

interface Facts {
  id: string
  isUntouched: boolean
  hasPicture: boolean
  /** By hand or with a code. */
  changedPassword: boolean
  balance: number
  version: number
  payments: boolean
  adjustments: boolean
  attendance: boolean
  enrolments: boolean
  contacts: boolean
  notices: boolean
  messages: boolean
}

const factsOf = (tx: Tx, ids: readonly string[], at: string) =>
  tx.query<Facts>(sql`
    select m.id, m.updated_at = ${at} as is_untouched, m.picture is not null as has_picture,
      exists (select from audit_record where doc_type = 'member' and doc_id = m.id::text
        and action = 'Password changed' and at > ${at}) as changed_password, w.balance, w.version,
      exists (select from payment where member = m.id) as payments,
      exists (select from credit_adjustment where member = m.id) as adjustments,
      exists (select from attendance where member = m.id or wallet_member = m.id) as attendance,
      exists (select from enrolment where member = m.id or wallet_member = m.id) as enrolments,
      exists (select from emergency_contact where member = m.id) as contacts,
      exists (select from notice where member = m.id) as notices,
      exists (select from member_message where member = m.id) as messages
    from member as m join wallet as w on w.member = m.id
    where m.id = any(${ids}::uuid[])`)

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Whether it is as the import made it, though another import may have changed it and been undone. */
const isAsMade = (facts: Facts, existing: ExistingMember, { values, isDisable, isIndependent }: Snapshot): boolean =>
  facts.isUntouched ||
  (!facts.hasPicture &&
    !facts.changedPassword &&
    existing.isDisable === isDisable &&
    existing.isIndependent === isIndependent &&
    formFields.every((field) => existing.stored[field] === (values[field] ?? null)))

/** Why a new member stays; undefined when nothing happened to it. */
function reasonToStay(facts: Facts, existing: ExistingMember, after: Snapshot) {
  const { parents = [], credit = 0, creditExpired = null } = after
  const reasons = [
    [facts.payments, 'has payments'],
    [facts.adjustments, 'has credit adjustments'],
    [facts.attendance, 'has attendance'],
    [facts.enrolments, 'is enrolled in a class, or pays for one'],
    [facts.balance !== credit || facts.version !== (credit > 0 ? 1 : 0), 'the wallet moved since'],
    [existing.creditExpired !== creditExpired, 'the credit expiry was changed since'],
    [facts.contacts, 'has emergency contacts'],
    [facts.notices, 'was notified since'],
    [facts.messages, 'was sent a message since'],
    [!isAsMade(facts, existing, after), 'was changed since'],
    [!sameIds(existing.parentIds, parents), 'the parents were changed since'],
  ] as const
  return reasons.find(([holds]) => holds)?.[1]
}

/** What undoing an import would do to the members as they are now. */
export async function effectOf(
  tx: Tx,
  { at, created, updated }: ImportRecord,
  rows: readonly ImportedRow[],
): Promise<Effect> {
  const people = await loadMemberIndex(
    tx,
    rows.map(({ row, member }) => ({ row, cells: new Map([['id' as const, member]]) })),
  )
  const alive = rows.filter(({ member }) => people.byId.has(member))
  const effect: Effect = {
    remove: [],
    openings: new Set(),
    restore: [],
    remaining: [],
    gone: created + updated - alive.length,
  }
  const relinked = await new Restorer(tx, people, effect).of(alive.filter(({ isNew }) => !isNew))
  await planRemovals(tx, people, effect, { rows: alive.filter(({ isNew }) => isNew), at, relinked })
  return effect
}

interface Removals {
  rows: readonly ImportedRow[]
  at: string
  /** Parents that children get back, by child. */
  relinked: ReadonlyMap<string, readonly string[]>
}

async function planRemovals(tx: Tx, people: MemberIndex, effect: Effect, { rows, at, relinked }: Removals) {
  const ids = rows.map(({ member }) => member)
  const facts = new Map((await factsOf(tx, ids, at)).map((each) => [each.id, each]))
  const staying = new Map<string, string>()
  for (const { member, after } of rows) {
    const [existing, fact] = [people.byId.get(member), facts.get(member)]
    const reason = existing && fact ? reasonToStay(fact, existing, after) : 'was changed since'
    if (reason) staying.set(member, reason)
  }
  // A parent stays with a child that stays.
  const links = await tx.query<{ parent: string; child: string; name: string }>(sql`
    select parent, child, member.name from member_parent join member on member.id = child
    where parent = any(${ids}::uuid[]) order by child`)
  const leaving = new Set(ids.filter((id) => !staying.has(id)))
  for (const { parent, child, name } of links) {
    const stays = !leaving.has(child) && (relinked.get(child)?.includes(parent) ?? true)
    if (stays && !staying.has(parent)) staying.set(parent, `is a parent of ${name}, who stays`)
  }
  for (const { row, member, after } of rows) {
    const existing = people.byId.get(member)
    const reason = staying.get(member)
    if (!existing) continue
    if (reason) effect.remaining.push({ row, member, name: existing.name, reason })
    else effect.remove.push(existing)
    if (!reason && (after.credit ?? 0) > 0) effect.openings.add(member)
  }
  // Children before their parents.
  effect.remove.sort((a, b) => Number(b.kind === 'child') - Number(a.kind === 'child'))
}

/** Restores changed members: each field that still has the value the import gave it. */
class Restorer {
  readonly #tx: Tx
  readonly #people: MemberIndex
  readonly #effect: Effect
  readonly #parents = new Map<string, readonly string[]>()

  constructor(tx: Tx, people: MemberIndex, effect: Effect) {
    this.#tx = tx
    this.#people = people
    this.#effect = effect
  }

  /** Answers the parents that children get back, by child. */
  async of(rows: readonly ImportedRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const holders = await this.#holders(rows)
    const payers = await this.#payers(rows)
    for (const each of rows) {
      const existing = this.#people.byId.get(each.member)
      if (existing) this.#restore(each, existing, holders, payers)
    }
    return this.#parents
  }

  #stay({ row, member }: ImportedRow, { name }: ExistingMember, reason: string) {
    this.#effect.remaining.push({ row, member, name, reason })
  }

  #restore(
    row: ImportedRow,
    existing: ExistingMember,
    holders: ReadonlyMap<string, string>,
    payers: ReadonlySet<string>,
  ) {
    const back: Partial<MemberValues> = {}
    for (const field of formFields) {
      if (!(field in row.after.values)) continue
      const old = row.before.values[field] ?? null
      const problem = this.#problemOf(
        field,
        { old, now: existing.stored[field], given: row.after.values[field] ?? null },
        existing,
        holders,
      )
      if (problem) this.#stay(row, existing, problem)
      else Object.assign(back, { [field]: old })
    }
    const isDisable = this.#status(row, existing)
    const parents = this.#parentsBack(row, existing, payers)
    if (Object.keys(back).length === 0 && isDisable === existing.isDisable && !parents) return
    if (parents) this.#parents.set(existing.id, parents)
    const values = { ...existing.stored, ...back }
    this.#effect.restore.push({ row: row.row, existing, values, isDisable, ...(parents ? { parents } : {}) })
  }

  /** Why a field is not restored. */
  #problemOf(
    field: keyof MemberValues,
    { old, now, given }: { old: string | null; now: string | null; given: string | null },
    existing: ExistingMember,
    holders: ReadonlyMap<string, string>,
  ): string | undefined {
    if (now !== given) return `${labelOf(field)} was changed since`
    if (old === null) return undefined
    if (isChoice(field) && ![...this.#people.choices[field].values()].some(({ id }) => id === old))
      return `the old ${labelOf(field)} was deleted since`
    const isSignIn = field === 'email' && existing.kind !== 'child'
    if (field !== 'icNo' && !isSignIn) return undefined
    const holder = holders.get(`${field} ${field === 'icNo' ? normalizedIc(old) : lower(old)}`)
    return holder && holder !== existing.id ? `another member has the old ${labelOf(field)} now` : undefined
  }

  #status(row: ImportedRow, existing: ExistingMember): boolean {
    const { isDisable: given } = row.after
    if (given === undefined) return existing.isDisable
    if (given === existing.isDisable) return row.before.isDisable ?? existing.isDisable
    this.#stay(row, existing, 'the status was changed since')
    return existing.isDisable
  }

  #parentsBack(row: ImportedRow, existing: ExistingMember, payers: ReadonlySet<string>): string[] | undefined {
    const [given, old] = [row.after.parents, row.before.parents]
    if (!given || !old) return undefined
    const reason = this.#reasonToKeep(existing, given, old, payers)
    if (!reason) return old
    this.#stay(row, existing, reason)
    return undefined
  }

  /** Why a child keeps the parents that the import gave it. */
  #reasonToKeep(
    existing: ExistingMember,
    given: readonly string[],
    old: readonly string[],
    payers: ReadonlySet<string>,
  ) {
    if (!sameIds(existing.parentIds, given)) return 'the parents were changed since'
    if (given.some((id) => !old.includes(id) && payers.has(`${existing.id} ${id}`)))
      return 'a new parent pays for a class'
    return old.every((id) => payers.has(`parent ${id}`)) ? undefined : 'an old parent was deleted or disabled since'
  }

  /** Current holders of the I/C numbers and e-mails to restore: `icNo 900101...` to the member's id. */
  async #holders(rows: readonly ImportedRow[]): Promise<Map<string, string>> {
    const back = (field: 'icNo' | 'email') => rows.flatMap(({ before }) => before.values[field] ?? [])
    const found = await this.#tx.query<{ what: string; id: string }>(sql`
      select 'icNo ' || regexp_replace(lower(ic_no), '[ -]', '', 'g') as what, id from member
        where regexp_replace(lower(ic_no), '[ -]', '', 'g') = any(${back('icNo').map(normalizedIc)}) and not is_deleted
      union all select 'email ' || lower(email), id from member
        where lower(email) = any(${back('email').map(lower)}) and kind <> 'child' and not is_deleted`)
    return new Map(found.map(({ what, id }) => [what, id]))
  }

  /** `child parent` where the parent pays for an active class of the child; `parent id` for those that can be chosen. */
  async #payers(rows: readonly ImportedRow[]): Promise<Set<string>> {
    const children = rows.filter(({ after }) => after.parents).map(({ member }) => member)
    const old = rows.flatMap(({ before }) => before.parents ?? [])
    const found = await this.#tx.query<{ what: string }>(sql`
      select member || ' ' || wallet_member as what from enrolment
        where member = any(${children}::uuid[]) and not is_disable
      union select 'parent ' || id from member
        where id = any(${old}::uuid[]) and kind = 'parent' and not is_deleted and not is_disable`)
    return new Set(found.map(({ what }) => what))
  }
}
