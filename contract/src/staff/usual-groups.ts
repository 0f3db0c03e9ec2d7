import { allPermissions, type PermissionMap } from '../platform/permission.ts'

/** The groups of the demo academy: what a person at the counter, a coach and an owner usually need. */
export const usualGroups = {
  'Front Desk': {
    dashboard: ['view'],
    verifyPayment: ['view', 'verify'],
    outStandingCredit: ['view'],
    credit_adjust: ['view', 'create', 'edit', 'delete', 'print'],
    membership: ['view', 'create', 'edit', 'trial', 'done', 'expiration', 'sensitive'],
    attendance: ['view', 'mark', 'edit'],
    scheduling: ['view'],
    course: ['view'],
    coach: ['view'],
    credits: ['view'],
  },
  Coach: {
    attendance: ['view', 'mark', 'edit'],
    scheduling: ['view'],
    course: ['view'],
    outStandingCredit: ['view'],
  },
  Owner: allPermissions(),
} satisfies Record<string, PermissionMap>
