/** What other modules may use of e-Invoices. */
import { lazyComponent } from '../platform/client/loading/lazy.ts'

/** What MyInvois wants to know of the academy, below what the academy is called. */
export const SupplierPanel = lazyComponent(() => import('./SupplierPanel.tsx'))
