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
      /** Of `classes`, on an earlier day and the caller's own as a coach: how many, and the latest of them. */
      ownClasses: z
        .object({
          total: z.number(),
          latest: z.object({
            _id: z.string(),
            course: z.object({ _id: z.string(), name: z.string() }),
            date: z.string(),
          }),
        })
        .nullable(),
      /** People noted in classes of the caller's centres who are no members yet. */
      newcomers: z.number().nullable(),
    }),
  }),
}
