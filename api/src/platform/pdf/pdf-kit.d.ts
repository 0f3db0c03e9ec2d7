/** What pdfkit's types leave out. */
declare namespace PDFKit {
  interface PDFDocument {
    /** An opened picture can be drawn often and is embedded once. */
    openImage(bytes: Buffer): Mixins.ImageSrc
    /** The catalog, by the keys of the PDF standard. */
    _root: { data: Record<string, unknown> }
  }
  interface PDFKitReference {
    end(): void
  }
}
