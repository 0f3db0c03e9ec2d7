/** Work beside the calls: what runs in the background, and the queue of exports. */
export { background } from './background.ts'
export { exportState, inTurn, jobOf, reading } from './export-queue.ts'
