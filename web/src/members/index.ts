/** What other modules may use of members. */
export { MemberFilter } from './MemberFilter.tsx'
export { MemberSelect, WalletSelect } from './MemberSelect.tsx'
export { fullName, memberFacts, walletFacts } from './member-facts.ts'
