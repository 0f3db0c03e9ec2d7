/**
 * What erasing a member does with the tables that refer to it. A test reads the database schema and fails for a table, or
 * a column that can hold text, that is not here.
 */

/** Tables whose rows are removed, with the columns that name the member. */
export const removedRows = {
  memberImportRow: ['member'],
  memberMessage: ['member'],
  memberParent: ['parent', 'child'],
  memberPasswordCode: ['member'],
  emergencyContact: ['member'],
  notice: ['member'],
} as const

/** Columns that are emptied in rows that stay. */
export const emptiedColumns = { enrolment: ['remark'] } as const

/** Lists of members in rows that stay: the ids are taken out. */
export const thinnedLists = { sensitiveReading: 'members' } as const

const word = 'one of a few words'
const number = 'the number of a document'
const staff = 'a username of the staff'
const day = 'a day of the books'
const money = 'it says why the money moved'
const sold = 'what was sold, as it was called then'
const law = 'the law has it kept whole'

/** Tables whose rows stay, with the reason why each column that can hold text, a day or a document may stay. */
export const retainedRows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wallet: { kind: word, creditExpired: day },
  walletEntry: { kind: word, cause: number, causeType: word, causeLabel: money, byName: staff, note: money },
  creditAdjustment: {
    docNo: number,
    date: day,
    reason: money,
    status: word,
    createdByName: staff,
    approvedByName: staff,
  },
  payment: {
    orderNo: number,
    receiptNo: number,
    receiptToken: number,
    packageCode: sold,
    packageTitle: sold,
    description: sold,
    paymentType: word,
    createdByName: staff,
    verifiedByName: staff,
    expiredDate: day,
    expiryBefore: day,
    cancelReason: money,
  },
  enrolment: { creditType: word },
  attendance: {
    creditType: word,
    status: word,
    classDate: day,
    checkIn: 'a time of the class',
    checkOut: 'a time of the class',
    takenByName: staff,
  },
  monthBalance: { month: day },
  sensitiveReading: {
    username: staff,
    call: word,
    filter: 'without the words of a search and without ids',
    fields: word,
  },
  receipt: { number, content: law, digest: law, logo: law, background: law },
  writtenPaper: { number, kind: word, content: law, digest: law, logo: law },
}
