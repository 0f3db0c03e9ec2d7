export const adjustmentStatuses = ['Pending', 'Approved'] as const
export type AdjustmentStatus = (typeof adjustmentStatuses)[number]

interface Adjustment {
  status: AdjustmentStatus
}

const isPending = ({ status }: Adjustment) => status === 'Pending'

/** Which state allows which action; the screens' buttons and the server's 409 both follow it. */
export const adjustmentCan = {
  edit: isPending,
  approve: isPending,
  delete: isPending,
  print: ({ status }: Adjustment) => status === 'Approved',
  undo: ({ status }: Adjustment) => status === 'Approved',
}
export type AdjustmentAction = keyof typeof adjustmentCan

const past: Record<AdjustmentAction, string> = {
  edit: 'edited',
  approve: 'approved',
  delete: 'deleted',
  print: 'printed',
  undo: 'undone',
}

/** Why a state does not allow an action, if so. */
export const adjustmentProblem = (adjustment: Adjustment, action: AdjustmentAction): string | undefined =>
  adjustmentCan[action](adjustment)
    ? undefined
    : `The credit adjustment is ${adjustment.status}, it cannot be ${past[action]}`

/** Whether approval is asked for: forms that do not ask send `-`, empty text or null, also as text. */
export const asksApproval = (approvedBy: string | null | undefined): boolean =>
  !['', '-', 'null', 'undefined'].includes(approvedBy?.trim() ?? '')
