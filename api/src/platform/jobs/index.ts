/** Background tasks, jobs that come back, and the queue of exports. */
export { background } from './background.ts'
export { type ExportJob, exportState, exportsNow, inTurn, jobOf, reading } from './export-queue.ts'
export { type Job, nextRun, scheduled } from './scheduled.ts'
