import { setImmediate as nextTurn } from 'node:timers/promises'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { SentMember } from '@academy/contract/members/bodies.ts'
import { everyField, type MemberChoice, memberImport } from '@academy/contract/members/fields.ts'
import { importLimits } from '@academy/contract/members/import.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import { firstOf, tidyName } from '@academy/contract/platform/text.ts'
import { type ScreenPath, screenOf } from '@academy/contract/screens.ts'
import { academyNow, type Tx } from '../../platform/data/index.ts'
import { HttpError } from '../../platform/http/index.ts'
import { formFields, type MemberValues } from '../columns.ts'
import { memberConflicts } from '../creation.ts'
import { headerOf } from '../listing/sheet.ts'
import { checkEdit, checkNew } from '../validation.ts'
import { creditIn, disabledIn, type FileRow, type FileRows, kindIn, problemAt, yesOrNo } from './cells.ts'
import {
  type ExistingMember,
  isChoice,
  loadMemberIndex,
  lower,
  type MemberIndex,
  nameKey,
  normalizedIc,
} from './member-index.ts'
import { onlyFor, openRows } from './open-rows.ts'
import { openingOf } from './opening.ts'
import { describeUpdates } from './plan-updates.ts'
import { type MatchedRow, RowMatcher } from './row-matcher.ts'
import type { Plan } from './types.ts'

type Field = (typeof formFields)[number]

/** A cell names what its list does not have. The file need not be wrong: a new academy's lists are empty. */
function noEntry(key: MemberChoice, label: string): string {
  const { title } = screenOf(`/${everyField[key].resource}/listing` as ScreenPath)
  return `There is no ${headerOf(key)} ${label.slice(0, 60)}. Name another, or add it under Maintenance, ${title}`
}

const sameText = (text: string | null) => (text ?? '').replace(/\r\n?/g, '\n').replace(/[\ufffe\uffff]/g, '')
/** As tables of an academy's own have it. */
const genders: ReadonlyMap<string, string> = new Map([
  ['m', 'Male'],
  ['l', 'Male'],
  ['lelaki', 'Male'],
  ['f', 'Female'],
  ['p', 'Female'],
  ['perempuan', 'Female'],
])
const rowsAtOnce = 50

/** What importing these rows would do; nothing is written. */
export async function planOf(tx: Tx, file: FileRows): Promise<Plan> {
  const open = openRows(tx, file)
  const { name } = await academyNow(tx)
  return new Planner(tx, open, await loadMemberIndex(tx, open.rows), name).plan()
}

class Planner {
  readonly #tx: Tx
  readonly #rows: readonly FileRow[]
  readonly #people: MemberIndex
  /** Of the academy, which is no password. */
  readonly #academy: string
  readonly #matcher: RowMatcher
  readonly #plan: Plan
  readonly #reported = new Set<string>()
  /** Values that must be unique, with the row that has them. */
  readonly #taken = new Map<string, number>()

  constructor(tx: Tx, file: FileRows, people: MemberIndex, academy: string) {
    this.#tx = tx
    this.#rows = file.rows
    this.#people = people
    this.#academy = academy
    this.#matcher = new RowMatcher(tx, people, (row, key, message) => this.#problem(row, key, message))
    this.#plan = {
      rows: file.rows.length,
      create: [],
      update: [],
      updates: [],
      parents: new Map(),
      problems: [],
      notes: [...file.notes],
    }
    for (const problem of file.problems) {
      this.#reported.add(`${problem.row} ${problem.column}`)
      this.#plan.problems.push(problem)
    }
  }

  async plan(): Promise<Plan> {
    const plan = this.#plan
    if (plan.rows > importLimits.rows)
      plan.problems.push(problemAt(1, '', `At most ${importLimits.rows} rows can be imported at once`))
    else if (plan.rows === 0) plan.problems.push(problemAt(1, '', 'There is no row below the headings'))
    else {
      for (const [index, person] of this.#matcher.matchAll(this.#rows).entries()) {
        if (index % rowsAtOnce === 0) await nextTurn()
        const isFirst = this.#claim(`member ${person.id}`, person, 'id', (row) => `Row ${row} is about the same member`)
        if (!isFirst) continue
        if (person.existing) this.#change(person, person.existing)
        else this.#create(person)
      }
      this.#countPasswords()
    }
    for (const id of [...plan.create, ...plan.update].flatMap(({ parents = [] }) => parents)) {
      const stored = this.#people.byId.get(id)
      if (stored) plan.parents.set(id, stored.version)
    }
    plan.updates = await describeUpdates(this.#tx, plan, this.#people)
    plan.problems.sort((a, b) => a.row - b.row)
    plan.notes.sort((a, b) => a.row - b.row)
    return plan
  }

  /** Only the first problem of a cell is reported. */
  #problem(row: number, key: string, message: string) {
    const cell = `${row} ${headerOf(key)}`
    if (this.#reported.has(cell)) return
    this.#reported.add(cell)
    this.#plan.problems.push(problemAt(row, key, message))
  }

  /** Whether the caller may write the cell; a problem where not. */
  #may(permission: Permission, row: number, key: string): boolean {
    const may = this.#tx.by.can(permission)
    if (!may) this.#problem(row, key, onlyFor(permission))
    return may
  }

  #note(row: number, key: string, message: string) {
    this.#plan.notes.push(problemAt(row, key, message))
  }

  /** The id of the entry with this label. */
  #choice(row: number, key: string, label: string): string | undefined {
    if (!isChoice(key)) return undefined
    const choice = this.#people.choices[key].get(lower(tidyName(label)))
    if (!choice) this.#problem(row, key, noEntry(key, label))
    else if (choice.isDisable) this.#problem(row, key, `${choice.label} is disabled`)
    return choice?.id
  }

  /** A cell as the form would send it: the id of a chosen entry, the gender capitalized. */
  #formValue(row: number, field: Field, text: string): string | undefined {
    if (isChoice(field)) return this.#choice(row, field, text)
    if (field !== 'gender') return text
    const known = genders.get(lower(text))
    if (known) return known
    return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
  }

  #flag(row: number, key: 'isDisable' | 'isIndependent', text: string | undefined): boolean | undefined {
    if (text === undefined) return undefined
    const value = key === 'isDisable' ? disabledIn(text) : yesOrNo(text)
    if (value === undefined)
      this.#problem(row, key, key === 'isDisable' ? 'Must be Active or Disabled' : 'Must be Yes or No')
    return value
  }

  /** False, with a problem, when an earlier row has the value. */
  #claim(what: string, { file: { row } }: MatchedRow, key: string, message: (row: number) => string): boolean {
    const other = this.#taken.get(what)
    if (other === undefined) this.#taken.set(what, row)
    else this.#problem(row, key, message(other))
    return other === undefined
  }

  /** I/C numbers, and e-mails of adults and parents, are unique in the file and among stored members. */
  #unique(person: MatchedRow, { icNo, email }: MemberValues) {
    const { byIc, byEmail } = this.#people
    const check = (key: 'icNo' | 'email', value: string, holder: ExistingMember | undefined, taken: string) => {
      if (holder && holder.id !== person.id) this.#problem(person.file.row, key, taken)
      else this.#claim(`${key} ${value}`, person, key, (row) => `Row ${row} has the same ${headerOf(key)}`)
    }
    const messageOf = (constraint: string) => {
      const conflict = memberConflicts[constraint]
      return typeof conflict === 'object' ? conflict.message : (conflict ?? 'Taken already')
    }
    if (icNo) check('icNo', normalizedIc(icNo), byIc.get(normalizedIc(icNo)), messageOf('member_unique_ic_no'))
    if (email && person.kind !== 'child')
      check('email', lower(email), byEmail.get(lower(email)), messageOf('member_unique_email'))
  }

  #create(person: MatchedRow) {
    const { file, kind, id } = person
    const { row, cells } = file
    if (kind !== 'child' && cells.has('mainIDs')) this.#problem(row, 'mainIDs', 'Only a child can have parents')
    const parents = this.#matcher.parentsOf(person, [])
    const body: SentMember = { kind, mainIDs: parents, password: cells.get('password') }
    for (const field of formFields) {
      const text = cells.get(field)
      if (text !== undefined) body[field] = this.#formValue(row, field, text)
    }
    const { today } = this.#tx
    const checked = checkNew(kind, body, { today, academy: this.#academy }, memberImport)
    const { problems, password } = checked
    // A row with a problem has no values; by its name it is known.
    const values = { ...checked.values, name: checked.values.name || firstOf(cells.get('name') ?? '', 100) }
    if (kind === 'child' && parents.length === 0) this.#problem(row, 'mainIDs', 'Please select a parent')
    for (const { path, message } of problems) this.#problem(row, path, message)
    const isIndependent = this.#flag(row, 'isIndependent', cells.get('isIndependent')) ?? kind !== 'child'
    if (kind !== 'child' && !isIndependent) this.#problem(row, 'isIndependent', 'Only a child can be dependent')
    const opening = openingOf(cells, { name: values.name, hasWallet: isIndependent, today: this.#tx.today })
    for (const { path, message } of opening.problems) this.#problem(row, path, message)
    const { creditExpired } = opening
    const credit = opening.credit > 0 && this.#may('membership.wallet', row, 'wallet') ? opening.credit : 0
    if (creditExpired !== null) this.#may('membership.expiration', row, 'creditExpired')
    this.#unique(person, { ...values, icNo: cells.get('icNo') ?? null, email: cells.get('email') ?? null })
    if (kind === 'child' && !cells.has('icNo'))
      this.#claim(
        `child ${nameKey(cells.get('name') ?? '')} ${cells.get('dob')} ${parents.toSorted()}`,
        person,
        'name',
        (other) => `Row ${other} is about the same child`,
      )
    this.#plan.create.push({
      row,
      id,
      kind,
      values,
      password,
      isDisable: this.#flag(row, 'isDisable', cells.get('isDisable')) ?? false,
      isIndependent,
      parents: [...new Set(parents)],
      credit,
      creditExpired,
    })
  }

  #change(person: MatchedRow, existing: ExistingMember) {
    const { row, cells } = person.file
    const sentKind = kindIn(cells.get('kind') ?? '')
    if (sentKind && sentKind !== existing.kind) this.#problem(row, 'kind', 'The kind of a member cannot be changed')
    const body: SentMember = {}
    for (const field of formFields) {
      const text = cells.get(field)
      if (text === undefined || text === sameText(existing[field])) continue
      if (isChoice(field) && lower(text) === lower(existing[field] ?? '')) continue
      const sent = this.#formValue(row, field, text)
      if (sent !== undefined && sent !== existing.stored[field]) body[field] = sent
    }
    const values = this.#edited(row, existing, body)
    this.#unique(person, values)
    const isDisable = this.#flag(row, 'isDisable', cells.get('isDisable')) ?? existing.isDisable
    if (isDisable && !existing.isDisable && existing.isProtected)
      this.#problem(row, 'isDisable', `${existing.name} is protected and cannot be disabled`)
    const parents = this.#newParents(person, existing)
    this.#noteIgnored(row, cells, existing)
    const changed = Object.keys(body)
    if (isDisable !== existing.isDisable) changed.push('isDisable')
    if (parents) changed.push('mainIDs')
    if (changed.filter((key) => !this.#may('membership.edit', row, key)).length > 0 || changed.length === 0) return
    this.#plan.update.push({ row, existing, values, isDisable, ...(parents ? { parents } : {}) })
  }

  /** The values after an edit by the rules of the form. */
  #edited(row: number, { kind, stored }: ExistingMember, body: SentMember): MemberValues {
    try {
      return checkEdit(kind, body, stored, this.#tx.today)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      for (const { path, message } of error.details ?? []) this.#problem(row, path, message)
      return stored
    }
  }

  #newParents(person: MatchedRow, existing: ExistingMember): string[] | undefined {
    const { row, cells } = person.file
    if (!cells.has('mainIDs')) return undefined
    if (existing.kind !== 'child') {
      this.#problem(row, 'mainIDs', 'Only a child can have parents')
      return undefined
    }
    const parents = [...new Set(this.#matcher.parentsOf(person, existing.parentIds))]
    const isSame =
      parents.length === existing.parentIds.length && parents.every((id) => existing.parentIds.includes(id))
    return isSame || parents.length === 0 ? undefined : parents
  }

  /** Notes the cells that an import does not apply to a stored member. */
  #noteIgnored(row: number, cells: FileRow['cells'], existing: ExistingMember) {
    const ofPage = 'not taken over, it is changed on the page of the member'
    const [wallet, expiry] = [cells.get('wallet'), cells.get('creditExpired')]
    if (wallet !== undefined && creditIn(wallet) !== existing.balance)
      this.#note(row, 'wallet', `The wallet holds ${existing.balance}; ${ofPage}`)
    if (expiry !== undefined && expiry !== existing.creditExpired)
      this.#note(
        row,
        'creditExpired',
        `The credit expires on ${existing.creditExpired ? displayDate(existing.creditExpired) : 'no day'}; ${ofPage}`,
      )
    const independent = this.#flag(row, 'isIndependent', cells.get('isIndependent'))
    if (independent !== undefined && independent !== existing.isIndependent)
      this.#note(row, 'isIndependent', `${existing.isIndependent ? 'Is' : 'Is not'} independent; ${ofPage}`)
    if (cells.has('password')) this.#note(row, 'password', 'Not taken over: the password of a member that exists')
  }

  #countPasswords() {
    const [beyond] = this.#plan.create.filter(({ password }) => password !== null).slice(importLimits.passwords)
    if (!beyond) return
    const most = `At most ${importLimits.passwords} passwords can be given in one import; leave the others empty`
    this.#problem(beyond.row, 'password', most)
  }
}
