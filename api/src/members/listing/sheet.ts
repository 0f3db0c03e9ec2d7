import { everyField, type MemberField, type MemberKind } from '@academy/contract/members/fields.ts'
import type { Field } from '@academy/contract/platform/field.ts'
import type { Column } from '../../platform/sheets/index.ts'
import { formColumns, formFields } from '../columns.ts'

type FormCells = Record<MemberField, string | null>

/** A row of the members' sheet; chosen entries appear by their labels. */
export interface SheetRow extends FormCells {
  id: string
  kind: MemberKind
  name: string
  /** E-mails of the parents, or ids of those without one. */
  parents: string | null
  isIndependent: boolean
  isDisable: boolean
  balance: number | null
  creditExpired: string | null
}

export type Key = Exclude<keyof SheetRow, 'balance' | 'parents'> | 'mainIDs' | 'wallet' | 'password'

/** A column of the members' sheet, for export and import. */
export interface SheetColumn extends Column<SheetRow> {
  key: Key
  /** Further headings that the import accepts, besides its key. */
  aliases?: readonly string[]
  /** For the template: who needs it, accepted values, an example. */
  needed: string
  hint: string
  example: string
}

export const kindLabels: Record<MemberKind, string> = { adult: 'Adult', child: 'Child', parent: 'Parent' }
export const statusLabels = { active: 'Active', disabled: 'Disabled' } as const
export const answers = { yes: 'Yes', no: 'No' } as const

const ofForm = formFields.map((key): SheetColumn => {
  const { label, kind, max }: Field = everyField[key]
  const {
    width,
    aliases = [],
    needed = '',
    hint = `Text of at most ${max} characters`,
    example = '',
  } = formColumns[key].sheet
  const value = (row: SheetRow) => row[key]
  const { isSensitive } = formColumns[key]
  const shown = {
    header: label,
    kind: kind === 'date' ? ('day' as const) : ('text' as const),
    width,
    value,
    isSensitive,
  }
  return { key, ...shown, aliases, needed, hint, example }
})

/** The columns of the export, which are those of the import; the template has the password beside them. */
export const sheetColumns: readonly SheetColumn[] = [
  {
    key: 'id',
    header: 'ID',
    kind: 'text',
    width: 38,
    value: ({ id }) => id,
    needed: '',
    hint: 'Filled in by the export. Leave it empty for a new member; a row with an ID changes that member',
    example: '',
  },
  {
    key: 'kind',
    header: 'Kind',
    kind: 'text',
    width: 9,
    value: ({ kind }) => kindLabels[kind],
    needed: '',
    hint: 'Adult, Child or Parent. Left empty: with Parents a child, with an I/C No. an adult, else a parent',
    example: 'Child',
  },
  ...ofForm,
  {
    key: 'mainIDs',
    header: 'Parents',
    aliases: ['Parent'],
    kind: 'text',
    width: 30,
    value: ({ parents }) => parents,
    needed: 'children',
    hint: 'E-mail of the parent (or ID, or the full name if only one parent has it), of two parents with ; between. The parent may be a row of the same file, in any order',
    example: 'weiling@example.com',
  },
  {
    key: 'isIndependent',
    header: 'Independent',
    kind: 'text',
    width: 12,
    value: ({ isIndependent }) => (isIndependent ? answers.yes : answers.no),
    needed: '',
    hint: 'Yes for a new child that pays from a wallet of its own. Of a member that exists it is not changed here',
    example: 'No',
  },
  {
    key: 'isDisable',
    header: 'Status',
    kind: 'text',
    width: 10,
    value: ({ isDisable }) => (isDisable ? statusLabels.disabled : statusLabels.active),
    needed: '',
    hint: 'Active or Disabled. Left empty: active',
    example: 'Active',
  },
  {
    key: 'wallet',
    header: 'Wallet',
    kind: 'integer',
    width: 10,
    value: ({ balance }) => balance ?? 0,
    needed: '',
    hint: 'Credits a new member brings along, booked as opening balance. The wallet of a member that exists is not changed here',
    example: '0',
  },
  {
    key: 'creditExpired',
    header: 'Credit Expiry',
    kind: 'day',
    width: 13,
    value: ({ creditExpired }) => creditExpired,
    needed: '',
    hint: 'Day on which the credit of a new member expires. Of a member that exists it is not changed here',
    example: '',
  },
]

const passwordColumn: SheetColumn = {
  key: 'password',
  header: everyField.password.label,
  kind: 'text',
  width: 14,
  value: () => null,
  needed: '',
  hint: 'First password of a new member, at least 8 characters; without one the member cannot sign in yet. At most 500 in one file. The password of a member that exists is not changed here',
  example: '',
}

/** The columns of the import, the password included. */
export const importColumns: readonly SheetColumn[] = [...sheetColumns, passwordColumn]

const headers = new Map(importColumns.map(({ key, header }) => [key, header]))
/** The heading of a column, as problems name it. */
export const headerOf = (key: string): string => [...headers].find(([known]) => known === key)?.[1] ?? 'Row'

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '')
const byHeading = new Map(
  importColumns.flatMap((column) =>
    [column.header, column.key, ...(column.aliases ?? [])].map((name) => [plain(name), column] as const),
  ),
)
/** The column of a heading; case, blanks and punctuation do not matter. */
export const columnOf = (heading: string): SheetColumn | undefined => byHeading.get(plain(heading))
