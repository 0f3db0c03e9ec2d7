export interface CourseTable {
  id: string
  name: string
  /** Key of the stored picture. */
  picture: string | null
  sport: string | null
  courseType: string | null
  centre: string | null
  /** Credits of one class by credit type. */
  normal: number
  normal2: number
  special: number | null
  free: number | null
  unlimited: boolean
  /** `HH:mm`, the default of a year's classes. */
  starts: string | null
  ends: string | null
  isDisable: boolean
  isProtected: boolean
  createdAt: string
  updatedAt: string
}

export interface CourseYearTable {
  id: string
  course: string
  year: number
  /** 0 is Sunday. */
  day: number
  starts: string
  ends: string
  createdAt: string
  updatedAt: string
}

export interface ClassTable {
  id: string
  courseYear: string
  course: string
  /** `YYYY-MM-DD` */
  date: string
  /** `HH:mm` */
  starts: string
  ends: string
  isReplacement: boolean
  /** The pending date a replacement class makes up for. */
  replacementDate: string | null
  isAttendanceTaken: boolean
  remark: string | null
  createdAt: string
  updatedAt: string
}

/** A day without its class, and what that class was like. */
export interface PendingTable {
  courseYear: string
  /** `YYYY-MM-DD` */
  date: string
  starts: string
  ends: string
  remark: string | null
  /** The holiday that took the class; null when staff cancelled it. */
  holiday: string | null
}

/** Who taught the class that a date is without. */
export interface PendingInstructorTable {
  courseYear: string
  /** `YYYY-MM-DD` */
  date: string
  coach: string
  isMain: boolean
  position: number
}

/** A day on which staff cancelled a class. It is kept when another class makes up for it. */
export interface CancelledDateTable {
  courseYear: string
  /** `YYYY-MM-DD` */
  date: string
}

export interface CourseTables {
  course: CourseTable
  courseYear: CourseYearTable
  pendingReplacement: PendingTable
  pendingReplacementInstructor: PendingInstructorTable
  cancelledDate: CancelledDateTable
  class: ClassTable
}

/** What the course list shows of reference lists; read only. */
export interface CourseListTables extends CourseTables {
  sport: { id: string; description: string }
  courseType: { id: string; description: string }
  centre: { id: string; description: string }
}
