import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../runtime/config/config.ts'
import { letterheadPictures } from './letterhead-pictures.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-letterhead-'))
  const clear = { r: 200, g: 0, b: 0, alpha: 0.5 }
  await sharp({ create: { width: 1000, height: 500, channels: 4, background: clear } })
    .png()
    .toFile(at('logo.png'))
  await sharp({ create: { width: 800, height: 800, channels: 3, background: '#eee' } })
    .jpeg()
    .toFile(at('back.jpg'))
  await writeFile(at('text.png'), 'no picture')
  await writeFile(at('broken.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the configured pictures are made ready for print, on white', async () => {
  const config = readConfig({ COMPANY_LOGO: at('logo.png'), RECEIPT_BACKGROUND: at('back.jpg') })
  const { logo, background } = await letterheadPictures(config.letterheadFiles)
  expect(await sharp(logo).metadata()).toMatchObject({ format: 'png', width: 350, height: 175, hasAlpha: false })
  expect(await sharp(background).metadata()).toMatchObject({ format: 'jpeg', width: 1240, height: 1760 })
})

test('none are needed', async () => {
  expect(await letterheadPictures(readConfig({}).letterheadFiles)).toEqual({})
  expect(await letterheadPictures(readConfig({ COMPANY_LOGO: '' }).letterheadFiles)).toEqual({})
})

test.each([
  ['logo', 'missing.png', 'COMPANY_LOGO: there is no file to read'],
  ['background', 'text.png', 'RECEIPT_BACKGROUND: the file is no png or jpg picture'],
  ['logo', 'broken.png', 'COMPANY_LOGO: the picture is damaged'],
])('a %s that is %s is a fault of the configuration that names it', async (which, name, words) => {
  const files = { logo: undefined, background: undefined, [which]: at(name) }
  await expect(letterheadPictures(files)).rejects.toThrow(`The configuration is not usable:\n  ${words}: ${at(name)}`)
})
