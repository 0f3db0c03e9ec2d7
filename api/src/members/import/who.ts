import type { MemberKind } from '@academy/contract/members/fields.ts'
import { isId, type Tx } from '../../platform/data/index.ts'
import { kindLabels } from '../sheet.ts'
import { kindOf } from '../validation.ts'
import { disabledIn, type FileRow, kindIn } from './cells.ts'
import { type Known, type KnownPeople, lower, namedIn, plainIc } from './known.ts'

interface Parent {
  id: string
  name: string
  isDisable: boolean
}

/** A row and who it is about: a member that is there, or the id of a new one. */
export interface Person {
  file: FileRow
  kind: MemberKind
  known: Known | undefined
  id: string
}

/** Who the rows of a file are about: members that are there, new ones, and the parents that children name. */
export class Who {
  readonly #tx: Tx
  readonly #people: KnownPeople
  /** What is wrong with a cell. */
  readonly #tell: (row: number, key: string, message: string) => void
  /** Who is a parent in the file itself, by e-mail and by name. */
  readonly #parents = new Map<string, Parent[]>()

  constructor(tx: Tx, people: KnownPeople, tell: (row: number, key: string, message: string) => void) {
    this.#tx = tx
    this.#people = people
    this.#tell = tell
  }

  /** A person for each row, in the order of the rows. */
  peopleOf(rows: readonly FileRow[]): Person[] {
    // Parents first: children name them, in whatever order the rows stand.
    const isChild = (file: FileRow) => this.#kindOf(file) === 'child'
    const grown = rows.filter((file) => !isChild(file)).map((file) => this.#identify(file))
    for (const person of grown) this.#offerAsParent(person)
    const children = rows.filter(isChild).map((file) => this.#identify(file))
    return [...grown, ...children].sort((a, b) => a.file.row - b.file.row)
  }

  #memberWith({ cells }: FileRow): Known | undefined {
    const [id, icNo, email] = [cells.get('id'), cells.get('icNo'), cells.get('email')]
    if (id) return this.#people.byId.get(lower(id))
    if (icNo) return this.#people.byIc.get(plainIc(icNo))
    const said = kindIn(cells.get('kind') ?? '')
    if (said === 'child' || cells.has('mainIDs')) return undefined
    return email ? this.#people.byEmail.get(lower(email)) : undefined
  }

  #kindOf(file: FileRow): MemberKind {
    const { cells } = file
    const said = kindIn(cells.get('kind') ?? '')
    const known = this.#memberWith(file)
    if (known) return known.kind
    return said ?? kindOf({ mainIDs: namedIn(cells.get('mainIDs') ?? ''), icNo: cells.get('icNo') })
  }

  #identify(file: FileRow): Person {
    const { row, cells } = file
    const stored = this.#memberWith(file)
    const kind = this.#kindOf(file)
    const said = cells.get('kind')
    if (said && !kindIn(said))
      this.#tell(row, 'kind', `One of ${Object.values(kindLabels).join(', ')}, not ${said.slice(0, 30)}`)
    if (cells.has('id') && !stored) this.#tell(row, 'id', 'There is no member with this ID')
    const known = stored ?? (kind === 'child' && !cells.has('id') ? this.#childLike(file) : undefined)
    return { file, kind, known, id: known?.id ?? this.#tx.newId() }
  }

  /** A child without I/C number: the same name, birthday and a parent in common are the same child. */
  #childLike({ cells }: FileRow): Known | undefined {
    const named = new Set(
      namedIn(cells.get('mainIDs') ?? '').flatMap((one) => this.#parentsNamed(one).map(({ id }) => id)),
    )
    const icNo = cells.get('icNo')
    return this.#people.childrenByName
      .get(lower(cells.get('name') ?? ''))
      ?.find(
        (child) =>
          child.dob === (cells.get('dob') ?? null) &&
          (!icNo || !child.icNo) &&
          child.parentIds.some((id) => named.has(id)),
      )
  }

  #offerAsParent({ kind, file: { cells }, known, id }: Person) {
    if (kind !== 'parent') return
    const name = cells.get('name') ?? known?.name ?? ''
    const isDisable = disabledIn(cells.get('isDisable') ?? '') ?? known?.isDisable ?? false
    const parent: Parent = { id, name, isDisable }
    for (const word of new Set([cells.get('email') ?? known?.email ?? '', known?.email ?? '', name, id].map(lower)))
      if (word) this.#parents.set(word, [...(this.#parents.get(word) ?? []), parent])
  }

  /** Whom a cell means: by ID, by e-mail, or by name; more than one only by name. */
  #parentsNamed(word: string): Parent[] {
    const { byId, byEmail, parentsByName } = this.#people
    const stored = isId(word) ? [byId.get(lower(word))] : [byEmail.get(lower(word))]
    const known = stored.some(Boolean) ? stored : (parentsByName.get(lower(word)) ?? [])
    const inFile = this.#parents.get(lower(word)) ?? []
    const all = [...inFile, ...known.flatMap((one) => one ?? [])]
    return [...new Map(all.toReversed().map((one) => [one.id, one])).values()]
  }

  /** The ids of the parents that a row names; one of `present` may be disabled. */
  parentsOf({ file: { row, cells } }: Person, present: readonly string[]): string[] {
    return namedIn(cells.get('mainIDs') ?? '').flatMap((word) => {
      const [parent, another] = this.#parentsNamed(word)
      const shown = word.slice(0, 60)
      if (!parent) this.#tell(row, 'mainIDs', `There is no parent ${shown}`)
      else if (another) this.#tell(row, 'mainIDs', `Several parents are called ${shown}; name the e-mail instead`)
      else if ('kind' in parent && parent.kind !== 'parent')
        this.#tell(row, 'mainIDs', 'Only a parent account can be chosen as parent')
      else if (parent.isDisable && !present.includes(parent.id))
        this.#tell(row, 'mainIDs', `${parent.name} is disabled`)
      return parent ? [parent.id] : []
    })
  }
}
