import type { ScreenPath } from '../screens.ts'

/** The screens on which a new academy is set up, in the order in which each needs what comes before it. */
export const firstSteps = [
  '/brand',
  '/centre/listing',
  '/sport/listing',
  '/designation/listing',
  '/coach/listing',
  '/coach-rate',
  '/user-group/listing',
  '/user/listing',
  '/holiday/listing',
  '/course-type/listing',
  '/course/listing',
  '/credit-package/listing',
  '/relationship/listing',
  '/belt/listing',
  '/member-type/listing',
  '/membership/listing',
] as const satisfies readonly ScreenPath[]
export type FirstStep = (typeof firstSteps)[number]
