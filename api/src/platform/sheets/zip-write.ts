/** Writes a zip archive while its parts are made, for files that are sent before their length is known. */
import { crc32, createDeflateRaw } from 'node:zlib'
import { signatures, type ZipEntry } from './zip-read.ts'

export interface ZipPart {
  name: string
  /** A chunk may be overwritten once the one after the next is requested: two buffers are enough. */
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const { local, central, descriptor, end } = signatures
const version = 20
/** Checksum and lengths follow the content; the name is UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1 January 1980, the first day of the format. */
const noDay = 33
const longest = 0xffffffff

/** Higher levels make a sheet hardly smaller: docs/decisions/0017. */
const level = 2
const chunkSize = 65_536

interface Sums {
  crc: number
  packed: number
  plain: number
}

/** Compresses in a thread of the runtime while the next chunk is made. */
async function* packed(content: ZipPart['content'], sums: Sums): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level, chunkSize, memLevel: 9 })
  let settle: (error?: Error | null) => void = () => {}
  deflate.once('close', () => settle(new Error('The archive was left')))
  const take = (chunk: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve())
      deflate.write(chunk, settle)
    })
  const feed = async () => {
    let taken = Promise.resolve()
    for await (const chunk of content) {
      sums.crc = crc32(chunk, sums.crc)
      sums.plain += chunk.length
      await taken
      taken = take(chunk)
      // Awaited with the next chunk.
      taken.catch(() => undefined)
    }
    await taken
    deflate.end()
  }
  const fed = feed().catch((error) => void deflate.destroy(error))
  try {
    for await (const chunk of deflate) {
      sums.packed += chunk.length
      yield chunk
    }
  } finally {
    deflate.destroy()
    // The source has stopped, too.
    await fed
  }
}

/** The fields that both headers of a part share. */
function saidOf(sums: Sums | undefined, name: Buffer): Buffer {
  const said = Buffer.alloc(26)
  said.writeUInt16LE(version, 0)
  said.writeUInt16LE(flags, 2)
  said.writeUInt16LE(deflated, 4)
  said.writeUInt16LE(noDay, 8)
  said.writeUInt32LE(sums?.crc ?? 0, 10)
  said.writeUInt32LE(sums?.packed ?? 0, 14)
  said.writeUInt32LE(sums?.plain ?? 0, 18)
  said.writeUInt16LE(name.length, 22)
  return said
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => void bytes.writeUInt32LE(value, index * 4))
  return bytes
}

/** The bytes of an archive with these parts, in this order. */
export async function* zipped(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let entries = 0
  let offset = 0
  for await (const part of parts) {
    const name = Buffer.from(part.name)
    const head = Buffer.concat([numbers(local), saidOf(undefined, name), name])
    const sums: Sums = { crc: 0, packed: 0, plain: 0 }
    yield head
    yield* packed(part.content, sums)
    if (sums.plain > longest || offset + sums.packed > longest)
      throw new Error(`${part.name} is too long for an archive`)
    yield numbers(descriptor, sums.crc, sums.packed, sums.plain)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    // "Made by" comes before the shared fields, the part's offset after them.
    const madeBy = Buffer.alloc(2)
    madeBy.writeUInt16LE(version)
    directory.push(numbers(central), madeBy, saidOf(sums, name), place, name)
    entries += 1
    offset += head.length + sums.packed + 16
  }
  const list = Buffer.concat(directory)
  const last = Buffer.alloc(22)
  last.writeUInt32LE(end, 0)
  last.writeUInt16LE(entries, 8)
  last.writeUInt16LE(entries, 10)
  last.writeUInt32LE(list.length, 12)
  last.writeUInt32LE(offset, 16)
  yield Buffer.concat([list, last])
}

/** An archive of entries in memory. */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of zipped(entries.map(({ name, content }) => ({ name, content: [content] }))))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}
