import { z } from 'zod'
import { alert } from '../audit/alerts.ts'
import { endpoint } from '../platform/endpoint.ts'
import { listOf, page } from '../platform/query.ts'
import { firstSteps } from './first-steps.ts'
import { waiting } from './waiting.ts'

const classInShort = {
  _id: z.string(),
  course: z.object({ _id: z.string(), name: z.string() }),
  centre: z.string().nullable(),
  duration: z.string(),
  students: z.number(),
  /** Names, the main instructors first. */
  coaches: z.array(z.string()),
}

export const overview = z.object({
  /** There is no course, no credit package or no member yet. */
  isNew: z.boolean(),
  /** Of the first steps of a new academy those that were taken. */
  begun: z.array(z.enum(firstSteps)),
  pending: z.object({ count: z.number(), /** RM, two decimals. */ amount: z.string() }),
  lowBalance: z.object({
    items: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        chName: z.string().nullable(),
        phoneNo: z.string().nullable(),
        wallet: z.number(),
        creditExpired: z.string().nullable(),
      }),
    ),
    total: z.number(),
  }),
  /** The current month's paid payments, summed per receiving coach. */
  coachSummary: z.object({
    month: z.string(),
    items: z.array(
      z.object({ _id: z.string(), name: z.string(), payments: z.number(), credit: z.number(), amount: z.string() }),
    ),
    total: z.number(),
  }),
  todayClasses: z.array(z.object({ ...classInShort, isAttendanceTaken: z.boolean(), present: z.number() })),
  /** Classes of the last 30 days that are over, have students and are not marked; the latest first. */
  unmarkedClasses: z.object({
    items: z.array(z.object({ ...classInShort, date: z.string() })),
    total: z.number(),
  }),
  /** Attended but unpaid classes by the wallet that owes; wallets that can pay come first. */
  openCases: z.object({
    items: z.array(
      z.object({
        walletMember: z.object({
          _id: z.string(),
          name: z.string(),
          chName: z.string().nullable(),
          wallet: z.number(),
        }),
        cases: z.number(),
        /** Credits owed for all of them. */
        credit: z.number(),
        /** How many the wallet covers, the oldest first, and what it would hold then. */
        covered: z.number(),
        walletAfter: z.number(),
        oldest: z.string(),
      }),
    ),
    /** Wallets that owe, and their cases. */
    total: z.number(),
    cases: z.number(),
  }),
  /**
   * In December and January the courses that were planned for the old year and are not for the new one, the first ten; null when
   * there are none, in other months, and for who may not plan.
   */
  unplanned: z
    .object({
      year: z.number(),
      items: z.array(z.object({ _id: z.string(), name: z.string() })),
      total: z.number(),
    })
    .nullable(),
  /**
   * Cash closes of the last 7 days in which less was counted than expected and which no other close put right, the latest five;
   * null when there are none, and for who may not see the audit trail and the closes.
   */
  shortCloses: z
    .object({
      items: z.array(
        z.object({
          _id: z.string(),
          number: z.string(),
          day: z.string(),
          coach: z.string(),
          /** RM, two decimals: what is missing. */
          missing: z.string(),
          remark: z.string().nullable(),
        }),
      ),
      total: z.number(),
    })
    .nullable(),
  expiringWallets: z.object({ count: z.number(), credit: z.number() }),
  formatWarnings: z.array(
    z.object({
      type: z.string(),
      running_no: z.number(),
      isDisable: z.boolean(),
      isMissing: z.boolean(),
      message: z.string(),
    }),
  ),
})
export type Overview = z.output<typeof overview>

const days = z.object({ from: z.string(), to: z.string() })
const figure = <Value extends z.ZodType>(value: Value) =>
  z.object({
    /** Of this month up to today, and of the same days of the month before. */
    now: value,
    base: value,
    /** Eight times seven days, the last ending today. */
    weeks: z.array(value),
  })

/** How the month goes, beside the same days of the month before. */
export const monthFigures = z.object({
  days,
  base: days,
  /** RM, two decimals: paid, not cancelled, not rejected, by the day of verification. */
  collected: figure(z.string()),
  /** Attendances of the caller's centres with the status present, and the members they are of. */
  attended: figure(z.number()),
  members: figure(z.number()),
  /** Credits that all wallets hold at the end of the days. */
  owed: figure(z.number()),
})
export type MonthFigures = z.output<typeof monthFigures>

/** Figures of all wallets, and of the classes of the caller's centres. */
export const charts = z.object({
  computedAt: z.string(),
  /** Credits of all wallets by weeks from Monday to Sunday, the present one last: `in - out - expired` is the change. */
  weeks: z.array(z.object({ from: z.string(), to: z.string(), in: z.number(), out: z.number(), expired: z.number() })),
  /** Students marked in these days by centre; the id is null for classes without one. */
  attendance: z.object({
    from: z.string(),
    to: z.string(),
    centres: z.array(
      z.object({ _id: z.string().nullable(), name: z.string().nullable(), present: z.number(), absent: z.number() }),
    ),
  }),
  /** By `expiryBuckets`, then wallets without an expiry date: days from today, null where there is no end. */
  expiring: z.array(
    z.object({
      bucket: z.string(),
      from: z.number().nullable(),
      to: z.number().nullable(),
      wallets: z.number(),
      credit: z.number(),
    }),
  ),
})
export type Charts = z.output<typeof charts>

export const dashboard = {
  overview: endpoint({
    method: 'GET',
    path: '/dashboard/overview',
    may: 'dashboard.view',
    query: z.object({
      /** Pages of the five-row tables. */
      lowBalanceOffset: z.coerce.number().int().min(0).default(0),
      coachOffset: z.coerce.number().int().min(0).default(0),
      unmarkedOffset: z.coerce.number().int().min(0).default(0),
      casesOffset: z.coerce.number().int().min(0).default(0),
    }),
    result: overview,
  }),
  charts: endpoint({
    method: 'GET',
    path: '/dashboard/charts',
    may: 'dashboard.view',
    summary: 'Credit in and out by week, attendance by centre, credit by the day it expires',
    result: charts,
  }),
  month: endpoint({
    method: 'GET',
    path: '/dashboard/month',
    may: 'dashboard.view',
    summary: 'Collected, attended, members who came and credits owed: this month and the same days of the month before',
    result: monthFigures,
  }),
  ...waiting,
  expiring: endpoint({
    method: 'GET',
    path: '/dashboard/expiring',
    may: 'dashboard.view',
    summary: 'Wallets with credit that expire within 30 days, or already expired; those first that are due first',
    query: z.object({
      offset: page([]).offset,
      limit: page([]).limit,
      state: z.enum(['soon', 'expired']).default('soon'),
    }),
    result: listOf(
      z.object({
        _id: z.string(),
        name: z.string(),
        chName: z.string().nullable(),
        phoneNo: z.string().nullable(),
        wallet: z.number(),
        creditExpired: z.string(),
        /** Days from today, negative once past. */
        expiredIn: z.number(),
      }),
    ),
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/dashboard/alerts',
    may: 'audit_trail.view',
    summary:
      'What happened in the last 7 days that an owner should look at, by kind, person and day: new ones first, at most 100',
    result: listOf(alert).extend({
      /** How many are new to the caller. */
      unseen: z.number(),
      /** The last record of the trail that is among them, for `seen`. */
      upTo: z.number(),
    }),
  }),
  alertsSeen: endpoint({
    method: 'PUT',
    path: '/dashboard/alerts/seen',
    may: 'audit_trail.view',
    summary: 'Alerts up to this record are not new to the caller any more',
    body: z.object({ upTo: z.int().min(0) }),
    result: z.object({}),
    done: 'Alerts marked as seen',
  }),
}
