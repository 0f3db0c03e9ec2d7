import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { localStore } from './files.ts'
import { redrawPicture, removePicture, storePicture, thumbnailOf } from './pictures.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterEach(() => rm(folder, { recursive: true }))

const store = async (bytes: Uint8Array) => storePicture(localStore(folder), await redrawPicture(bytes))
const stored = async (bytes: Uint8Array) => {
  const { key, thumbnailKey } = await store(bytes)
  const [picture, thumbnail] = await Promise.all([key, thumbnailKey].map((name) => localStore(folder).get(name)))
  if (!picture || !thumbnail) throw new Error('nothing was stored')
  return { key, thumbnailKey, picture, thumbnail }
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

const refused = (statusCode: number, message: string) =>
  expect.objectContaining({ statusCode, message, details: [{ path: 'picture', message }] })
const wrongType = refused(415, 'Only accept file types png, jpg, jpeg')
const damaged = refused(415, 'The picture is damaged and cannot be read')
const tooLarge = refused(413, 'Exceeded maximum picture size 25 megapixels')

/** A png whose header claims more than its one row of zeros holds. */
function pngBomb(width: number, height: number, rows: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a stored picture', () => {
  test('is of the type it was, under a random key, with a thumbnail beside it', async () => {
    for (const [format, form] of [
      ['png', /^[0-9a-f]{32}\.png$/],
      ['jpeg', /^[0-9a-f]{32}\.jpg$/],
    ] as const) {
      const bytes = await noise(640, 480).toFormat(format).toBuffer()
      const first = await stored(bytes)
      expect(first.key).toMatch(form)
      expect(first.thumbnailKey).toBe(thumbnailOf(first.key))
      expect(await sharp(first.picture).metadata()).toMatchObject({ format, width: 640, height: 480 })
      expect(await sharp(first.thumbnail).metadata()).toMatchObject({ format, width: 192, height: 144 })
      expect((await stored(bytes)).key).not.toBe(first.key)
    }
  })

  test('stands upright and tells nothing about where and by whom it was taken', async () => {
    const photo = await noise(400, 200)
      .withExif({ IFD0: { Artist: 'Secret Photographer', Copyright: '3.1390N 101.6869E' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Secret Photographer')).toBe(true)
    const { picture, thumbnail } = await stored(photo)
    for (const bytes of [picture, thumbnail]) {
      const { width, height, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
      expect(width).toBeLessThan(height)
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(bytes.includes('Secret Photographer')).toBe(false)
    }
  })

  test('is no larger than a screen, and a small one is not blown up', async () => {
    const large = await sharp({ create: { width: 5000, height: 1000, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
    expect(await sharp((await stored(large)).picture).metadata()).toMatchObject({ width: 2048, height: 410 })
    const tiny = await noise(20, 10).png().toBuffer()
    expect(await sharp((await stored(tiny)).thumbnail).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  test('keeps a png see-through', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    const logo = await sharp({ create: { width: 50, height: 50, channels: 4, background } })
      .png()
      .toBuffer()
    expect((await sharp((await stored(logo)).picture).metadata()).hasAlpha).toBe(true)
  })

  test('holds nothing of what was hidden behind the picture in the same file', async () => {
    const hidden = Buffer.from('PK\u0003\u0004<script>alert(1)</script>')
    for (const format of ['png', 'jpeg'] as const) {
      const polyglot = Buffer.concat([await noise(60, 60).toFormat(format).toBuffer(), hidden])
      const { picture, thumbnail } = await stored(polyglot)
      expect(picture.includes('<script>') || thumbnail.includes('<script>')).toBe(false)
    }
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x1b]), Buffer.from('<script>alert(1)</script>')])
    const jpeg = await noise(60, 60).jpeg().toBuffer()
    const within = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
    expect((await stored(within)).picture.includes('<script>')).toBe(false)
  })

  test('is gone with its thumbnail when it is removed', async () => {
    const { key } = await stored(await noise(60, 60).png().toBuffer())
    await removePicture(localStore(folder), key)
    await removePicture(localStore(folder), key)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('refused, with nothing stored,', () => {
  afterEach(async () => {
    expect(await readdir(folder)).toEqual([])
  })

  test('is whatever is no png or jpg by content', async () => {
    const webp = await noise(60, 60).webp().toBuffer()
    const gif = await noise(60, 60).gif().toBuffer()
    const tiff = await noise(60, 60).tiff().toBuffer()
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const pdf = Buffer.from('%PDF-1.7\n')
    for (const bytes of [webp, gif, tiff, svg, pdf, Buffer.from('MZ'), Buffer.alloc(0), Buffer.from([0xff, 0xd8])]) {
      await expect(store(bytes)).rejects.toEqual(wrongType)
    }
  })

  test('is another format behind a png or jpg beginning', async () => {
    const begins = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from([0xff, 0xd8, 0xff])]
    const bodies = [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), await noise(60, 60).webp().toBuffer()]
    for (const begin of begins) {
      for (const body of bodies) await expect(store(Buffer.concat([begin, body]))).rejects.toEqual(damaged)
    }
  })

  test('is every other format by the reader itself, should it ever come that far', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const bytes of [svg, await noise(9, 9).webp().toBuffer(), await noise(9, 9).gif().toBuffer()]) {
      await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
    }
  })

  test('is a truncated picture', async () => {
    for (const format of ['png', 'jpeg'] as const) {
      const whole = await noise(300, 300).toFormat(format).toBuffer()
      for (const part of [0.1, 0.5, 0.9]) {
        await expect(store(whole.subarray(0, Math.floor(whole.length * part)))).rejects.toEqual(damaged)
      }
    }
  })

  test('is more than 3000 KB', async () => {
    const jpeg = await noise(60, 60).jpeg().toBuffer()
    const oversize = Buffer.concat([jpeg, Buffer.alloc(3000 * 1024 + 1 - jpeg.length)])
    await expect(store(oversize)).rejects.toEqual(refused(413, 'Exceeded maximum file size 3000KB'))
  })

  test('is a png that promises more pixels than memory holds, whether it has them or not', async () => {
    await expect(store(pngBomb(60_000, 60_000, Buffer.alloc(180_001)))).rejects.toEqual(tooLarge)
    await expect(store(pngBomb(5_001, 5_000, Buffer.alloc(5_000 * 15_004)))).rejects.toEqual(tooLarge)
    await expect(store(pngBomb(2_000_000_000, 2_000_000_000, Buffer.alloc(1)))).rejects.toMatchObject({ name: 'Error' })
  })
})

test('exactly 25 megapixels and exactly 3000 KB are still a picture', async () => {
  const plain = await stored(pngBomb(5_000, 5_000, Buffer.alloc(5_000 * 15_001)))
  expect(await sharp(plain.picture).metadata()).toMatchObject({ width: 2048, height: 2048 })
  const jpeg = await noise(60, 60).jpeg().toBuffer()
  await stored(Buffer.concat([jpeg, Buffer.alloc(3000 * 1024 - jpeg.length)]))
})

test('a picture of which only half could be stored leaves nothing', async () => {
  const files = localStore(folder)
  const full = {
    ...files,
    put: (key: string, bytes: Uint8Array) =>
      key.includes('-small') ? Promise.reject(new Error('no space left')) : files.put(key, bytes),
  }
  const picture = await redrawPicture(await noise(60, 60).png().toBuffer())
  await expect(storePicture(full, picture)).rejects.toThrow('no space left')
  expect(await readdir(folder)).toEqual([])
})
