import { setImmediate as breath } from 'node:timers/promises'
import { memberImport } from '@academy/contract/members/fields.ts'
import { importLimits } from '@academy/contract/members/import.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import type { Tx } from '../../platform/data/index.ts'
import { HttpError } from '../../platform/http/index.ts'
import { formFields, type MemberValues } from '../columns.ts'
import { memberConflicts } from '../creation.ts'
import { headerOf } from '../sheet.ts'
import { checkEdit, checkNew, type MemberBody } from '../validation.ts'
import { creditIn, disabledIn, type FileRow, type FileRows, kindIn, problemAt, yesOrNo } from './cells.ts'
import { isChoice, type Known, type KnownPeople, knownPeople, lower, plainIc } from './known.ts'
import { openingOf } from './opening.ts'
import type { Plan } from './shapes.ts'
import { toldUpdates } from './told.ts'
import { type Person, Who } from './who.ts'

type Field = (typeof formFields)[number]

const sameText = (text: string | null) => (text ?? '').replace(/\r\n?/g, '\n').replace(/[\ufffe\uffff]/g, '')
const rowsAtOnce = 50

/** What importing these rows would do; nothing is written. */
export async function planOf(tx: Tx, file: FileRows): Promise<Plan> {
  return new Planner(tx, file, await knownPeople(tx, file.rows)).plan()
}

class Planner {
  readonly #tx: Tx
  readonly #rows: readonly FileRow[]
  readonly #people: KnownPeople
  readonly #who: Who
  readonly #plan: Plan
  readonly #said = new Set<string>()
  /** What no two members share, and the row that has it. */
  readonly #taken = new Map<string, number>()

  constructor(tx: Tx, file: FileRows, people: KnownPeople) {
    this.#tx = tx
    this.#rows = file.rows
    this.#people = people
    this.#who = new Who(tx, people, (row, key, message) => this.#problem(row, key, message))
    this.#plan = {
      rows: file.rows.length,
      create: [],
      update: [],
      updates: [],
      problems: [],
      notes: [...file.notes],
      needs: [],
    }
    for (const problem of file.problems) {
      this.#said.add(`${problem.row} ${problem.column}`)
      this.#plan.problems.push(problem)
    }
  }

  async plan(): Promise<Plan> {
    const plan = this.#plan
    if (plan.rows > importLimits.rows)
      plan.problems.push(problemAt(1, '', `At most ${importLimits.rows} rows can be imported at once`))
    else if (plan.rows === 0) plan.problems.push(problemAt(1, '', 'There is no row below the headings'))
    else {
      for (const [index, person] of this.#who.peopleOf(this.#rows).entries()) {
        if (index % rowsAtOnce === 0) await breath()
        const isFirst = this.#once(`member ${person.id}`, person, 'id', (row) => `Row ${row} is about the same member`)
        if (!isFirst) continue
        if (person.known) this.#change(person, person.known)
        else this.#create(person)
      }
      this.#countPasswords()
    }
    plan.updates = await toldUpdates(this.#tx, plan, this.#people)
    plan.problems.sort((a, b) => a.row - b.row)
    plan.notes.sort((a, b) => a.row - b.row)
    const needs: [boolean, Permission][] = [
      [plan.update.length > 0, 'membership.edit'],
      [plan.create.some(({ credit }) => credit > 0), 'membership.wallet'],
      [plan.create.some(({ creditExpired }) => creditExpired !== null), 'membership.expiration'],
    ]
    plan.needs = needs.filter(([needed]) => needed).map(([, permission]) => permission)
    return plan
  }

  /** The first thing said of a cell is the one to mend. */
  #problem(row: number, key: string, message: string) {
    const cell = `${row} ${headerOf(key)}`
    if (this.#said.has(cell)) return
    this.#said.add(cell)
    this.#plan.problems.push(problemAt(row, key, message))
  }

  #note(row: number, key: string, message: string) {
    this.#plan.notes.push(problemAt(row, key, message))
  }

  /** The id of the entry with this label; what a member has already, stays although it is disabled. */
  #choice(row: number, key: string, label: string): string | undefined {
    if (!isChoice(key)) return undefined
    const choice = this.#people.choices[key].get(lower(label))
    if (!choice) this.#problem(row, key, `There is no ${headerOf(key)} ${label.slice(0, 60)}`)
    else if (choice.isDisable) this.#problem(row, key, `${choice.label} is disabled`)
    return choice?.id
  }

  /** What a cell sends to the form: an entry's id for its label, the form's own word for the gender. */
  #sent(row: number, field: Field, text: string): string | undefined {
    if (isChoice(field)) return this.#choice(row, field, text)
    if (field !== 'gender') return text
    return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
  }

  #flag(row: number, key: 'isDisable' | 'isIndependent', text: string | undefined): boolean | undefined {
    if (text === undefined) return undefined
    const meant = key === 'isDisable' ? disabledIn(text) : yesOrNo(text)
    if (meant === undefined)
      this.#problem(row, key, key === 'isDisable' ? 'Must be Active or Disabled' : 'Must be Yes or No')
    return meant
  }

  /** False, and a problem, when an earlier row has it. */
  #once(what: string, { file: { row } }: Person, key: string, message: (row: number) => string): boolean {
    const other = this.#taken.get(what)
    if (other === undefined) this.#taken.set(what, row)
    else this.#problem(row, key, message(other))
    return other === undefined
  }

  /** I/C numbers, and e-mails of those who sign in, belong to one member each, in the file as in the academy. */
  #unique(person: Person, { icNo, email }: MemberValues) {
    const { byIc, byEmail } = this.#people
    const check = (key: 'icNo' | 'email', value: string, holder: Known | undefined, taken: string) => {
      if (holder && holder.id !== person.id) this.#problem(person.file.row, key, taken)
      else this.#once(`${key} ${value}`, person, key, (row) => `Row ${row} has the same ${headerOf(key)}`)
    }
    const words = (constraint: string) => {
      const told = memberConflicts[constraint]
      return typeof told === 'object' ? told.message : (told ?? 'Taken already')
    }
    if (icNo) check('icNo', plainIc(icNo), byIc.get(plainIc(icNo)), words('member_unique_ic_no'))
    if (email && person.kind !== 'child')
      check('email', lower(email), byEmail.get(lower(email)), words('member_unique_email'))
  }

  #create(person: Person) {
    const { file, kind, id } = person
    const { row, cells } = file
    if (kind !== 'child' && cells.has('mainIDs')) this.#problem(row, 'mainIDs', 'Only a child can have parents')
    const parents = this.#who.parentsOf(person, [])
    const body: MemberBody = { kind, mainIDs: parents, password: cells.get('password') }
    for (const field of formFields) {
      const text = cells.get(field)
      if (text !== undefined) body[field] = this.#sent(row, field, text)
    }
    const { problems, values, password } = checkNew(kind, body, this.#tx.today, memberImport)
    if (kind === 'child' && parents.length === 0) this.#problem(row, 'mainIDs', 'Please select a parent')
    for (const { path, message } of problems) this.#problem(row, path, message)
    const isIndependent = this.#flag(row, 'isIndependent', cells.get('isIndependent')) ?? kind !== 'child'
    if (kind !== 'child' && !isIndependent) this.#problem(row, 'isIndependent', 'Only a child can be dependent')
    const opening = openingOf(cells, { name: values.name, hasWallet: isIndependent, today: this.#tx.today })
    for (const { path, message } of opening.problems) this.#problem(row, path, message)
    this.#unique(person, { ...values, icNo: cells.get('icNo') ?? null, email: cells.get('email') ?? null })
    if (kind === 'child' && !cells.has('icNo'))
      this.#once(
        `child ${lower(cells.get('name') ?? '')} ${cells.get('dob')} ${parents.toSorted()}`,
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
      credit: opening.credit,
      creditExpired: opening.creditExpired,
    })
  }

  #change(person: Person, known: Known) {
    const { row, cells } = person.file
    const said = kindIn(cells.get('kind') ?? '')
    if (said && said !== known.kind) this.#problem(row, 'kind', 'The kind of a member cannot be changed')
    const body: MemberBody = {}
    for (const field of formFields) {
      const text = cells.get(field)
      if (text === undefined || text === sameText(known[field])) continue
      if (isChoice(field) && lower(text) === lower(known[field] ?? '')) continue
      const sent = this.#sent(row, field, text)
      if (sent !== undefined && sent !== known.stored[field]) body[field] = sent
    }
    const values = this.#edited(row, known, body)
    this.#unique(person, values)
    const isDisable = this.#flag(row, 'isDisable', cells.get('isDisable')) ?? known.isDisable
    if (isDisable && !known.isDisable && known.isProtected)
      this.#problem(row, 'isDisable', `${known.name} is protected and cannot be disabled`)
    const parents = this.#newParents(person, known)
    this.#keepOut(row, cells, known)
    if (Object.keys(body).length === 0 && isDisable === known.isDisable && !parents) return
    this.#plan.update.push({ row, known, values, isDisable, ...(parents ? { parents } : {}) })
  }

  /** The values after the rules of the form; only what differs is held against them. */
  #edited(row: number, { kind, stored }: Known, body: MemberBody): MemberValues {
    try {
      return checkEdit(kind, body, stored, this.#tx.today)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      for (const { path, message } of error.details ?? []) this.#problem(row, path, message)
      return stored
    }
  }

  #newParents(person: Person, known: Known): string[] | undefined {
    const { row, cells } = person.file
    if (!cells.has('mainIDs')) return undefined
    if (known.kind !== 'child') {
      this.#problem(row, 'mainIDs', 'Only a child can have parents')
      return undefined
    }
    const parents = [...new Set(this.#who.parentsOf(person, known.parentIds))]
    const isSame = parents.length === known.parentIds.length && parents.every((id) => known.parentIds.includes(id))
    return isSame || parents.length === 0 ? undefined : parents
  }

  /** What an import leaves alone on a member that exists; said, so that nobody believes it was taken over. */
  #keepOut(row: number, cells: FileRow['cells'], known: Known) {
    const ofPage = 'not taken over, it is changed on the page of the member'
    const [wallet, expiry] = [cells.get('wallet'), cells.get('creditExpired')]
    if (wallet !== undefined && creditIn(wallet) !== known.balance)
      this.#note(row, 'wallet', `The wallet holds ${known.balance}; ${ofPage}`)
    if (expiry !== undefined && expiry !== known.creditExpired)
      this.#note(row, 'creditExpired', `The credit expires on ${known.creditExpired ?? 'no day'}; ${ofPage}`)
    const independent = this.#flag(row, 'isIndependent', cells.get('isIndependent'))
    if (independent !== undefined && independent !== known.isIndependent)
      this.#note(row, 'isIndependent', `${known.isIndependent ? 'Is' : 'Is not'} independent; ${ofPage}`)
    if (cells.has('password')) this.#note(row, 'password', 'Not taken over: the password of a member that exists')
  }

  #countPasswords() {
    const [beyond] = this.#plan.create.filter(({ password }) => password !== null).slice(importLimits.passwords)
    if (!beyond) return
    const most = `At most ${importLimits.passwords} passwords can be given in one import; leave the others empty`
    this.#problem(beyond.row, 'password', most)
  }
}
