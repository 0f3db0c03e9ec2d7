import type { MemberKind } from '@academy/contract/members/fields.ts'
import { isId, type Tx } from '../../platform/data/index.ts'
import { kindLabels } from '../listing/sheet.ts'
import { kindOf } from '../validation.ts'
import { disabledIn, type FileRow, kindIn } from './cells.ts'
import {
  type ExistingMember,
  icWithoutZeros,
  lower,
  type MemberIndex,
  nameKey,
  normalizedIc,
  parentWordsIn,
} from './member-index.ts'

interface Parent {
  id: string
  name: string
  isDisable: boolean
}

/** A row and the member it means: a stored one, or the id for a new one. */
export interface MatchedRow {
  file: FileRow
  kind: MemberKind
  existing: ExistingMember | undefined
  id: string
}

/** Matches the rows of a file to stored or new members, and the parents that children name. */
export class RowMatcher {
  readonly #tx: Tx
  readonly #people: MemberIndex
  /** Reports a problem of a cell. */
  readonly #report: (row: number, key: string, message: string) => void
  /** Parents in the file itself, by e-mail, name and id. */
  readonly #parents = new Map<string, Parent[]>()

  constructor(tx: Tx, people: MemberIndex, report: (row: number, key: string, message: string) => void) {
    this.#tx = tx
    this.#people = people
    this.#report = report
  }

  /** One match for each row, in the order of the rows. */
  matchAll(rows: readonly FileRow[]): MatchedRow[] {
    // Parents first: children name them, in any order of rows.
    const isChild = (file: FileRow) => this.#kindOf(file) === 'child'
    const grown = rows.filter((file) => !isChild(file)).map((file) => this.#identify(file))
    for (const person of grown) this.#offerAsParent(person)
    const children = rows.filter(isChild).map((file) => this.#identify(file))
    return [...grown, ...children].sort((a, b) => a.file.row - b.file.row)
  }

  #memberWith({ cells }: FileRow): ExistingMember | undefined {
    const [id, email] = [cells.get('id'), cells.get('email')]
    const icNo = normalizedIc(cells.get('icNo') ?? '')
    if (id) return this.#people.byId.get(lower(id))
    if (icNo) return this.#memberOfIc(icNo, cells.get('dob'))
    const sentKind = kindIn(cells.get('kind') ?? '')
    if (sentKind === 'child' || cells.has('mainIDs')) return undefined
    return email ? this.#people.byEmail.get(lower(email)) : undefined
  }

  /** Whose zeros were dropped when an earlier version imported it is born on the same day. */
  #memberOfIc(icNo: string, dob: string | undefined): ExistingMember | undefined {
    const { byIc } = this.#people
    const shortened = byIc.get(icWithoutZeros(icNo))
    return byIc.get(icNo) ?? (shortened?.dob === dob ? shortened : undefined)
  }

  #kindOf(file: FileRow): MemberKind {
    const { cells } = file
    const sentKind = kindIn(cells.get('kind') ?? '')
    const existing = this.#memberWith(file)
    if (existing) return existing.kind
    return sentKind ?? kindOf({ mainIDs: parentWordsIn(cells.get('mainIDs') ?? ''), icNo: cells.get('icNo') })
  }

  #identify(file: FileRow): MatchedRow {
    const { row, cells } = file
    const stored = this.#memberWith(file)
    const kind = this.#kindOf(file)
    const sentKind = cells.get('kind')
    if (sentKind && !kindIn(sentKind))
      this.#report(row, 'kind', `One of ${Object.values(kindLabels).join(', ')}, not ${sentKind.slice(0, 30)}`)
    if (cells.has('id') && !stored) this.#report(row, 'id', 'There is no member with this ID')
    const existing = stored ?? (kind === 'child' && !cells.has('id') ? this.#matchingChild(file) : undefined)
    return { file, kind, existing, id: existing?.id ?? this.#tx.newId() }
  }

  /** A child without I/C number is matched by name, birthday and a common parent; several such are a problem. */
  #matchingChild({ row, cells }: FileRow): ExistingMember | undefined {
    const named = new Set(
      parentWordsIn(cells.get('mainIDs') ?? '').flatMap((one) => this.#parentsNamed(one).map(({ id }) => id)),
    )
    const icNo = cells.get('icNo')
    const alike = (this.#people.childrenByName.get(nameKey(cells.get('name') ?? '')) ?? []).filter(
      (child) =>
        child.dob === (cells.get('dob') ?? null) &&
        (!icNo || !child.icNo) &&
        child.parentIds.some((id) => named.has(id)),
    )
    const [child, another] = alike
    if (child && another) this.#report(row, 'name', `Several children are called ${child.name}; give the ID`)
    return child
  }

  #offerAsParent({ kind, file: { cells }, existing, id }: MatchedRow) {
    if (kind !== 'parent') return
    const name = cells.get('name') ?? existing?.name ?? ''
    const isDisable = disabledIn(cells.get('isDisable') ?? '') ?? existing?.isDisable ?? false
    const parent: Parent = { id, name, isDisable }
    for (const word of new Set(
      [cells.get('email') ?? existing?.email ?? '', existing?.email ?? '', name, id].map(nameKey),
    ))
      if (word) this.#parents.set(word, [...(this.#parents.get(word) ?? []), parent])
  }

  /** The parents that a word names: by ID, e-mail or name; more than one only by name. */
  #parentsNamed(word: string): Parent[] {
    const { byId, byEmail, parentsByName } = this.#people
    const stored = isId(word) ? [byId.get(lower(word))] : [byEmail.get(lower(word))]
    const existing = stored.some(Boolean) ? stored : (parentsByName.get(nameKey(word)) ?? [])
    const inFile = this.#parents.get(nameKey(word)) ?? []
    const all = [...inFile, ...existing.flatMap((one) => one ?? [])]
    return [...new Map(all.toReversed().map((one) => [one.id, one])).values()]
  }

  /** The ids of the parents that a row names; one of `present` may be disabled. */
  parentsOf({ file: { row, cells } }: MatchedRow, present: readonly string[]): string[] {
    return parentWordsIn(cells.get('mainIDs') ?? '').flatMap((word) => {
      const [parent, another] = this.#parentsNamed(word)
      const shown = word.slice(0, 60)
      if (!parent) this.#report(row, 'mainIDs', `There is no parent ${shown}`)
      else if (another) this.#report(row, 'mainIDs', `Several parents are called ${shown}; name the e-mail instead`)
      else if ('kind' in parent && parent.kind !== 'parent')
        this.#report(row, 'mainIDs', 'Only a parent account can be chosen as parent')
      else if (parent.isDisable && !present.includes(parent.id))
        this.#report(row, 'mainIDs', `${parent.name} is disabled`)
      return parent ? [parent.id] : []
    })
  }
}
