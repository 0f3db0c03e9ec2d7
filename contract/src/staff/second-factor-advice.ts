/** Apart from the other calls of user groups: the dashboard needs none of those. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { listOf } from '../platform/query.ts'

export const secondFactorAdvice = {
  withoutSecondFactor: endpoint({
    method: 'GET',
    path: '/user-group/without-second-factor',
    may: 'userGroup.edit',
    summary:
      'Active groups with active users that may change users, groups or wallets, approve or verify, and require no second factor; those that the caller may change',
    result: listOf(z.object({ _id: z.string(), role: z.string(), users: z.number() })),
  }),
}
