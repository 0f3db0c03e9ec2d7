/** An opened picture can be drawn often and is embedded once; pdfkit's types leave that out. */
declare namespace PDFKit {
  interface PDFDocument {
    openImage(bytes: Buffer): Mixins.ImageSrc
  }
}
