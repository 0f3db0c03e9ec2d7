/** The named schemas of the description: the specification's entities, and bodies as a client sends them. */
import { z } from 'zod'
import { adjustment, adjustmentBody } from '../adjustments/adjustments.ts'
import { attendanceRow } from '../attendance/attendance.ts'
import { attendee, enrolment, enrolmentBody, student } from '../attendance/enrolments.ts'
import { auditRecord } from '../audit/audit.ts'
import { cashClose, cashCloseDocument, closeBody } from '../cashdesk/cashdesk.ts'
import { course, courseBody } from '../courses/courses.ts'
import { classSession, scheduledYear } from '../courses/schedule.ts'
import { memberCreate, memberUpdate } from '../members/fields.ts'
import { importLimits, memberFiles } from '../members/import.ts'
import { contact, memberDetail, memberRow, members } from '../members/members.ts'
import { notice, noticeDetails } from '../notices/notices.ts'
import { checkout } from '../payments/checkout.ts'
import { orderBody, payment } from '../payments/payments.ts'
import { refund } from '../payments/refunds.ts'
import type { Endpoint } from '../platform/endpoint.ts'
import { switchedOff } from '../platform/field.ts'
import { largestInteger, wholeNumber } from '../platform/number.ts'
import { id } from '../platform/query.ts'
import { creditFlow } from '../reports/credit-flow.ts'
import { memberReportRow } from '../reports/member-row.ts'
import { walletRow } from '../reports/wallet-row.ts'
import { sessionUser } from '../staff/auth.ts'
import { userGroup, userGroupBody } from '../staff/user-groups.ts'
import { user, userBody } from '../staff/users.ts'
import { ledgerEntry } from '../wallet/wallet.ts'

const wallet = {
  wallet: wholeNumber({ min: -largestInteger }).nullish(),
  walletWas: wholeNumber({ min: -largestInteger }).nullish(),
}
const isDisable = switchedOff()
const parents = z.array(id()).max(10)
const adult = memberCreate.adult.omit({ picture: true })
const child = memberCreate.child.omit({ picture: true })
const parent = memberCreate.parent.omit({ picture: true })

export const memberBodies = {
  create: {
    adult: adult.extend({ kind: z.literal('adult'), ...wallet, isDisable }),
    parent: parent.extend({
      kind: z.literal('parent'),
      children: z.array(child).max(20).nullish(),
      ...wallet,
      isDisable,
    }),
    child: child.extend({ kind: z.literal('child'), mainIDs: parents.min(1), isDisable }),
  },
  update: {
    adult: memberUpdate.adult
      .omit({ picture: true })
      .extend({ kind: z.literal('adult').optional(), ...wallet, isDisable }),
    parent: memberUpdate.parent
      .omit({ picture: true })
      .extend({ kind: z.literal('parent').optional(), ...wallet, isDisable }),
    child: memberUpdate.child
      .omit({ picture: true })
      .extend({ kind: z.literal('child').optional(), mainIDs: parents.optional(), isDisable }),
  },
} as const

const created = memberBodies.create

/** Bodies whose own schema is wider than what a client is meant to send; it is narrowed later by what the body means. */
export const plainBodies = new Map<Endpoint, z.ZodType>([
  [members.create, z.discriminatedUnion('kind', [created.adult, created.parent, created.child])],
  [members.update, z.union(Object.values(memberBodies.update))],
  [memberFiles.importExcel, z.object({ confirmed: z.array(z.string().max(40)).max(importLimits.rows).nullish() })],
  [checkout.webhook, z.looseObject({ event: z.string() })],
])

export const schemas: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [sessionUser, 'UserSession'],
  [memberDetail, 'Member'],
  [memberRow, 'MemberRow'],
  [contact, 'EmergencyContact'],
  [memberBodies.create.adult, 'AdultCreate'],
  [memberBodies.create.parent, 'ParentCreate'],
  [memberBodies.create.child, 'ChildCreate'],
  [child, 'ChildOfParentCreate'],
  [memberBodies.update.adult, 'AdultUpdate'],
  [memberBodies.update.parent, 'ParentUpdate'],
  [memberBodies.update.child, 'ChildUpdate'],
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
  [auditRecord, 'AuditRecord'],
  [noticeDetails, 'NotificationDetails'],
  [notice, 'NotificationUser'],
  [cashClose, 'CashClose'],
  [cashCloseDocument, 'CashCloseDocument'],
  [closeBody, 'CashCloseCreate'],
  [creditFlow, 'CreditFlow'],
  [memberReportRow, 'MemberReportRow'],
  [walletRow, 'WalletReportRow'],
])
