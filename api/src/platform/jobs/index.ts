/** Background tasks, jobs that come back, and the queue of exports. */
export { background } from './background.ts'
export { exportStateOf, tellingExports } from './export-progress.ts'
export { type ExportJob, exportsNow, inTurn, jobOf, reading } from './export-queue.ts'
export { type Job, nextRun, scheduled } from './scheduled.ts'
