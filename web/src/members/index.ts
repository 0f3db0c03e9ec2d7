/** What other modules may use of members. */

export { EnrollSeveral } from './enroll/late.ts'
export { MessageButton } from './messages/MessageButton.tsx'
export { MessageSampleButton } from './messages/MessageSampleButton.tsx'
export { payersOf } from './payers.ts'
export { MemberFilter } from './select/MemberFilter.tsx'
export { MemberScan } from './select/MemberScan.tsx'
export { MemberSelect, WalletSelect } from './select/MemberSelect.tsx'
export { creditText, fullName, memberFacts, walletFacts } from './select/member-facts.ts'
export { isId } from './select/scan.ts'
export { walletTone } from './wallet-tone.ts'
