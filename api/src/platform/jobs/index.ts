/** Background tasks, the watch of the clock, jobs that come back, and the queue of exports. */
export { background } from './background.ts'
export { clockOffset, watchClock } from './clock-watch.ts'
export { exportStateOf, tellingExports } from './export-progress.ts'
export { type ExportJob, exportsNow, inTurn, jobOf, reading } from './export-queue.ts'
export { type Job, nextRun, type Schedule } from './job.ts'
export { NotPossible } from './not-possible.ts'
export { scheduled } from './scheduled.ts'
