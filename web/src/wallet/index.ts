/** What other modules may use of wallet. */
export { CreditTypeItem, PayerItem } from './CreditTerms.tsx'
export { creditOf } from './credit-choices.ts'
