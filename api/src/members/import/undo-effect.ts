import type { ImportUndo } from '@academy/contract/members/import.ts'
import { labelOf } from '@academy/contract/platform/labels.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { formFields, type MemberValues } from '../columns.ts'
import type { ImportRecord } from '../tables.ts'
import { isChoice, type Known, type KnownPeople, knownPeople, lower, plainIc } from './known.ts'
import type { Kept } from './record.ts'
import type { ChangedMember } from './shapes.ts'

/** What an import did to one member, as it was kept. */
export interface KeptRow {
  row: number
  member: string
  isNew: boolean
  before: Kept
  after: Kept
}

/** What undoing does. */
export interface Effect {
  remove: Known[]
  /** Of those whose opening balance is taken back: the ledger keeps their rows. */
  openings: Set<string>
  restore: ChangedMember[]
  remaining: ImportUndo['remaining']
  gone: number
}

interface Facts {
  id: string
  isUntouched: boolean
  balance: number
  version: number
  payments: boolean
  adjustments: boolean
  attendance: boolean
  enrolments: boolean
  contacts: boolean
  notices: boolean
}

const factsOf = (tx: Tx, ids: readonly string[], at: string) =>
  tx.query<Facts>(sql`
    select m.id, m.updated_at = ${at} as is_untouched, w.balance, w.version,
      exists (select from payment where member = m.id) as payments,
      exists (select from credit_adjustment where member = m.id) as adjustments,
      exists (select from attendance where member = m.id or wallet_member = m.id) as attendance,
      exists (select from enrolment where member = m.id or wallet_member = m.id) as enrolments,
      exists (select from emergency_contact where member = m.id) as contacts,
      exists (select from notice where member = m.id) as notices
    from member as m join wallet as w on w.member = m.id
    where m.id = any(${ids}::uuid[])`)

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Why a new member stays; undefined when nothing happened to it. */
function reasonToStay(facts: Facts, known: Known, { parents = [], credit = 0, creditExpired = null }: Kept) {
  const reasons = [
    [facts.payments, 'has payments'],
    [facts.adjustments, 'has credit adjustments'],
    [facts.attendance, 'has attendance'],
    [facts.enrolments, 'is enrolled in a class, or pays for one'],
    [facts.balance !== credit || facts.version !== (credit > 0 ? 1 : 0), 'the wallet moved since'],
    [known.creditExpired !== creditExpired, 'the credit expiry was changed since'],
    [facts.contacts, 'has emergency contacts'],
    [facts.notices, 'was notified since'],
    [!facts.isUntouched, 'was changed since'],
    [!sameIds(known.parentIds, parents), 'the parents were changed since'],
  ] as const
  return reasons.find(([holds]) => holds)?.[1]
}

/** Works out what undoing an import does to the members as they are now. */
export async function effectOf(
  tx: Tx,
  { at, created, updated }: ImportRecord,
  rows: readonly KeptRow[],
): Promise<Effect> {
  const people = await knownPeople(
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
  const restoring = await new Restoring(tx, people, effect).of(alive.filter(({ isNew }) => !isNew))
  await removing(tx, people, effect, { rows: alive.filter(({ isNew }) => isNew), at, relinked: restoring })
  return effect
}

interface Removing {
  rows: readonly KeptRow[]
  at: string
  /** Children that get other parents back, with these. */
  relinked: ReadonlyMap<string, readonly string[]>
}

async function removing(tx: Tx, people: KnownPeople, effect: Effect, { rows, at, relinked }: Removing) {
  const ids = rows.map(({ member }) => member)
  const facts = new Map((await factsOf(tx, ids, at)).map((each) => [each.id, each]))
  const staying = new Map<string, string>()
  for (const { member, after } of rows) {
    const [known, fact] = [people.byId.get(member), facts.get(member)]
    const reason = known && fact ? reasonToStay(fact, known, after) : 'was changed since'
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
    const known = people.byId.get(member)
    const reason = staying.get(member)
    if (!known) continue
    if (reason) effect.remaining.push({ row, member, name: known.name, reason })
    else effect.remove.push(known)
    if (!reason && (after.credit ?? 0) > 0) effect.openings.add(member)
  }
  // Children before their parents.
  effect.remove.sort((a, b) => Number(b.kind === 'child') - Number(a.kind === 'child'))
}

/** What members that were there get back: each field that still holds what the import gave it. */
class Restoring {
  readonly #tx: Tx
  readonly #people: KnownPeople
  readonly #effect: Effect
  readonly #parents = new Map<string, readonly string[]>()

  constructor(tx: Tx, people: KnownPeople, effect: Effect) {
    this.#tx = tx
    this.#people = people
    this.#effect = effect
  }

  /** Answers the children that get other parents back, with these. */
  async of(rows: readonly KeptRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const holders = await this.#holders(rows)
    const payers = await this.#payers(rows)
    for (const each of rows) {
      const known = this.#people.byId.get(each.member)
      if (known) this.#restore(each, known, holders, payers)
    }
    return this.#parents
  }

  #stay({ row, member }: KeptRow, { name }: Known, reason: string) {
    this.#effect.remaining.push({ row, member, name, reason })
  }

  #restore(row: KeptRow, known: Known, holders: ReadonlyMap<string, string>, payers: ReadonlySet<string>) {
    const back: Partial<MemberValues> = {}
    for (const field of formFields) {
      if (!(field in row.after.values)) continue
      const old = row.before.values[field] ?? null
      const problem = this.#problemOf(
        field,
        { old, now: known.stored[field], given: row.after.values[field] ?? null },
        known,
        holders,
      )
      if (problem) this.#stay(row, known, problem)
      else Object.assign(back, { [field]: old })
    }
    const isDisable = this.#status(row, known)
    const parents = this.#parentsBack(row, known, payers)
    if (Object.keys(back).length === 0 && isDisable === known.isDisable && !parents) return
    if (parents) this.#parents.set(known.id, parents)
    const values = { ...known.stored, ...back }
    this.#effect.restore.push({ row: row.row, known, values, isDisable, ...(parents ? { parents } : {}) })
  }

  /** Why a field keeps what it holds. */
  #problemOf(
    field: keyof MemberValues,
    { old, now, given }: { old: string | null; now: string | null; given: string | null },
    known: Known,
    holders: ReadonlyMap<string, string>,
  ): string | undefined {
    if (now !== given) return `${labelOf(field)} was changed since`
    if (old === null) return undefined
    if (isChoice(field) && ![...this.#people.choices[field].values()].some(({ id }) => id === old))
      return `the old ${labelOf(field)} was deleted since`
    const isSignIn = field === 'email' && known.kind !== 'child'
    if (field !== 'icNo' && !isSignIn) return undefined
    const holder = holders.get(`${field} ${field === 'icNo' ? plainIc(old) : lower(old)}`)
    return holder && holder !== known.id ? `another member has the old ${labelOf(field)} now` : undefined
  }

  #status(row: KeptRow, known: Known): boolean {
    const { isDisable: given } = row.after
    if (given === undefined) return known.isDisable
    if (given === known.isDisable) return row.before.isDisable ?? known.isDisable
    this.#stay(row, known, 'the status was changed since')
    return known.isDisable
  }

  #parentsBack(row: KeptRow, known: Known, payers: ReadonlySet<string>): string[] | undefined {
    const [given, old] = [row.after.parents, row.before.parents]
    if (!given || !old) return undefined
    const reason = this.#reasonToKeep(known, given, old, payers)
    if (!reason) return old
    this.#stay(row, known, reason)
    return undefined
  }

  /** Why a child keeps the parents that the import gave it. */
  #reasonToKeep(known: Known, given: readonly string[], old: readonly string[], payers: ReadonlySet<string>) {
    if (!sameIds(known.parentIds, given)) return 'the parents were changed since'
    if (given.some((id) => !old.includes(id) && payers.has(`${known.id} ${id}`))) return 'a new parent pays for a class'
    return old.every((id) => payers.has(`parent ${id}`)) ? undefined : 'an old parent was deleted or disabled since'
  }

  /** Who holds the I/C numbers and e-mails that would come back, as `icNo 900101...` to the member's id. */
  async #holders(rows: readonly KeptRow[]): Promise<Map<string, string>> {
    const back = (field: 'icNo' | 'email') => rows.flatMap(({ before }) => before.values[field] ?? [])
    const found = await this.#tx.query<{ what: string; id: string }>(sql`
      select 'icNo ' || regexp_replace(lower(ic_no), '[ -]', '', 'g') as what, id from member
        where regexp_replace(lower(ic_no), '[ -]', '', 'g') = any(${back('icNo').map(plainIc)}) and not is_deleted
      union all select 'email ' || lower(email), id from member
        where lower(email) = any(${back('email').map(lower)}) and kind <> 'child' and not is_deleted`)
    return new Map(found.map(({ what, id }) => [what, id]))
  }

  /** `child parent` where the parent pays for an active class of the child; `parent id` for those that can be chosen. */
  async #payers(rows: readonly KeptRow[]): Promise<Set<string>> {
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
