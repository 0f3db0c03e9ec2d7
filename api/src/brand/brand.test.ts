import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paletteOf, sheetOf } from '@academy/contract/brand/palette.ts'
import { afterAll, expect, test } from 'vitest'
import { academyIn, order, putPackage } from '../../test/support/academy.ts'
import { form, formWith, trailOf } from '../../test/support/lists.ts'
import { testPortal } from '../../test/support/portal.ts'
import { modules } from '../modules.ts'
import { buildApp } from '../platform/http/index.ts'
import { companyNow } from '../platform/pdf/index.ts'

const portal = await testPortal()
const owner = await portal.as()
const academy = await academyIn(portal)
afterAll(() => portal.close())

const fetched = (url: string) => portal.app.inject({ url })
const publicly = async () => (await portal.anyone.get('/config')).json().brand

test('until one is given the product’s own colour stands, and no sheet is named', async () => {
  expect((await owner.get('/brand')).json()).toMatchObject({ hex: null, picture: null })
  expect(await publicly()).toEqual({ sheet: null, picture: null })
  expect(await fetched('/brand.css')).toMatchObject({ statusCode: 200, body: '' })
})

test('a colour becomes a sheet that everybody is served, kept under its own address', async () => {
  const saved = await owner.put('/brand', { hex: ' #0A7D4B ' })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json()).toMatchObject({ hex: '#0a7d4b', picture: null })
  const { sheet } = await publicly()
  const served = await fetched(sheet)
  expect(served.body).toBe(sheetOf(paletteOf('#0a7d4b')))
  expect(served.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await fetched('/brand.css?v=another')).headers['cache-control']).toBe('no-cache')
  expect((await trailOf(portal, 'brand')).at(-1)).toMatchObject({
    action: 'Updated',
    changeTo: [{ field: 'hex', item: '#0a7d4b' }],
  })
  const accent = async () => (await portal.run(companyNow)).accent
  expect(await accent()).toBe(paletteOf('#0a7d4b').light.fill)
  await owner.put('/brand', { hex: '#123456' })
  expect((await publicly()).sheet).not.toBe(sheet)
  expect((await owner.put('/brand', { hex: '' })).json().hex).toBeNull()
  expect((await publicly()).sheet).toBeNull()
  expect(await accent()).toBeUndefined()
})

test('the page of the screens names the sheet after its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy-brand-'))
  await writeFile(join(folder, 'index.html'), '<head><link rel="stylesheet" href="/assets/own.css" /></head>')
  const app = await buildApp(portal.portal, modules, portal.app.log, { screens: folder })
  const page = async (url: string) => (await app.inject({ url })).body
  expect(await page('/belt')).not.toContain('brand.css')
  await owner.put('/brand', { hex: '#0a7d4b' })
  const { sheet } = await publicly()
  const whole = `<head><link rel="stylesheet" href="/assets/own.css" /><link rel="stylesheet" href="${sheet}" /></head>`
  expect([await page('/belt'), await page('/index.html')]).toEqual([whole, whole])
  // As a watch asks whether the portal is there.
  expect((await app.inject({ method: 'HEAD', url: '/belt' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/belt' })).statusCode).toBe(404)
  await app.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['green', 'Give the colour as # and six digits, such as #3a4fa3'],
  ['#abc', 'Give the colour as # and six digits, such as #3a4fa3'],
  ['#ffffff', 'This colour is too light: buttons would vanish. Choose a darker one'],
])('%s is refused at its field', async (hex, message) => {
  const refused = await owner.put('/brand', { hex })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ statusCode: 400, details: [{ path: 'hex', message }] })
})

test('only whoever may edit formats may change it', async () => {
  const viewer = await portal.as({ docFormat: ['view'] })
  expect((await viewer.get('/brand')).statusCode).toBe(403)
  expect((await viewer.put('/brand', { hex: '#123456' })).statusCode).toBe(403)
  expect((await portal.anyone.put('/brand', { hex: '#123456' })).statusCode).toBe(401)
  const editor = await portal.as({ docFormat: ['edit'] })
  expect((await editor.put('/brand', { hex: '#123456' })).statusCode).toBe(200)
})

test('of two who change it at once the second is told', async () => {
  const etag = String((await owner.get('/brand')).headers.etag)
  const first = await owner.put('/brand', { hex: '#654321' }, { 'if-match': etag })
  const second = await owner.put('/brand', { hex: '#135790' }, { 'if-match': etag })
  expect([first.statusCode, second.statusCode]).toEqual([200, 412])
  expect((await owner.get('/brand')).json().hex).toBe('#654321')
})

test('the logo is shown to everybody, and printed, as long as it is the logo', async () => {
  const first = (await owner.put('/brand', await form({}, 'red'))).json().picture
  expect(await publicly()).toMatchObject({ picture: first })
  expect((await fetched(first)).headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const { picture, hex } = (await owner.put('/brand', await form({}, 'blue'))).json()
  expect(picture).not.toBe(first)
  expect(hex).toBe('#654321')
  expect((await fetched(first)).statusCode).toBe(404)
  const printed = async () => (await portal.run(companyNow)).logo
  expect(await printed()).toBeInstanceOf(Buffer)
  const file = picture.split('/').at(-1)
  expect((await owner.put(`/brand/remove/${first.split('/').at(-1)}`)).statusCode).toBe(404)
  expect((await owner.put(`/brand/remove/${file}`)).json().picture).toBeNull()
  expect((await fetched(picture)).statusCode).toBe(404)
  expect(await printed()).toBeUndefined()
})

test('a logo that is too large or no picture is refused, and nothing is kept', async () => {
  const send = (content: Buffer) => owner.put('/brand', formWith({}, content, 'logo.png'))
  expect((await send(Buffer.alloc(3001 * 1024))).statusCode).toBe(413)
  expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).statusCode).toBe(415)
  expect((await owner.get('/brand')).json().picture).toBeNull()
})

test('what the academy is called, where it is and what its credit costs holds at once, until it is taken back', async () => {
  const details = {
    companyName: 'Harimau Academy Sdn Bhd',
    registration: '202601000001 (1234567-A)',
    address: '12 Jalan SS 15/4, Subang Jaya',
    creditPrice: '1.20',
  }
  const saved = await owner.put('/brand', { ...details, creditPrice: 1.2 })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json()).toMatchObject({ ...details, phone: null, now: { ...details, phone: '03-1234 5678' } })
  const config = async () => (await portal.anyone.get('/config')).json()
  expect(await config()).toMatchObject({ companyName: details.companyName, creditPrice: '1.20' })
  const { creditPrice: _, companyName: name, ...place } = details
  expect(await portal.run(companyNow)).toMatchObject({ name, ...place, phone: '03-1234 5678' })
  const record = (await trailOf(portal, 'brand')).at(-1)
  expect(record).toMatchObject({
    changeTo: expect.arrayContaining([{ field: 'creditPrice', item: 'RM 1.20', type: 'added' }]),
  })

  // The demo package of 100 credits, ordered at the new price; the order keeps it.
  const ordered = await order(portal, academy)
  const amountOf = async () => (await owner.get(`/payment/${ordered}`)).json().amount
  expect(await amountOf()).toBe('120.00')
  await owner.put('/brand', { companyName: null, registration: '', address: null, creditPrice: null })
  expect(await amountOf()).toBe('120.00')
  expect(await config()).toMatchObject({ companyName: 'Academy', creditPrice: '1.00' })
})

test('what the environment says cannot be said otherwise, and a price must be one', async () => {
  expect((await owner.get('/brand')).json().fixed).toEqual({ phone: 'CONTACT_PHONE' })
  const refused = await owner.put('/brand', { companyName: 'Kept out', phone: '03-9999 9999' })
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Contact Phone is said by CONTACT_PHONE in the portal’s environment and cannot be changed here',
  ])
  expect((await owner.get('/brand')).json().companyName).toBeNull()
  for (const creditPrice of ['0', '0.00', '-1', '1.234', 'RM 1', '1e3', '10000', '999999.99', 0, -1, 1.234]) {
    const answer = await owner.put('/brand', { creditPrice })
    expect([creditPrice, answer.statusCode, answer.json().details]).toEqual([
      creditPrice,
      400,
      [{ path: 'creditPrice', message: 'Give an amount in RM below 10,000, such as 1.00' }],
    ])
  }
})

test('at the highest price the largest package can be ordered, and what is owed be printed', async () => {
  expect((await owner.put('/brand', { creditPrice: '9999.99' })).statusCode).toBe(200)
  const largest = await portal.run((tx) => putPackage(tx, { credit: 1_000_000 }))
  const ordered = await owner.post('/payment', {
    memberId: academy.member,
    package: largest,
    coachReceived: academy.coach,
  })
  expect([ordered.statusCode, ordered.json().amount]).toEqual([201, '9999990000.00'])
  expect((await owner.put(`/payment/direct/${ordered.json()._id}`, { isPay: true })).statusCode).toBe(200)
  expect((await owner.get('/report/credit-owed-report/generate/pdf')).statusCode).toBe(200)
})
