import { z } from 'zod'
import { route } from '../kit/route.ts'

export const overview = z.object({
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
  todayClasses: z.array(
    z.object({
      _id: z.string(),
      course: z.object({ _id: z.string(), name: z.string() }),
      centre: z.string().nullable(),
      duration: z.string(),
      students: z.number(),
      isAttendanceTaken: z.boolean(),
      present: z.number(),
    }),
  ),
  expiringWallets: z.object({ count: z.number(), credit: z.number() }),
  formatWarnings: z.array(z.object({ type: z.string(), running_no: z.number(), message: z.string() })),
})
export type Overview = z.output<typeof overview>

export const dashboard = {
  overview: route({
    method: 'GET',
    path: '/dashboard/overview',
    may: 'dashboard.view',
    query: z.object({
      /** Pages of the two five-row tables. */
      lowBalanceOffset: z.coerce.number().int().min(0).default(0),
      coachOffset: z.coerce.number().int().min(0).default(0),
    }),
    result: overview,
  }),
}
