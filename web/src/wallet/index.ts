/** What other modules may use of wallet. */
export { CreditTypeItem, PayerItem } from './CreditTerms.tsx'
