/** What other modules may use of attendance. */
export { AttendanceChange, ClosedCases } from './AttendanceChange.tsx'
export { attendanceEffect, shortBy } from './attendance-effect.ts'
export { CloseCasesOffer, coversCases } from './CloseCasesOffer.tsx'
export { useClosedNotice } from './closed-notice.ts'
export { identityFacts, identityOf } from './identity.ts'
export { useCloseCase } from './use-close-case.tsx'
