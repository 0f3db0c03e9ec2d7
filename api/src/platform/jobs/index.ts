/** Background tasks and the queue of exports. */
export { background } from './background.ts'
export { type ExportJob, exportState, inTurn, jobOf, reading } from './export-queue.ts'
