import { grouped } from '../platform/figures.ts'

/** The facts that decide whether a member may be deleted. */
export interface DeletionFacts {
  isDisable: boolean
  isProtected?: boolean | undefined
  /** Credits the member's own wallet holds, below zero when it owes. */
  wallet: number
  /** Open outstanding cases of the member or of its wallet; left out where they are not known. */
  openOutstanding?: number | undefined
  /** How many dependent children a parent has; left out where they are not known. */
  dependents?: number | undefined
}

/** Every reason why a member cannot be deleted, with the field it comes from; none when it may go. */
export function deletionReasons(member: DeletionFacts): { path: string; message: string }[] {
  const reasons = [
    { path: 'isDisable', message: 'the member is not disabled', holds: !member.isDisable },
    { path: 'isProtected', message: 'the member is protected', holds: Boolean(member.isProtected) },
    { path: 'wallet', message: `the wallet holds ${grouped(member.wallet)} credits`, holds: member.wallet !== 0 },
    { path: 'openOutstanding', message: 'there are open outstanding cases', holds: Boolean(member.openOutstanding) },
    { path: 'children', message: 'there are dependent children', holds: Boolean(member.dependents) },
  ]
  return reasons.filter(({ holds }) => holds).map(({ path, message }) => ({ path, message }))
}

/** The reasons in one sentence. */
export const deletionRefusal = (name: string, reasons: readonly { message: string }[]): string =>
  `${name} cannot be deleted: ${reasons.map(({ message }) => message).join(', ')}`
