import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedClock } from '../runtime/clock.ts'
import { serveFiles } from './files-route.ts'
import { localPictures, type PictureStore } from './pictures.ts'

const clock = fixedClock('2026-11-21T04:20:00Z')
const session = 'the session'
let folder: string
let pictures: PictureStore
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-route-'))
  pictures = await localPictures(folder, clock)
  app = fastify()
  serveFiles(app, pictures, async (id) => id === session)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const stored = async (format: 'png' | 'jpeg') => {
  const blank = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
  return (await pictures.store(await pictures.redraw(await blank.toFormat(format).toBuffer()))).key
}

test('a signed link brings the picture with its exact type, for the browser alone to keep', async () => {
  for (const [format, type] of [
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
  ] as const) {
    const key = await stored(format)
    const answer = await app.inject(pictures.path(key, session) ?? '')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=6000, immutable',
    })
    expect(answer.rawPayload).toEqual(await pictures.files.get(key))
    const small = await app.inject(pictures.thumbnailPath(key, session) ?? '')
    expect((await sharp(small.rawPayload).metadata()).width).toBe(192)
  }
})

test('every other request finds nothing', async () => {
  const key = await stored('png')
  const path = pictures.path(key, session) ?? ''
  const [bare = '', query = ''] = path.split('?')
  const wrong = [
    bare,
    `${path.slice(0, -1)}~`,
    `${bare}?${query}&${query}`,
    `${bare}?e=9999999999&s=${'A'.repeat(43)}`,
    `/api/files/..%2Flink.key?${query}`,
    `/api/files/%2e%2e%2flink.key?${query}`,
    `/api/files/link.key?${query}`,
    `/api/files/${key}%00?${query}`,
    path.replace('.png', '-small.png'),
    path.replace('u=the', 'u=a'),
    pictures.path(key, 'ended') ?? '',
    pictures.path(key, undefined) ?? '',
  ]
  for (const url of wrong) {
    const answer = await app.inject(url)
    expect([url, answer.statusCode]).toEqual([url, 404])
  }
  expect((await app.inject(bare)).json()).toEqual({ statusCode: 404, error: 'Not Found', message: 'File not found' })

  await pictures.remove(key)
  expect((await app.inject(path)).statusCode).toBe(404)
})

test('an old link finds nothing', async () => {
  const path = pictures.path(await stored('png'), session) ?? ''
  clock.set('2026-11-21T06:00:00Z')
  expect((await app.inject(path)).statusCode).toBe(404)
})

test('no picture has no link', () => {
  expect([pictures.path(null, session), pictures.thumbnailPath(null, session)]).toEqual([null, null])
})
