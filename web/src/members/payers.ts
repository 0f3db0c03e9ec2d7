interface Payable {
  isIndependent: boolean
  parents: readonly { isDisable: boolean }[]
}

/** Whose wallets may pay for a member: its own, or of a dependent child those of its active parents. */
export const payersOf = <Member extends Payable>(member: Member): (Member | Member['parents'][number])[] =>
  member.isIndependent ? [member] : member.parents.filter((parent) => !parent.isDisable)
