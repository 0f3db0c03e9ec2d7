import { adjustmentsRoom } from './adjustments/routes.ts'
import { enrolmentsRoom, memberClassesRoom } from './attendance/enrolment-routes.ts'
import { attendanceRoom } from './attendance/routes.ts'
import { auditRoom } from './audit/routes.ts'
import { booksRoom } from './books/routes.ts'
import { cashdeskRoom } from './cashdesk/routes.ts'
import { checkoutRoom } from './checkout/routes.ts'
import { courseRoom } from './courses/routes.ts'
import { foresightRoom, scheduleRoom } from './courses/schedule-routes.ts'
import { dashboardRoom } from './dashboard/routes.ts'
import { docsRoom } from './docs/routes.ts'
import { exportsRoom } from './exports/routes.ts'
import type { Room } from './kit/serve.ts'
import { listRooms } from './lists/routes.ts'
import { contactsRoom, memberFilesRoom, membersRoom } from './members/routes.ts'
import { noticesRoom } from './notices/routes.ts'
import { paymentForesightRoom, paymentsRoom, refundsRoom } from './payments/routes.ts'
import { pointAdjustRoom } from './pointadjust/routes.ts'
import { reportRooms } from './reports/routes.ts'
import { staffRoom } from './staff/routes.ts'
import { recoveryRoom, sessionsRoom, userGroupsRoom, usersRoom } from './staff/user-routes.ts'
import { walletRoom } from './wallet/routes.ts'

/** Every room of the house. A room that is not here is not served. */
export const rooms: readonly Room[] = [
  staffRoom,
  sessionsRoom,
  recoveryRoom,
  usersRoom,
  userGroupsRoom,
  dashboardRoom,
  ...listRooms,
  memberFilesRoom,
  membersRoom,
  contactsRoom,
  walletRoom,
  paymentsRoom,
  paymentForesightRoom,
  refundsRoom,
  checkoutRoom,
  cashdeskRoom,
  noticesRoom,
  adjustmentsRoom,
  courseRoom,
  scheduleRoom,
  foresightRoom,
  enrolmentsRoom,
  memberClassesRoom,
  attendanceRoom,
  auditRoom,
  booksRoom,
  exportsRoom,
  ...reportRooms,
  pointAdjustRoom,
  docsRoom(() => rooms),
]
