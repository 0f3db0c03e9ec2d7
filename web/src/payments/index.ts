/** What other modules may use of payments. */
export { CardLinkButton } from './CardLinkButton.tsx'
export { NumbersWarning } from './numbers-on-demand.ts'
export { useOpenOrders } from './OpenOrders.tsx'
export { OrderDialog } from './OrderOnDemand.tsx'
export {
  PaymentTag,
  ReceiptButton,
  ReceiptDownload,
  UndoPayment,
  undoQuestion,
  WithdrawButton,
} from './PaymentActions.tsx'
export { Received } from './Received.tsx'
export { OpenRefunds } from './Refunds.tsx'
export { useCardLink } from './use-card-link.tsx'
export { VerifyButtons } from './verify/VerifyButtons.tsx'
