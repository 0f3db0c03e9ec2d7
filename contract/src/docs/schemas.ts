/** The named schemas of the description: the specification's entities, and bodies as a client sends them. */
import type { z } from 'zod'
import { adjustment, adjustmentBody } from '../adjustments/adjustments.ts'
import { attendanceRow } from '../attendance/attendance.ts'
import { attendee, enrolment, enrolmentBody, student } from '../attendance/enrolments.ts'
import { auditRecord } from '../audit/audit.ts'
import { cashClose, cashCloseDocument, closeBody } from '../cashdesk/cashdesk.ts'
import { evening, eveningBody } from '../cashdesk/evening.ts'
import { course, courseBody } from '../courses/courses.ts'
import { classSession, scheduledYear } from '../courses/schedule.ts'
import { eInvoiceMonth } from '../einvoice/einvoice.ts'
import { supplierBody, supplierDocument } from '../einvoice/supplier.ts'
import { childOfParent, memberEdit, newMember } from '../members/bodies.ts'
import { contact, memberDetail } from '../members/members.ts'
import { memberRow } from '../members/rows.ts'
import { closeMonthBody, monthEndState } from '../monthend/month-end.ts'
import { notice, noticeDetails } from '../notices/notices.ts'
import { orderBody, payment } from '../payments/payments.ts'
import { refund } from '../payments/refunds.ts'
import { moveExpirationBody } from '../pointadjust/pointadjust.ts'
import { creditFlow } from '../reports/rows/credit-flow.ts'
import { memberReportRow } from '../reports/rows/member-row.ts'
import { walletRow } from '../reports/rows/wallet-row.ts'
import { sessionUser } from '../staff/auth.ts'
import { mailServer, mailServerBody } from '../staff/mail-server.ts'
import { userGroup, userGroupBody } from '../staff/user-groups.ts'
import { user, userBody } from '../staff/users.ts'
import { ledgerEntry } from '../wallet/wallet.ts'

export const schemas: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [sessionUser, 'UserSession'],
  [memberDetail, 'Member'],
  [memberRow, 'MemberRow'],
  [contact, 'EmergencyContact'],
  [newMember.adult, 'AdultCreate'],
  [newMember.parent, 'ParentCreate'],
  [newMember.child, 'ChildCreate'],
  [childOfParent, 'ChildOfParentCreate'],
  [memberEdit.adult, 'AdultUpdate'],
  [memberEdit.parent, 'ParentUpdate'],
  [memberEdit.child, 'ChildUpdate'],
  [enrolment, 'Enrollment'],
  [student, 'Student'],
  [attendee, 'Attendee'],
  [enrolmentBody, 'EnrollmentCreate'],
  [attendanceRow, 'Attendance'],
  [course, 'Course'],
  [courseBody, 'CourseCreate'],
  [scheduledYear, 'CourseScheduledYear'],
  [classSession, 'ClassSession'],
  [payment, 'Payment'],
  [orderBody, 'Order'],
  [refund, 'Refund'],
  [adjustment, 'CreditAdjustment'],
  [adjustmentBody, 'CreditAdjustmentCreate'],
  [ledgerEntry, 'LedgerEntry'],
  [user, 'User'],
  [userBody, 'UserCreate'],
  [userGroup, 'UserGroup'],
  [userGroupBody, 'UserGroupCreate'],
  [mailServer, 'MailServer'],
  [mailServerBody, 'MailServerUpdate'],
  [auditRecord, 'AuditRecord'],
  [noticeDetails, 'NotificationDetails'],
  [notice, 'NotificationUser'],
  [moveExpirationBody, 'ExpirationMove'],
  [cashClose, 'CashClose'],
  [cashCloseDocument, 'CashCloseDocument'],
  [closeBody, 'CashCloseCreate'],
  [evening, 'EveningClose'],
  [eveningBody, 'EveningCloseCreate'],
  [monthEndState, 'MonthEnd'],
  [closeMonthBody, 'MonthEndCreate'],
  [creditFlow, 'CreditFlow'],
  [eInvoiceMonth, 'EInvoiceMonth'],
  [supplierDocument, 'EInvoiceSupplier'],
  [supplierBody, 'EInvoiceSupplierUpdate'],
  [memberReportRow, 'MemberReportRow'],
  [walletRow, 'WalletReportRow'],
])
