import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { form } from '../../test/support/lists.ts'
import { testPortal } from '../../test/support/portal.ts'
import { shortNameOf } from './home-screen.ts'

const portal = await testPortal()
const owner = await portal.as()
afterAll(() => portal.close())

const fetched = (url: string) => portal.app.inject({ url })
const manifest = z.object({
  name: z.string(),
  short_name: z.string(),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})
const manifestNow = async () => manifest.parse(JSON.parse((await fetched('/manifest.webmanifest')).body))

/** Width, height, and the colour `#rrggbbaa` of a pixel, from the top left. */
async function seen(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * 4
  return { size: `${info.width}x${info.height}`, pixel: `#${data.subarray(at, at + 4).toString('hex')}` }
}
const iconOf = async (purpose: string, size: string) => {
  const { icons } = await manifestNow()
  const icon = icons.find((one) => one.purpose === purpose && one.sizes === size)
  return fetched(icon?.src ?? '')
}

test('a phone that is not signed in is told how the portal stands on its home screen', async () => {
  const answer = await fetched('/manifest.webmanifest')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(answer.headers['content-security-policy']).toContain("manifest-src 'self'")
  const { icons, ...facts } = await manifestNow()
  expect(facts).toMatchObject({ name: 'Academy', short_name: 'Academy', theme_color: '#3a4fa3' })
  expect(facts.shortcuts).toEqual([{ name: 'Mark Attendance', url: '/markAttendance/listing' }])
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    ...['192x192 any', '512x512 any'],
    ...['192x192 maskable', '512x512 maskable'],
  ])
})

test('without a logo the icons are the initials on the academy’s colour, and follow it', async () => {
  const [round, full] = [await iconOf('any', '512x512'), await iconOf('maskable', '192x192')]
  expect(round.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(await seen(round.rawPayload, 0, 0)).toMatchObject({ size: '512x512', pixel: expect.stringMatching(/00$/) })
  expect(await seen(round.rawPayload, 256, 20)).toMatchObject({ pixel: '#3a4fa3ff' })
  expect(await seen(full.rawPayload, 0, 0)).toEqual({ size: '192x192', pixel: '#3a4fa3ff' })
  const { channels } = await sharp(full.rawPayload).stats()
  expect(channels[0]?.max, 'white letters').toBe(255)
  const before = (await manifestNow()).icons[0]?.src
  await owner.put('/brand', { hex: '#0a7d4b' })
  const { theme_color, icons } = await manifestNow()
  expect(theme_color).toBe('#0a7d4b')
  expect(icons[0]?.src).not.toBe(before)
  expect(await seen((await iconOf('maskable', '192x192')).rawPayload, 0, 0)).toMatchObject({ pixel: '#0a7d4bff' })
  // An address of before shows what is now, and is not kept.
  expect((await fetched(before ?? '')).headers['cache-control']).toBe('no-cache')
})

test('they are called what the academy is called now', async () => {
  const before = (await manifestNow()).icons[0]?.src
  await owner.put('/brand', { companyName: 'Harimau Martial Arts' })
  const { icons, ...facts } = await manifestNow()
  expect(facts).toMatchObject({ name: 'Harimau Martial Arts', short_name: 'Harimau' })
  expect(icons[0]?.src).not.toBe(before)
  await owner.put('/brand', { companyName: null })
  expect((await manifestNow()).icons[0]?.src).toBe(before)
})

test('with a logo the icons are the logo; one that is cut keeps it where nothing is cut', async () => {
  const saved = await owner.put('/brand', await form({}, 'red'))
  expect(saved.statusCode, saved.body).toBe(200)
  const full = (await iconOf('maskable', '512x512')).rawPayload
  expect(await seen(full, 40, 256)).toEqual({ size: '512x512', pixel: '#ffffffff' })
  const isRed = { pixel: expect.stringMatching(/^#f[ef]0[01]0[01]ff$/) }
  expect(await seen(full, 256, 256)).toMatchObject(isRed)
  expect(await seen((await iconOf('any', '192x192')).rawPayload, 96, 96)).toMatchObject(isRed)
  const apple = await fetched('/brand-icon/apple.png')
  expect(await seen(apple.rawPayload, 0, 0)).toEqual({ size: '180x180', pixel: '#ffffffff' })
})

test.each(['/brand-icon/1024.png', '/brand-icon/192', '/brand-icon/constructor.png', '/brand-icon/..%2f192.png'])(
  '%s is no icon',
  async (address) => {
    expect((await fetched(address)).statusCode).toBe(404)
  },
)

test.each([
  ['Harimau Martial Arts', 'Harimau'],
  ['Seri Mas Dojo Klang', 'Seri Mas'],
  ['Kecemerlangan Akademi', 'Academy'],
  ['Dojo', 'Dojo'],
])('under its icon %s is called %s', (name, short) => {
  expect(shortNameOf(name)).toBe(short)
})
