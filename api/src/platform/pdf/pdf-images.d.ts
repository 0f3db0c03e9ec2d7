/** A picture opened once is drawn as often as wanted and embedded once; pdfkit's types leave that out. */
declare namespace PDFKit {
  interface PDFDocument {
    openImage(bytes: Buffer): Mixins.ImageSrc
  }
}
