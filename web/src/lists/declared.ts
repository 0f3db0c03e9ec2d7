/** The declaration of each reference list by its name, loaded with its page: a list brings no other. */
import type { List } from '@academy/contract/platform/list.ts'
import type { ListName } from '@academy/contract/screens.ts'

export const declared: Readonly<Record<ListName, () => Promise<List>>> = {
  'member-type': () => import('@academy/contract/lists/member-types.ts').then((m) => m.memberTypes),
  coach: () => import('@academy/contract/lists/coaches.ts').then((m) => m.coaches),
  relationship: () => import('@academy/contract/lists/relationships.ts').then((m) => m.relationships),
  belt: () => import('@academy/contract/lists/belts.ts').then((m) => m.belts),
  'course-type': () => import('@academy/contract/lists/course-types.ts').then((m) => m.courseTypes),
  centre: () => import('@academy/contract/lists/centres.ts').then((m) => m.centres),
  designation: () => import('@academy/contract/lists/designations.ts').then((m) => m.designations),
  sport: () => import('@academy/contract/lists/sports.ts').then((m) => m.sports),
  announcement: () => import('@academy/contract/lists/announcements.ts').then((m) => m.announcements),
  holiday: () => import('@academy/contract/holidays/holidays.ts').then((m) => m.holidays),
  'credit-package': () => import('@academy/contract/lists/credit-packages.ts').then((m) => m.creditPackages),
  'doc-num-format': () => import('@academy/contract/numbers/document-formats.ts').then((m) => m.documentFormats),
}
