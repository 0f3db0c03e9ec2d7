/**
 * The kinds of documents whose changes are told to open screens: who may hear of one, and whose answers show it. What
 * else the audit trail calls a document is told to nobody. A reference list is a kind of its own name.
 */
import type { Permission } from '../platform/permission.ts'

interface LiveKind {
  /** Any of these opens a call that shows it. */
  may: readonly Permission[]
  /** The beginnings of the paths of those calls. */
  shownBy: readonly string[]
}

/** Reports and charts are left out: they are reckoned when somebody asks. */
const dashboard = ['/dashboard/overview', '/dashboard/month', '/dashboard/waiting', '/dashboard/expiring']

const money: LiveKind = {
  may: ['verifyPayment.view', 'dashboard.view', 'membership.view'],
  shownBy: [...dashboard, '/payment', '/member', '/cash-close'],
}
const classes: LiveKind = {
  may: ['attendance.view', 'course.view', 'scheduling.view', 'dashboard.view', 'membership.view'],
  shownBy: [...dashboard, '/class', '/course', '/course-scheduled-year', '/enrollment', '/member'],
}
const person: LiveKind = {
  may: ['membership.view', 'dashboard.view', 'verifyPayment.view', 'credit_adjust.view', 'outStandingCredit.view'],
  shownBy: [...dashboard, '/member', '/payment', '/credit-adjust', '/attendance', '/expiration', '/reminder'],
}
const user: LiveKind = { may: ['user.view', 'userGroup.view'], shownBy: ['/user', '/user-group'] }

export const liveKinds: Readonly<Record<string, LiveKind>> = {
  payment: money,
  'card-order': money,
  'card-event': money,
  'card-refund': money,
  'cash-close': { may: ['verifyPayment.view'], shownBy: ['/cash-close'] },
  member: person,
  wallet: person,
  attendance: {
    may: ['attendance.view', 'membership.view', 'dashboard.view', 'outStandingCredit.view'],
    shownBy: [...dashboard, '/attendance', '/class', '/enrollment', '/member', '/reminder'],
  },
  newcomer: { may: ['attendance.mark', 'outStandingCredit.view'], shownBy: ['/dashboard/waiting', '/newcomer'] },
  'credit-adjust': {
    may: ['credit_adjust.view', 'membership.view', 'dashboard.view'],
    shownBy: [...dashboard, '/credit-adjust', '/member'],
  },
  enrollment: classes,
  class: classes,
  course: classes,
  'course-scheduled-year': classes,
  message: { may: ['membership.view'], shownBy: ['/member', '/reminder'] },
  'emergency-contact': { may: ['membership.view'], shownBy: ['/member'] },
  user,
  'user-group': user,
  /** The audit trail itself, which every change adds to. */
  audit: { may: ['audit_trail.view'], shownBy: ['/auth/audit-trail'] },
}
