/** What closes a month takes of the reports. */

export { type KeptStatement, keptStatements, monthReports } from './month-files.ts'
export type { KeptFiles } from './output/report-module.ts'
export { correctionsIn, type Settled, settledIn } from './settlement/corrections.ts'
export { unpricedIn } from './settlement/taught.ts'
