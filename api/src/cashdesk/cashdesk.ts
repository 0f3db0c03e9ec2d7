/** What other modules ask of the cash desk. */
export { isOpenCash } from './sheet.ts'
