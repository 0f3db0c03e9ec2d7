/** Permissions of forms and filters that choose a member; their holders see what distinguishes members of the same name. */
export const mayChooseMembers = [
  'membership.view',
  'dashboard.view',
  'verifyPayment.view',
  'credit_adjust.view',
  'report.attendance.view',
  'report.statement.view',
  'report.CreditStatement.view',
  'report.OverallFlow.view',
] as const
