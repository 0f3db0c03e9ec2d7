import { extractText, getDocumentProxy } from 'unpdf'

/** For tests: the text of each page as a reader would copy it, lines and spaces run together to single spaces. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)))
  return text.map((page) => page.replace(/\s+/g, ' ').trim())
}
