import { walletKindWords } from '@academy/contract/wallet/kind-words.ts'
import { sql } from 'kysely'
import { flowSums, inCallersCentres } from '../platform/data/index.ts'
import { day, flag, instant, inWords, person, type Row, text, whole } from './columns.ts'
import { about, counted, type Kind } from './kind.ts'

/** All but the balance that a wallet was opened with. */
const later = flowSums(sql`kind <> 'opening'`)

export const creditKinds: readonly Kind[] = [
  {
    table: 'wallet',
    name: 'wallets',
    words: 'the credit of each wallet: what it opened with, what came in, what was spent, what expired, what it holds',
    rows: (_, ids) =>
      about(ids, {
        table: 'wallet',
        more: sql`, coalesce(moved.opening, 0) as opening, coalesce(moved.added, 0) as added, coalesce(moved.spent, 0) as spent,
          coalesce(moved.expired, 0) as expired`,
        joins: sql`left join lateral (
          select (sum(credit) filter (where kind = 'opening'))::int as opening,
            ${later.came}::int as added, ${later.went}::int as spent, ${later.expired}::int as expired
          from wallet_entry where wallet_entry.member = wallet.member) as moved on true`,
        order: 'person.name, wallet.member',
      }),
    without: { ...counted, version: 'it counts entries' },
    columns: [
      ...person,
      whole('Opening', 'opening'),
      whole('Credits In', 'added'),
      whole('Credits Out', 'spent'),
      whole('Expired', 'expired'),
      whole('Closing', 'balance'),
      day('Credit Expiry', 'creditExpired'),
    ],
  },
  {
    table: 'walletEntry',
    name: 'ledger',
    words: 'every movement of credit, with the balance before and after it',
    rows: (_, ids) =>
      about(ids, {
        table: 'wallet_entry',
        more: sql`, attendee.name as attendee_name`,
        joins: sql`left join member attendee on attendee.id = wallet_entry.attended_by and attendee.id = any(${ids}::uuid[])`,
        order: 'person.name, wallet_entry.member, wallet_entry.version',
      }),
    without: { cause: 'an inner name of what caused it', attendedBy: 'its name is told, if it is one of the family' },
    columns: [
      ...person,
      instant('Date', 'at'),
      inWords('Kind', 'kind', walletKindWords),
      text('What For', 'causeLabel', 40),
      text('Attended By', 'attendeeName', 26),
      whole('Before', 'balanceBefore'),
      whole('Credits', 'credit'),
      whole('After', 'balanceAfter'),
      text('Note', 'note', 30),
      text('By', 'byName', 16),
    ],
  },
  {
    table: 'creditAdjustment',
    name: 'adjustments',
    words: 'credit that was added or taken by hand',
    may: 'credit_adjust.view',
    rows: (_, ids) => about(ids, { table: 'credit_adjustment', order: 'credit_adjustment.date, credit_adjustment.id' }),
    without: counted,
    columns: [
      ...person,
      text('Number', 'docNo', 16),
      day('Date', 'date'),
      whole('Credits', 'adjustCredit'),
      text('Reason', 'reason', 40),
      text('Status', 'status', 12),
      text('By', 'createdByName', 16),
      text('Approved By', 'approvedByName', 16),
      instant('Approved', 'approvedAt'),
    ],
  },
  {
    table: 'writtenPaper',
    name: 'papers',
    words: 'approved credit adjustments on paper; each is a PDF under papers/',
    may: 'credit_adjust.print',
    // A cash close names everybody who paid on that day.
    rows: (_, ids) => sql<Row>`select written_paper.* from written_paper
      where kind = 'credit-adjustment' and members <@ ${ids}::uuid[] order by number`,
    without: { content: 'the PDF is made of it', logo: "the academy's letterhead" },
    columns: [],
  },
  {
    table: 'enrolment',
    name: 'enrolments',
    words: 'the courses that each goes or went to',
    rows: (_, ids) =>
      about(ids, {
        table: 'enrolment',
        more: sql`, course.name as course_name, payer.name as payer_name`,
        joins: sql`join course on course.id = enrolment.course
          left join member payer on payer.id = enrolment.wallet_member and payer.id = any(${ids}::uuid[])`,
        order: 'person.name, enrolment.created_at, enrolment.id',
      }),
    without: counted,
    columns: [
      ...person,
      text('Course', 'courseName', 30),
      text('Credit Type', 'creditType', 12),
      whole('Credits', 'credit'),
      text('Paid By', 'payerName', 26),
      text('Remark', 'remark', 30),
      flag('Ended', 'isDisable'),
      flag('Done', 'isDone'),
      instant('Enrolled', 'createdAt'),
    ],
  },
  {
    table: 'attendance',
    name: 'attendance',
    words: 'the classes that each was present in or missed',
    // As on the page of the member.
    rows: (tx, ids) =>
      about(ids, {
        table: 'attendance',
        more: sql`, course.name as course_name, payer.name as payer_name`,
        joins: sql`join course on course.id = attendance.course
          left join member payer on payer.id = attendance.wallet_member and payer.id = any(${ids}::uuid[])`,
        where: inCallersCentres(tx, 'course.centre'),
        order: 'attendance.class_date, person.name, attendance.id',
      }),
    without: { ...counted, version: 'it counts changes' },
    columns: [
      ...person,
      day('Date', 'classDate'),
      text('Course', 'courseName', 30),
      text('Status', 'status', 8),
      text('In', 'checkIn', 8),
      text('Out', 'checkOut', 8),
      text('Credit Type', 'creditType', 12),
      whole('Credits', 'creditMinus'),
      flag('Outstanding', 'outstanding'),
      text('Paid By', 'payerName', 26),
      text('Marked By', 'takenByName', 16),
    ],
  },
]
