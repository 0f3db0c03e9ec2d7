import { adjustmentsModule } from './adjustments/routes.ts'
import { enrolmentsModule, memberClassesModule } from './attendance/enrolments/routes.ts'
import { newcomersModule } from './attendance/newcomers/routes.ts'
import { attendanceModule } from './attendance/routes.ts'
import { auditModule, readingsModule } from './audit/routes.ts'
import { booksModule } from './books/routes.ts'
import { backgroundModule, brandModule } from './brand/routes.ts'
import { cashdeskModule, eveningModule } from './cashdesk/routes.ts'
import { checkoutModule } from './checkout/routes.ts'
import { courseModule } from './courses/routes.ts'
import { scheduleModule, schedulePreviewModule } from './courses/schedule/routes.ts'
import { dashboardModule } from './dashboard/routes.ts'
import { docsModule } from './docs/routes.ts'
import { eInvoiceModule, eInvoiceSupplierModule } from './einvoice/routes.ts'
import { exportsModule } from './exports/routes.ts'
import { familiesModule, familyCardsModule } from './families/routes.ts'
import { holidaysModule } from './holidays/routes.ts'
import { holidayRule } from './holidays/rules.ts'
import { jobsModule } from './jobs/routes.ts'
import { listModules } from './lists/routes.ts'
import { liveModule } from './live/routes.ts'
import {
  contactsModule,
  memberFilesModule,
  memberPasswordModule,
  membersModule,
  overviewsModule,
} from './members/routes.ts'
import { messagesModule, remindersModule } from './messages/routes.ts'
import { monthEndModule } from './monthend/routes.ts'
import { noticesModule } from './notices/routes.ts'
import { numbersModule } from './numbers/routes.ts'
import { formatRule } from './numbers/rules.ts'
import { paymentPreviewModule, paymentsModule, refundsModule } from './payments/routes.ts'
import type { ApiModule } from './platform/http/index.ts'
import { pointAdjustModule } from './pointadjust/routes.ts'
import { ratesModule } from './rates/routes.ts'
import { reportModules } from './reports/routes.ts'
import { mailServerModule } from './staff/mail-server/routes.ts'
import { staffModule } from './staff/routes.ts'
import { secondFactorModule } from './staff/second-factor/routes.ts'
import {
  recoveryModule,
  sessionsModule,
  userGroupsModule,
  userSessionsModule,
  usersModule,
} from './staff/user-routes.ts'
import { viewsModule } from './views/routes.ts'
import { walletModule } from './wallet/routes.ts'

/** Every module of the API; a module not listed here is not served. */
export const modules: readonly ApiModule[] = [
  staffModule,
  sessionsModule,
  userSessionsModule,
  secondFactorModule,
  recoveryModule,
  usersModule,
  userGroupsModule,
  dashboardModule,
  liveModule,
  ...listModules({ holiday: holidayRule, 'doc-num-format': formatRule }),
  holidaysModule,
  numbersModule,
  brandModule,
  eInvoiceSupplierModule,
  eInvoiceModule,
  backgroundModule,
  mailServerModule,
  viewsModule,
  memberFilesModule,
  membersModule,
  overviewsModule,
  memberPasswordModule,
  contactsModule,
  messagesModule,
  remindersModule,
  familiesModule,
  familyCardsModule,
  walletModule,
  paymentsModule,
  paymentPreviewModule,
  refundsModule,
  checkoutModule,
  cashdeskModule,
  eveningModule,
  noticesModule,
  adjustmentsModule,
  courseModule,
  ratesModule,
  scheduleModule,
  schedulePreviewModule,
  enrolmentsModule,
  memberClassesModule,
  attendanceModule,
  newcomersModule,
  auditModule,
  readingsModule,
  booksModule,
  jobsModule,
  monthEndModule,
  exportsModule,
  ...reportModules,
  pointAdjustModule,
  docsModule(() => modules),
]
