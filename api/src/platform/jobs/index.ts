/** Background tasks and the queue of exports. */
export { background } from './background.ts'
export { exportState, inTurn, jobOf, reading } from './export-queue.ts'
