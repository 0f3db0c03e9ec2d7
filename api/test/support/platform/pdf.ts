import { extractText, getDocumentProxy } from 'unpdf'

/** For tests: the text of each page as a reader would copy it, with whitespace collapsed. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)))
  return text.map((page) => page.replace(/\s+/g, ' ').trim())
}

interface Printed {
  text: string
  left: number
  right: number
  /** From the bottom of the page. */
  baseline: number
}

/** Points that two texts may overlap: the side bearings of their letters. */
const touch = 1
const margin = 20

/** For tests: texts that leave the page's margins or overlap another one on their line. */
export async function misplacedTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(Uint8Array.from(bytes))
  const misplaced: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [, , width = 0, height = 0] = page.view
    const { items } = await page.getTextContent()
    const printed = items.flatMap((item): Printed[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , , left = 0, baseline = 0] = item.transform.map(Number)
      return [{ text: item.str, left, right: left + item.width, baseline }]
    })
    const isOut = ({ left, right, baseline }: Printed) =>
      left < margin || right > width - margin || baseline < margin || baseline > height - margin
    const overlap = (one: Printed, other: Printed) =>
      Math.abs(one.baseline - other.baseline) < 4 && one.left < other.right - touch && other.left < one.right - touch
    misplaced.push(
      ...printed
        .filter((one, place) => isOut(one) || printed.slice(place + 1).some((other) => overlap(one, other)))
        .map(({ text }) => `page ${number}: ${text}`),
    )
  }
  return misplaced
}
