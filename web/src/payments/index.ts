/** What other modules may use of payments. */
export { CardLinkButton, useCardLink } from './CardLink.tsx'
export { NumbersWarning } from './NumbersAlert.tsx'
export { useOpenOrders } from './OpenOrders.tsx'
export { OrderDialog } from './OrderDialog.tsx'
export { PaymentTag, ReceiptButton, VerifyButtons, WithdrawButton } from './PaymentActions.tsx'
export { OpenRefunds } from './Refunds.tsx'
