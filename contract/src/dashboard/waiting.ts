/** Apart from the dashboard: the menu asks for it on every page. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'

export const waiting = {
  waiting: endpoint({
    method: 'GET',
    path: '/dashboard/waiting',
    may: 'session',
    summary: 'How much waits behind an entry of the menu; null where the caller may not open it',
    result: z.object({
      /** Cash payments to verify. */
      payments: z.number().nullable(),
      /** Open cases of the caller's centres. */
      openCases: z.number().nullable(),
      /** Credit adjustments to approve. */
      adjustments: z.number().nullable(),
      /** Classes of the caller's centres in the last 30 days that are over and not marked. */
      classes: z.number().nullable(),
    }),
  }),
}
