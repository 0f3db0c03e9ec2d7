/** PDF documents: rendering in a worker, the letterhead, stored papers that print as issued. */
export { amountInWords, fullName, type NamedPerson } from './amount-in-words.ts'
export { type Company, type Letterhead, letterheadOf } from './letterhead.ts'
export { letterheadPictures } from './letterhead-pictures.ts'
export { closePdf, renderPdf } from './pdf.ts'
export {
  background,
  bar,
  barHeight,
  body,
  closing,
  full,
  heading,
  ink,
  label,
  labelled,
  letterhead,
  line,
  onInk,
  pairs,
  rule,
  small,
  strong,
  tint,
} from './pdf-letterhead.ts'
export { type Doc, heightOf, type Layout, numberPages, roomFor, type Style, write } from './pdf-page.ts'
export { qrCode } from './pdf-qr.ts'
export { digestOf, letterheadWords, lettersOf, storeLetterheadPicture } from './stored-letterhead.ts'
export { type PaperKind, type Printed, writeEarlierPapers, writePaper, writtenPaper } from './written-papers.ts'
