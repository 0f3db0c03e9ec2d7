/** Whose forms and filters choose a member, and who therefore sees what tells two of one name apart. */
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
