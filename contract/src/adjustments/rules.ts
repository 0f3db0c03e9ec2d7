export const adjustmentStatuses = ['Pending', 'Approved'] as const
export type AdjustmentStatus = (typeof adjustmentStatuses)[number]

interface Adjustment {
  status: AdjustmentStatus
}

const isPending = ({ status }: Adjustment) => status === 'Pending'

/** Which state allows which action: read by the greyed-out button and by the server's 409 alike. */
export const adjustmentCan = {
  edit: isPending,
  approve: isPending,
  delete: isPending,
  print: ({ status }: Adjustment) => status === 'Approved',
}
export type AdjustmentAction = keyof typeof adjustmentCan

const past: Record<AdjustmentAction, string> = {
  edit: 'edited',
  approve: 'approved',
  delete: 'deleted',
  print: 'printed',
}

/** Why a state does not allow an action, if so. */
export const adjustmentProblem = (adjustment: Adjustment, action: AdjustmentAction): string | undefined =>
  adjustmentCan[action](adjustment)
    ? undefined
    : `The credit adjustment is ${adjustment.status}, it cannot be ${past[action]}`

/** `approvedBy` asks for approval; `-`, empty text and null, also as text, are what a form sends that does not. */
export const asksApproval = (approvedBy: string | null | undefined): boolean =>
  !['', '-', 'null', 'undefined'].includes(approvedBy?.trim() ?? '')
