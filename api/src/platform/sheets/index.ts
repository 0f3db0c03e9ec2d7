/** Tables in and out: workbooks and CSV files. */
export { type Cell, readTable, UnreadableFile } from './table-read.ts'
export { type Export, exported } from './xlsx-export.ts'
export { type Column, cellStyles, cellText, workbook } from './xlsx-write.ts'
export { unzip, type ZipEntry, zip } from './zip.ts'
