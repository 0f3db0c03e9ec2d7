/** A worker thread started by pdf.ts: draws one document after another with fonts read once. */
import { parentPort } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import type { PdfAnswer, PdfJob } from './pdf.ts'
import { fonts, type Layout } from './pdf-page.ts'

parentPort?.on('message', async (job: PdfJob) => {
  let answer: PdfAnswer
  try {
    answer = { bytes: await drawn(job) }
  } catch (error) {
    answer = { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [])
})

async function drawn(job: PdfJob): Promise<Uint8Array> {
  const { layout } = (await import(job.layout)) as { layout: Layout<unknown> }
  const writtenAt = layout.writtenAt?.(job.data)
  const doc = new PDFDocument({
    size: layout.size,
    layout: layout.orientation,
    margin: layout.margin,
    info: { Title: layout.title(job.data), ...(writtenAt ? { CreationDate: new Date(writtenAt) } : {}) },
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    // pdfkit takes a parsed font, though its types do not say so
    font: null as unknown as string,
  })
  for (const [name, font] of Object.entries(fonts())) doc.registerFont(name, font as unknown as Buffer)
  doc.font('regular')
  const chunks: Uint8Array[] = []
  const ended = Promise.withResolvers<void>()
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  doc.on('end', ended.resolve)
  doc.on('error', ended.reject)
  if (job.opensPrinter) openPrinter(doc)
  layout.draw(doc, job.data)
  doc.end()
  await ended.promise
  // a copy with a buffer of its own, which can be transferred instead of copied again
  return Uint8Array.from(Buffer.concat(chunks))
}

/** Firefox follows the action only where it is an object of its own (mozilla/pdf.js issue 11442). */
function openPrinter(doc: PDFKit.PDFDocument): void {
  const action = doc.ref({ Type: 'Action', S: 'Named', N: 'Print' })
  doc._root.data.OpenAction = action
  action.end()
}
