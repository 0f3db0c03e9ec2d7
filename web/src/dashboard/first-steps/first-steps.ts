import type { FirstStep } from '@academy/contract/dashboard/first-steps.ts'

/** What each is for. */
export const stepWords: Record<FirstStep, string> = {
  '/brand': 'the academy’s name, logo and colour, and what a credit costs',
  '/centre/listing': 'where classes are held',
  '/sport/listing': 'what is taught; each course is of a sport',
  '/designation/listing': 'the ranks of coaches, such as head coach',
  '/coach/listing': 'who teaches, and looks after members',
  '/coach-rate': 'what coaches are paid for their classes',
  '/user-group/listing': 'what those who work here may do: a group for the desk, one for coaches',
  '/user/listing': 'who works here, each with a group; for a coach also which coach it is',
  '/holiday/listing': 'days without classes, before a year is planned',
  '/course-type/listing': 'what kinds of classes there are',
  '/course/listing': 'a class, and then the schedule of its year',
  '/credit-package/listing': 'what members buy',
  '/relationship/listing': 'what a parent is to the children, such as mother',
  '/belt/listing': 'the belts that members wear',
  '/member-type/listing': 'kinds of members, if there are several',
  '/membership/listing':
    'who trains here: enroll them, or import them from a table with their balances; then a whole class at once with Enroll Members, under Course',
}
