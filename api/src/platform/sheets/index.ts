/** Workbooks and CSV files, read and written. */

export { streamed } from './streamed.ts'
export { type Cell, readTable, type Table, UnreadableFile } from './table-read.ts'
export { type Export, exported } from './xlsx-export.ts'
export { type Column, cellStyles, cellText, letterOf, workbook } from './xlsx-write.ts'
export { unzip, type ZipEntry } from './zip-read.ts'
export { type ZipPart, zip, zipped } from './zip-write.ts'
