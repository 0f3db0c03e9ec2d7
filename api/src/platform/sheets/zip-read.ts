/** Reads untrusted zip archives. */
import { inflateRawSync } from 'node:zlib'

/** A file of another type than it claims, or too expensive to read; the message is for the user. */
export class UnreadableFile extends Error {}

export interface ZipEntry {
  name: string
  content: Buffer
}

interface ZipLimits {
  entries: number
  /** Total bytes of all entries, inflated. */
  inflated: number
}

/** The signatures of an archive's records. */
export const signatures = { local: 0x04034b50, central: 0x02014b50, descriptor: 0x08074b50, end: 0x06054b50 }
const endSize = 22
const localSize = 30
const centralSize = 46
const longestComment = 0xffff
const encrypted = 0x0001 | 0x0040
const stored = 0
const deflated = 8
const wide = 0xffffffff

const damaged = () => new UnreadableFile('The file is damaged or was cut off')
const tooLarge = () => new UnreadableFile('The file holds too much: it grows beyond what is accepted when it is opened')

/** The offset of the central directory and its number of entries. Its record is at the end, before a comment. */
function endOf(zip: Buffer): { offset: number; entries: number } {
  const first = Math.max(0, zip.length - endSize - longestComment)
  for (let at = zip.length - endSize; at >= first; at--) {
    if (zip.readUInt32LE(at) !== signatures.end) continue
    return { offset: zip.readUInt32LE(at + 16), entries: zip.readUInt16LE(at + 10) }
  }
  throw damaged()
}

/** Every entry, inflated, within the limits whatever the archive claims. */
export function unzip(zip: Buffer, limits: ZipLimits): ZipEntry[] {
  try {
    return entriesOf(zip, limits)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    // An offset outside the archive, or data that is not deflated.
    throw damaged()
  }
}

function entriesOf(zip: Buffer, limits: ZipLimits): ZipEntry[] {
  const { offset, entries: count } = endOf(zip)
  if (count > limits.entries) throw new UnreadableFile(`The file consists of more than ${limits.entries} parts`)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let left = limits.inflated
  let at = offset
  for (let n = 0; n < count; n++) {
    if (zip.readUInt32LE(at) !== signatures.central) throw damaged()
    const flags = zip.readUInt16LE(at + 8)
    const sizes = { packed: zip.readUInt32LE(at + 20), inflated: zip.readUInt32LE(at + 24) }
    const nameEnd = at + centralSize + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + centralSize, nameEnd)
    if (flags & encrypted) throw new UnreadableFile('The file is protected by a password')
    if (name.includes('..') || name.startsWith('/') || /[\\:\0]/.test(name) || names.has(name.toLowerCase()))
      throw new UnreadableFile('The file names its parts in a way that is not accepted')
    names.add(name.toLowerCase())
    if (sizes.packed === wide || sizes.inflated === wide) throw tooLarge()
    if (sizes.inflated > left) throw tooLarge()
    const content = contentAt(zip, zip.readUInt32LE(at + 42), zip.readUInt16LE(at + 10), sizes.packed, left)
    left -= content.length
    entries.push({ name, content })
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

function contentAt(zip: Buffer, at: number, method: number, packed: number, left: number): Buffer {
  if (zip.readUInt32LE(at) !== signatures.local) throw damaged()
  const from = at + localSize + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  if (from + packed > zip.length) throw damaged()
  const data = zip.subarray(from, from + packed)
  if (method === stored && data.length > left) throw tooLarge()
  if (method === stored) return data
  if (method !== deflated) throw new UnreadableFile('The file is compressed in a way that is not accepted')
  if (data.length === 0) return data
  try {
    // The stated length is not trusted: inflating stops at what is left of the limit.
    return inflateRawSync(data, { maxOutputLength: Math.max(1, left) })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw error
  }
}
