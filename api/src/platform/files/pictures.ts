import { randomBytes } from 'node:crypto'
import { messages, pictureLimit } from '@academy/contract/platform/messages.ts'
import sharp, { type Sharp } from 'sharp'
import { HttpError } from '../http/errors.ts'
import type { Clock } from '../runtime/clock.ts'
import { limit } from '../runtime/limit.ts'
import { type FileStore, isFileKey, localStore } from './files.ts'
import { type FileLinks, fileLinks, linkSecret } from './files-link.ts'

const mostPixels = 25_000_000
const longestSeconds = 10
/** Sharp on any screen, and an eighth of the size of a phone photo. */
const longestSide = 2048
const thumbnailSide = 192

// every other decoder in libvips is attack surface that nobody needs
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)

/** Reading a picture of 25 megapixels takes up to 250 MB. */
const inTurn = limit(2)

const magic = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpg: Buffer.from([0xff, 0xd8, 0xff]),
}

/** What modules do with pictures: they store the key and hand out links. */
export interface PictureStore {
  files: FileStore
  links: FileLinks
  /** Takes up to ten seconds: before anything is locked. */
  redraw(bytes: Uint8Array): Promise<RedrawnPicture>
  store(picture: RedrawnPicture): Promise<{ key: string; thumbnailKey: string }>
  remove(key: string): Promise<void>
  /** A link for an hour or two of a session; null for no picture. */
  path(key: string | null, session: string | undefined): string | null
  /** The same for the thumbnail of the picture with this key. */
  thumbnailPath(key: string | null, session: string | undefined): string | null
  /** The bytes of the thumbnail of the picture with this key. */
  thumbnail(key: string): Promise<Buffer | undefined>
  check(): Promise<void>
  /** Whether a picture would fit on the disk. */
  hasRoom(): Promise<boolean>
}

/** Pictures in a folder, which also holds the key that signs their links. */
export async function localPictures(folder: string, clock: Clock): Promise<PictureStore> {
  const files = localStore(folder)
  const links = fileLinks(await linkSecret(folder), clock)
  return {
    files,
    links,
    redraw: redrawPicture,
    store: (picture) => storePicture(files, picture),
    remove: (key) => removePicture(files, key),
    path: (key, session = '') => (key === null ? null : links.signedPath(key, session)),
    thumbnailPath: (key, session = '') => (key === null ? null : links.signedPath(thumbnailOf(key), session)),
    thumbnail: (key) => files.get(thumbnailOf(key)),
    check: () => files.check(),
    hasRoom: () => files.hasRoom(pictureLimit.kilobytes * 1024),
  }
}

/** A png or jpg as it is stored: turned upright, re-encoded without its metadata, with a thumbnail. */
export interface RedrawnPicture {
  type: 'png' | 'jpg'
  picture: Buffer
  thumbnail: Buffer
}

/**
 * Reads a png or jpg, by content, never by name. Refuses with 415 another type or a damaged picture, with 413 one of more
 * than 3000 KB or 25 megapixels.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<RedrawnPicture> {
  if (bytes.length > pictureLimit.kilobytes * 1024) {
    throw refusal(413, messages.fileSize(pictureLimit.kilobytes))
  }
  const type = typeOf(bytes)
  if (!type) throw refusal(415, messages.fileTypes)
  return { type, ...(await inTurn(() => redraw(bytes, type))) }
}

/** Stores a picture under a random key. The caller removes it again when the save it belongs to fails. */
export async function storePicture(
  store: FileStore,
  { type, picture, thumbnail }: RedrawnPicture,
): Promise<{ key: string; thumbnailKey: string }> {
  const key = `${randomBytes(16).toString('hex')}.${type}`
  const thumbnailKey = thumbnailOf(key)
  try {
    await store.put(key, picture)
    await store.put(thumbnailKey, thumbnail)
  } catch (error) {
    await removePicture(store, key)
    throw error
  }
  return { key, thumbnailKey }
}

/** Removes a picture and its thumbnail; a missing one is no error. */
export async function removePicture(store: FileStore, key: string): Promise<void> {
  await Promise.all([store.remove(key), store.remove(thumbnailOf(key))])
}

/** The key of a picture's thumbnail, derived so that only the picture's own key is stored. */
export function thumbnailOf(key: string): string {
  return key.replace(/\.(jpg|png)$/, '-small.$1')
}

/** A png or jpg, by content. */
export const isPicture = (bytes: Uint8Array): boolean => typeOf(bytes) !== undefined

function typeOf(bytes: Uint8Array): 'png' | 'jpg' | undefined {
  if (magic.png.equals(bytes.subarray(0, magic.png.length))) return 'png'
  if (magic.jpg.equals(bytes.subarray(0, magic.jpg.length))) return 'jpg'
  return undefined
}

/** How the files that this module writes end: one that was cut short does not. */
const ending = { png: Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]), jpg: Buffer.from([0xff, 0xd9]) }

/** What is wrong with a stored picture or its thumbnail, by their first and last bytes; undefined when nothing is. */
export async function pictureProblem(store: FileStore, key: string): Promise<string | undefined> {
  if (!isFileKey(key)) return `${key} is no picture's name`
  for (const file of [key, thumbnailOf(key)]) {
    const ends = await store.ends(file)
    if (!ends) return `its picture ${file} is missing`
    const type = typeOf(ends.first)
    if (!type || !ends.last.subarray(-ending[type].length).equals(ending[type]))
      return `its picture ${file} is damaged or cut short`
  }
  return undefined
}

async function redraw(bytes: Uint8Array, type: 'png' | 'jpg'): Promise<{ picture: Buffer; thumbnail: Buffer }> {
  const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
  try {
    const { width, height } = await source.metadata()
    if (width * height > mostPixels) throw tooManyPixels()
    const picture = await encode(shrink(source.autoOrient(), longestSide), type)
    return { picture, thumbnail: await encode(shrink(sharp(picture), thumbnailSide), type) }
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (error instanceof Error && /pixel limit/.test(error.message)) throw tooManyPixels()
    if (error instanceof Error && /timeout/i.test(error.message))
      throw refusal(413, 'The picture takes too long to read')
    throw refusal(415, 'The picture is damaged and cannot be read')
  }
}

function shrink(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

function encode(picture: Sharp, type: 'png' | 'jpg'): Promise<Buffer> {
  const encoded = type === 'png' ? picture.png({ compressionLevel: 8 }) : picture.jpeg({ quality: 85, mozjpeg: true })
  return encoded.timeout({ seconds: longestSeconds }).toBuffer()
}

function tooManyPixels(): HttpError {
  return refusal(413, 'Exceeded maximum picture size 25 megapixels')
}

function refusal(statusCode: number, message: string): HttpError {
  return new HttpError(statusCode, message, { details: [{ path: 'picture', message }] })
}
