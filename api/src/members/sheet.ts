import type { MemberKind } from '@academy/contract/members/fields.ts'
import { memberFields } from '@academy/contract/members/fields.ts'
import type { Column } from '../platform/sheets/index.ts'

/** What a row of the members' sheet is made of; ids of chosen entries stand as their labels. */
export interface SheetRow {
  id: string
  kind: MemberKind
  name: string
  chName: string | null
  dob: string | null
  icNo: string | null
  tmNo: string | null
  gender: string | null
  nationality: string | null
  email: string | null
  phoneNo: string | null
  address: string | null
  school: string | null
  schoolClass: string | null
  medical: string | null
  note: string | null
  memberType: string | null
  belt: string | null
  coachIncharge: string | null
  relationship: string | null
  /** E-mails of the parents, or ids of those without one. */
  parents: string | null
  isIndependent: boolean
  isDisable: boolean
  balance: number | null
  creditExpired: string | null
}

export type Key = Exclude<keyof SheetRow, 'balance' | 'parents'> | 'mainIDs' | 'wallet' | 'password'

/** A column of the members' sheet, out and in. */
export interface SheetColumn extends Column<SheetRow> {
  key: Key
  /** Further headings it is known by, beside its key. */
  aliases?: readonly string[]
  /** For whom it must be filled in, and what it takes: said in the template. */
  needed: string
  hint: string
  example: string
}

export const kindLabels: Record<MemberKind, string> = { adult: 'Adult', child: 'Child', parent: 'Parent' }
export const statusLabels = { active: 'Active', disabled: 'Disabled' } as const
export const answers = { yes: 'Yes', no: 'No' } as const

const { adult } = memberFields
const words = (max: number | undefined) => `Text of at most ${max} characters`

type Plain = { [K in keyof SheetRow]: SheetRow[K] extends string | null ? K : never }[keyof SheetRow] & Key
const text = (
  key: Plain,
  header: string,
  width: number,
  say: Pick<SheetColumn, 'needed' | 'hint' | 'example'> & { aliases?: readonly string[] },
): SheetColumn => ({ key, header, width, kind: 'text', value: (row) => row[key], ...say })

/** The columns of the export, which are those of the import; the template has the password beside them. */
export const sheetColumns: readonly SheetColumn[] = [
  text('id', 'ID', 38, {
    needed: '',
    hint: 'Filled in by the export. Leave it empty for a new member; a row with an ID changes that member',
    example: '',
  }),
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
  text('name', adult.name.label, 28, {
    needed: 'all',
    hint: words(adult.name.max),
    example: 'Tan Wei Ling',
  }),
  text('chName', adult.chName.label, 14, { needed: '', hint: words(adult.chName.max), example: '陈伟玲' }),
  {
    key: 'dob',
    header: adult.dob.label,
    kind: 'day',
    width: 13,
    value: ({ dob }) => dob,
    needed: 'adults, children',
    hint: 'A date cell, DD-MM-YYYY or YYYY-MM-DD',
    example: '28-02-2015',
  },
  text('icNo', adult.icNo.label, 17, {
    aliases: ['I/C', 'IC Number'],
    needed: 'adults',
    hint: 'Format the column as text. A parent account has none. It tells which member a row without an ID is',
    example: '150228-14-1234',
  }),
  text('tmNo', adult.tmNo.label, 12, { needed: '', hint: words(adult.tmNo.max), example: 'TM-0815' }),
  text('gender', adult.gender.label, 9, {
    needed: 'adults, children',
    hint: 'Male or Female',
    example: 'Female',
  }),
  text('nationality', adult.nationality.label, 14, {
    needed: 'adults',
    hint: `${words(adult.nationality.max)}. Left empty for a child: Malaysian`,
    example: 'Malaysian',
  }),
  text('email', adult.email.label, 30, {
    needed: 'adults, parents',
    hint: 'For adults and parents also the sign-in, no two share it. It tells which one a row without ID and I/C is',
    example: 'weiling@example.com',
  }),
  text('phoneNo', adult.phoneNo.label, 15, {
    aliases: ['Phone'],
    needed: '',
    hint: '10 to 12 digits. Format the column as text, so that the leading zero stays',
    example: '0123456789',
  }),
  text('address', adult.address.label, 36, {
    needed: '',
    hint: words(adult.address.max),
    example: '',
  }),
  text('school', adult.school.label, 20, { needed: '', hint: words(adult.school.max), example: 'SJKC Chung Hwa' }),
  text('schoolClass', adult.schoolClass.label, 12, {
    needed: '',
    hint: words(adult.schoolClass.max),
    example: '5 Bestari',
  }),
  text('medical', adult.medical.label, 24, {
    needed: '',
    hint: words(adult.medical.max),
    example: 'Asthma',
  }),
  text('note', adult.note.label, 24, { needed: '', hint: words(adult.note.max), example: '' }),
  text('memberType', adult.memberType.label, 15, { needed: '', hint: 'One of the sheet Choices', example: '' }),
  text('belt', adult.belt.label, 13, {
    aliases: ['Belt Colour'],
    needed: '',
    hint: 'One of the sheet Choices',
    example: 'White',
  }),
  text('coachIncharge', adult.coachIncharge.label, 20, {
    aliases: ['Coach'],
    needed: 'adults, children',
    hint: 'One of the sheet Choices',
    example: '',
  }),
  text('relationship', 'Relationship', 14, {
    needed: 'parents',
    hint: 'What the parent is to the children. One of the sheet Choices',
    example: 'Mother',
  }),
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
  header: adult.password.label,
  kind: 'text',
  width: 14,
  value: () => null,
  needed: '',
  hint: 'First password of a new member, at least 8 characters; without one the member cannot sign in yet. At most 500 in one file. The password of a member that exists is not changed here',
  example: '',
}

/** What the import knows, the password included. */
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
/** The column a heading stands for, whatever its case, blanks and signs. */
export const columnOf = (heading: string): SheetColumn | undefined => byHeading.get(plain(heading))
