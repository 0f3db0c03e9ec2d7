/** PDF documents: rendering in a worker, the letterhead, stored papers that print as issued. */
export { amountInWords } from './amount-in-words.ts'
export { companyNow } from './company-now.ts'
export { numberInFileName } from './file-name.ts'
export { type Company, type Letterhead, letterheadOf } from './letterhead.ts'
export { letterheadPictures, printedBackground, printedLogo } from './letterhead-pictures.ts'
export { closePdf, renderPdf } from './pdf.ts'
export {
  background,
  body,
  closing,
  drawPaper,
  finePrint,
  full,
  ink,
  label,
  labelled,
  letterhead,
  line,
  pairs,
  rule,
  type Signature,
  signatures,
  small,
  strong,
  tint,
} from './pdf-letterhead.ts'
export { type Doc, heightOf, type Layout, numberPages, roomFor, type Style, widthOf, write } from './pdf-page.ts'
export { qrCode } from './pdf-qr.ts'
export {
  type Column,
  columnsOf,
  headHeight,
  row,
  rowHeight,
  rowTop,
  table,
  tableHead,
  total,
  totalHeight,
  totalLine,
} from './pdf-table.ts'
export { digestOf, letterheadWords, lettersOf, storeLetterheadPicture } from './stored-letterhead.ts'
export {
  type PaperKind,
  type Printed,
  paperPdf,
  writeEarlierPapers,
  writeInBatches,
  writePaper,
  writtenPaper,
} from './written-papers.ts'
