/** Writes cells as bytes into a reused buffer: no allocation per cell. */

/** Pre-encoded bytes that are written often. */
export type Bytes = Uint8Array
/** From plain ASCII. */
export const encoded = (text: string): Bytes => Buffer.from(text, 'latin1')

/** A growing byte buffer. */
export class Page {
  #bytes: Buffer
  #length = 0
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size)
  }

  get length(): number {
    return this.#length
  }

  /** The bytes written so far; the next ones overwrite them. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }

  append(part: Bytes): void {
    const { length } = part
    this.#ensure(length)
    const bytes = this.#bytes
    const at = this.#length
    for (let index = 0; index < length; index++) bytes[at + index] = part[index] ?? 0
    this.#length = at + length
  }

  /** Digits and the like: plain ASCII that needs no XML escaping. */
  plain(text: string): void {
    const { length } = text
    this.#ensure(length)
    const bytes = this.#bytes
    const at = this.#length
    for (let index = 0; index < length; index++) bytes[at + index] = text.charCodeAt(index)
    this.#length = at + length
  }

  /** The text of a cell, between its tags. */
  text(text: string): void {
    const start = this.#length
    this.append(open)
    if (!this.#simple(text)) {
      this.#length = start
      this.#careful(text)
    }
    this.append(close)
  }

  /** False when a character needs escaping; the bytes written are incomplete then. */
  #simple(text: string): boolean {
    const { length } = text
    if (text.charCodeAt(0) === blank || text.charCodeAt(length - 1) === blank || length > longestCell) return false
    this.#ensure(length * 3)
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code < 0x80) {
        if (isSpecial[code] !== 0) return false
        bytes[at++] = code
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6)
        bytes[at++] = 0x80 | (code & 0x3f)
      } else if (code < 0xd800) {
        bytes[at++] = 0xe0 | (code >> 12)
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
        bytes[at++] = 0x80 | (code & 0x3f)
      } else return false
    }
    this.#length = at
    return true
  }

  #careful(text: string): void {
    const shown = cellText(text)
    const written = (/^ | $|[\n\t]/.test(shown) ? '<t xml:space="preserve">' : '<t>') + escaped(shown)
    this.#ensure(written.length * 3)
    this.#length += this.#bytes.write(written, this.#length)
  }

  #ensure(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * needed)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

const open = encoded('<t>')
const close = encoded('</t>')
const blank = 32
/** The first 128 characters that need escaping, or xml:space for blanks. */
const isSpecial = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(code < 0x20 || '&<>_'.includes(String.fromCharCode(code))),
)

const longestCell = 32_767
/** Two code points that XML cannot hold. */
const unwritable = /[\ufffe\uffff]/g
/** Text that a spreadsheet would take for one of its own escape sequences. */
const escapeLike = /_(?=x[0-9a-f]{4}_)/gi

/** A text as a cell holds it. */
export const cellText = (text: string): string =>
  text.replace(unwritable, '').replace(escapeLike, '_x005F_').slice(0, longestCell)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const unheld = /[&<>"\u0000-\u0008\u000b\u000c\r\u000e-\u001f]/g

/** Escapes text for XML, also inside quotes; control characters as spreadsheets escape them. */
export const escaped = (text: string): string =>
  text.replace(
    unheld,
    (sign) => entities[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
