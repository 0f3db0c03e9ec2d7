/** Every column of `member` and how it is used. A missing column is a type error. */

import { everyField, type MemberField } from '@academy/contract/members/fields.ts'
import { keysOf, recordOf } from '@academy/contract/platform/records.ts'
import type { SensitiveField } from '@academy/contract/platform/sensitive.ts'
import type { MemberRecord } from './tables.ts'

/** What erasing a member does with a column. */
type Erasure<Value> =
  /** It is set to this value. */
  | { becomes: Value }
  /** It stays, for this reason. */
  | { stays: string }
  /** It changes by itself, for this reason. */
  | { follows: string }

interface Column<Value> {
  erased: Erasure<Value>
  /** Masked in the audit trail. */
  masked?: true
}

interface FormColumn<Name, Value> extends Column<Value> {
  /** Whether it needs a permission of its own to be seen and written; `sensitiveFields` names the same. */
  isSensitive: Name extends SensitiveField ? true : false
  /** Sorted as stored; without this, sorting ignores case. */
  isSortedAsStored?: true
  /** Its column in the members' workbook, for export and import. */
  sheet: {
    width: number
    /** Further headings that an import accepts. */
    aliases?: readonly string[]
    /** Kinds for which an import requires it. */
    needed?: string
    /** Accepted values, where not any text. */
    hint?: string
    example?: string
  }
}

const wiped = { becomes: null } as const
const oneOfChoices = { hint: 'One of the sheet Choices' } as const

/** The columns that a form fills, in the order of the workbook. */
export const formColumns: { readonly [K in MemberField]: FormColumn<K, MemberRecord[K]> } = {
  name: {
    isSensitive: false,
    erased: { becomes: 'Deleted member' },
    sheet: { width: 28, aliases: ['Full Name', 'Member Name', 'Student Name'], needed: 'all', example: 'Tan Wei Ling' },
  },
  chName: { isSensitive: false, erased: wiped, isSortedAsStored: true, sheet: { width: 14, example: '陈伟玲' } },
  dob: {
    isSensitive: false,
    erased: wiped,
    isSortedAsStored: true,
    sheet: {
      width: 13,
      aliases: ['Birthday', 'Birthdate', 'Birth Date'],
      needed: 'adults, children',
      hint: 'A date cell, DD-MM-YYYY or YYYY-MM-DD',
      example: '28-02-2015',
    },
  },
  icNo: {
    isSensitive: true,
    erased: wiped,
    masked: true,
    isSortedAsStored: true,
    sheet: {
      width: 17,
      aliases: ['I/C', 'IC Number', 'NRIC', 'NRIC No.', 'MyKad', 'MyKid'],
      needed: 'adults',
      hint: 'Format the column as text; zeros lost from its beginning are put back where the date of birth tells. A parent account has none. It tells which member a row without an ID is',
      example: '150228-14-1234',
    },
  },
  tmNo: { isSensitive: false, erased: wiped, isSortedAsStored: true, sheet: { width: 12, example: 'TM-0815' } },
  gender: {
    isSensitive: false,
    erased: wiped,
    isSortedAsStored: true,
    sheet: {
      width: 9,
      aliases: ['Sex'],
      needed: 'adults, children',
      hint: 'Male or Female, M or F',
      example: 'Female',
    },
  },
  nationality: {
    isSensitive: false,
    erased: wiped,
    sheet: {
      width: 14,
      needed: 'adults',
      hint: `Text of at most ${everyField.nationality.max} characters. Left empty for a child: Malaysian`,
      example: 'Malaysian',
    },
  },
  email: {
    isSensitive: false,
    erased: wiped,
    masked: true,
    sheet: {
      width: 30,
      aliases: ['Email Address'],
      needed: 'adults, parents',
      hint: 'For adults and parents also the sign-in, no two share it. It tells which one a row without ID and I/C is',
      example: 'weiling@example.com',
    },
  },
  phoneNo: {
    isSensitive: false,
    erased: wiped,
    masked: true,
    isSortedAsStored: true,
    sheet: {
      width: 15,
      aliases: [
        'Phone',
        'Phone Number',
        'Mobile',
        'Mobile No.',
        'Handphone',
        'Handphone No.',
        'H/P',
        'H/P No.',
        'Contact No.',
      ],
      hint: '10 to 12 digits. Format the column as text; the zero lost from the beginning of a Malaysian one is put back',
      example: '0123456789',
    },
  },
  address: { isSensitive: false, erased: wiped, masked: true, sheet: { width: 36, aliases: ['Home Address'] } },
  school: { isSensitive: false, erased: wiped, sheet: { width: 20, example: 'SJKC Chung Hwa' } },
  schoolClass: { isSensitive: false, erased: wiped, sheet: { width: 12, example: '5 Bestari' } },
  medical: { isSensitive: true, erased: wiped, masked: true, sheet: { width: 24, example: 'Asthma' } },
  note: { isSensitive: false, erased: wiped, sheet: { width: 24, aliases: ['Remark', 'Remarks'] } },
  memberType: {
    isSensitive: false,
    erased: { stays: 'reports group by it, and it names nobody' },
    sheet: { width: 15, ...oneOfChoices },
  },
  belt: {
    isSensitive: false,
    erased: { stays: 'reports group by it, and it names nobody' },
    sheet: { width: 13, aliases: ['Belt Colour', 'Belt'], ...oneOfChoices, example: 'White' },
  },
  coachIncharge: {
    isSensitive: false,
    erased: { stays: 'reports group by it, and it does not name the member' },
    sheet: { width: 20, aliases: ['Coach'], needed: 'adults, children', ...oneOfChoices },
  },
  relationship: {
    isSensitive: false,
    erased: wiped,
    sheet: {
      width: 14,
      needed: 'parents',
      hint: 'What the parent is to the children. One of the sheet Choices',
      example: 'Mother',
    },
  },
}

interface OtherColumn<Value> extends Column<Value> {
  /** Whether a member's document shows it. */
  shown: boolean
}

/** The columns that no form fills. */
const others = {
  id: { erased: { stays: 'the money rows refer to it' }, shown: true },
  kind: { erased: { stays: 'the wallet has it too, and it names nobody' }, shown: true },
  picture: { erased: wiped, shown: true },
  password: { erased: wiped, shown: false },
  isDisable: { erased: { stays: 'only a disabled member is deleted' }, shown: true },
  isIndependent: { erased: { stays: 'it says whose wallet paid' }, shown: true },
  isProtected: { erased: { stays: 'only an unprotected member is deleted' }, shown: true },
  isDeleted: { erased: { becomes: true }, shown: false },
  createdAt: { erased: { stays: 'reports count members by it, and it names nobody' }, shown: true },
  updatedAt: { erased: { follows: 'the time of the deletion' }, shown: true },
  rowVersion: { erased: { follows: 'the database draws it at each change' }, shown: false },
  searchText: { erased: { follows: 'the database makes it of the columns that are wiped' }, shown: false },
  searchParts: { erased: { follows: 'the database makes it of the columns that are wiped' }, shown: false },
  parentNames: { erased: { follows: 'the links to the parents are removed' }, shown: false },
  parentParts: { erased: { follows: 'the links to the parents are removed' }, shown: false },
} as const satisfies { [K in Exclude<keyof MemberRecord, MemberField>]: OtherColumn<MemberRecord[K]> }

/** What erasing a member does with each column. */
export const erasures: Record<keyof MemberRecord, Column<unknown>> = { ...formColumns, ...others }

/** The columns that a form fills and an import writes, in the order of the workbook. */
export const formFields = keysOf(formColumns)
export type MemberValues = Pick<MemberRecord, MemberField>

/** The values of an empty form. */
export const blank: MemberValues = { ...recordOf(formFields, () => null), name: '' }

type Shown = { [K in keyof typeof others]: (typeof others)[K]['shown'] extends true ? K : never }[keyof typeof others]
/** The columns that a member's document shows. */
export const shownColumns = [
  ...formFields,
  ...keysOf(others).filter((column): column is Shown => others[column].shown),
] as const

/** The columns that the audit trail masks, for members and emergency contacts. */
export const maskedColumns: readonly string[] = formFields.filter((column) => formColumns[column].masked)

/** The values that erasing a member writes. */
export const wipedValues: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(erasures).flatMap(([column, { erased }]) => ('becomes' in erased ? [[column, erased.becomes]] : [])),
)
