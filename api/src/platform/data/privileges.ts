/** What the portal's database role may do. The owner of the tables, who may do anything, only brings them up to date. */
import { columnOf } from './row-shape.ts'
import type { Schema } from './schema.ts'

type Privilege<Row> = 'insert' | 'update' | 'delete' | { update: readonly (keyof Row & string)[] }

const all = ['insert', 'update', 'delete'] as const
const kept = ['insert', 'update'] as const
const replaced = ['insert', 'delete'] as const
const appended = ['insert'] as const

/**
 * What it may do with each table beside reading it. Whoever locks a row needs the right to update a column of it, and
 * whoever is not written to directly is written to by triggers and functions of the owner's.
 */
export const privileges: { readonly [Table in keyof Schema]: readonly Privilege<Schema[Table]>[] } = {
  alertMail: kept,
  alertSeen: kept,
  announcement: all,
  attendance: all,
  auditHead: [],
  auditPending: [],
  auditRecord: [],
  backgroundJob: kept,
  belt: all,
  booksProof: kept,
  brand: [
    {
      update: [
        'hex',
        'palette',
        'picture',
        'print',
        'updatedAt',
        'companyName',
        'registration',
        'address',
        'phone',
        'creditPrice',
        'lowBalance',
        'language',
        'background',
        'backgroundPrint',
      ],
    },
  ],
  cancelledDate: appended,
  cardEvent: appended,
  cardOrder: ['insert', { update: ['state', 'providerPayment', 'problem', 'declinedAt', 'updatedAt'] }],
  cardRefund: ['insert', { update: ['doneAt', 'doneBy', 'doneByName'] }],
  cashClose: appended,
  cashCloseLine: appended,
  cashCloseSeries: ['insert', { update: ['last'] }],
  cashEvening: appended,
  centre: all,
  class: all,
  classInstructor: replaced,
  coach: all,
  coachRate: all,
  course: all,
  courseInstructor: replaced,
  courseType: all,
  courseYear: kept,
  courseYearInstructor: replaced,
  creditAdjustment: [
    'insert',
    {
      update: [
        ...(['date', 'member', 'reason', 'adjustCredit', 'status'] as const),
        ...(['approvedByUser', 'approvedByName', 'approvedAt', 'updatedAt'] as const),
      ],
    },
  ],
  creditPackage: all,
  designation: all,
  documentFormat: all,
  eInvoiceSupplier: [
    {
      update: [
        'tin',
        'registrationKind',
        'registrationNumber',
        'sst',
        'msic',
        'activity',
        'address1',
        'address2',
        'address3',
        'postcode',
        'city',
        'state',
        'telephone',
        'email',
        'classification',
        'taxType',
        'exemption',
        'updatedAt',
      ],
    },
  ],
  emergencyContact: all,
  enrolment: all,
  exportProgress: all,
  holiday: all,
  idempotentAnswer: all,
  knownDevice: all,
  letterheadPicture: appended,
  mailServer: [{ update: ['host', 'port', 'security', 'username', 'password', 'sender', 'updatedAt'] }],
  member: all,
  memberImport: kept,
  memberImportRow: replaced,
  memberMessage: replaced,
  memberParent: replaced,
  memberPasswordCode: all,
  memberType: all,
  monthBalance: replaced,
  monthClose: appended,
  monthClosing: replaced,
  monthFile: appended,
  monthSettlement: appended,
  monthStart: ['insert', 'delete', { update: ['isKept'] }],
  newcomer: all,
  notice: all,
  noticeDetails: replaced,
  outboxMail: replaced,
  paperToWrite: ['delete', { update: ['kind'] }],
  passwordReset: ['insert', 'delete', { update: ['createdAt'] }],
  payment: [
    'insert',
    {
      update: [
        ...(['receiptNo', 'isPay', 'isRejected', 'isCancelled', 'verifiedBy', 'verifiedByName', 'rejectedAt'] as const),
        ...(['cancelledAt', 'expiredDate', 'expiryBefore', 'cancelReason', 'dateTime', 'updatedAt'] as const),
      ],
    },
  ],
  pendingClass: replaced,
  pendingClassInstructor: appended,
  pendingReplacement: replaced,
  pendingReplacementInstructor: appended,
  receipt: appended,
  receiptToWrite: ['delete', { update: ['payment'] }],
  recoveryCode: replaced,
  relationship: all,
  sandboxKey: appended,
  sandboxOrder: kept,
  sandboxPayment: kept,
  savedView: all,
  secondFactor: all,
  secondFactorTicket: ['insert', 'delete', { update: ['expires'] }],
  sensitiveReading: ['insert', { update: ['members'] }],
  signInLimit: all,
  sport: all,
  staffSession: all,
  staffUser: all,
  userGroup: all,
  wallet: ['insert', 'delete', { update: ['balance', 'version', 'creditExpired'] }],
  walletEntry: appended,
  writtenPaper: appended,
}

const words = (given: Privilege<Record<string, unknown>>): string[] =>
  typeof given === 'string' ? [given] : given.update.map((column) => `update("${columnOf(column)}")`)

const ofTables = new Map<string, readonly string[]>([
  ['kysely_migration', ['select']],
  ...Object.entries(privileges).map(([table, given]): [string, string[]] => [
    columnOf(table),
    ['select', ...(given as readonly Privilege<Record<string, unknown>>[]).flatMap(words)],
  ]),
])

const ofOthers = { sequence: ['select'], function: ['execute'], trigger: [], schema: ['usage'], database: ['connect'] }

/** What a grant can be about, in the owner's database. */
export interface Granted {
  kind: 'table' | keyof typeof ofOthers
  name: string
}

/** What the portal's role may do with it, as a grant says it. A table without a decision is closed; a test names it. */
export const wantedOf = ({ kind, name }: Granted): readonly string[] =>
  kind === 'table' ? (ofTables.get(name) ?? []) : ofOthers[kind]
