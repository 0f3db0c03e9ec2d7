import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { order } from '../../test/support/academy.ts'
import { form, formWith, trailOf } from '../../test/support/lists.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import { testPortal } from '../../test/support/portal.ts'
import { companyNow } from '../platform/pdf/index.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
const folder = await mkdtemp(join(tmpdir(), 'academy-background-'))
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const path = '/brand/background'
const plain = (colour: string) =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: colour } })
    .png()
    .toBuffer()

async function give(colour: string) {
  const answer = await clerk.put(path, await form({}, colour))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
async function issued() {
  const id = await order(portal, academy)
  await desk.verify(id)
  return id
}
/** The digest of the receipt's background, and how many pictures its PDF has. */
async function printed(id: string) {
  const [row] = await portal.run((tx) =>
    tx.query<{ background: string | null }>(sql`select background from receipt where payment = ${id}`),
  )
  const answer = await clerk.get(`/payment/generate/pdf/${id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return {
    digest: row?.background,
    pictures: answer.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0,
  }
}

test('receipts have the background from then on until it is removed; those issued keep what they had', async () => {
  const bare = await issued()
  expect(await printed(bare)).toEqual({ digest: null, pictures: 0 })

  const given = await give('red')
  expect(given.background).toMatch(/^\/api\/files\//)
  expect((await portal.app.inject({ url: given.background })).headers['content-type']).toBe('image/png')
  expect((await trailOf(portal, 'brand')).at(-1)).toMatchObject({
    description: 'Changed the background of receipts',
    changeTo: [{ field: 'background', item: expect.stringMatching(/\.png$/), type: 'added' }],
  })
  const red = await issued()
  const first = await printed(red)
  expect(first).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{64}$/), pictures: 1 })
  const page = (await portal.run(companyNow)).background
  expect(await sharp(page).metadata()).toMatchObject({ format: 'jpeg', width: 1240, height: 1760 })

  const second = await give('blue')
  expect((await portal.app.inject({ url: given.background })).statusCode).toBe(404)
  const blue = await issued()
  expect((await printed(blue)).digest).not.toBe(first.digest)
  expect(await printed(red)).toEqual(first)

  const keyOf = ({ background }: { background: string }) => background.split('?')[0]?.split('/').at(-1)
  expect((await clerk.put(`${path}/remove/${keyOf(given)}`)).statusCode, 'another than there is').toBe(404)
  const without = await clerk.put(`${path}/remove/${keyOf(second)}`)
  expect([without.statusCode, without.json().background]).toEqual([200, null])
  expect(await printed(await issued())).toEqual({ digest: null, pictures: 0 })
  expect((await printed(blue)).pictures).toBe(1)
  expect(await printed(bare)).toEqual({ digest: null, pictures: 0 })
})

test('a form of the page that was open meanwhile is told that the academy has changed', async () => {
  const { etag } = (await clerk.get('/brand')).headers
  await give('green')
  expect((await clerk.put('/brand', { phone: null, registration: '1' }, { 'if-match': String(etag) })).statusCode).toBe(
    412,
  )
})

test('what is no picture, or nothing, changes nothing; only whoever may edit formats changes it', async () => {
  const before = (await clerk.get('/brand')).json().background.split('?')[0]
  const send = (content: Buffer) => clerk.put(path, formWith({}, content, 'page.png'))
  expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).statusCode).toBe(415)
  expect((await send(Buffer.alloc(3001 * 1024))).statusCode).toBe(413)
  expect((await clerk.put(path, {})).statusCode).toBe(200)
  const viewer = await portal.as({ docFormat: ['view'] })
  expect((await viewer.put(path, await form({}, 'red'))).statusCode).toBe(403)
  expect((await viewer.put(`${path}/remove/x.png`)).statusCode).toBe(403)
  expect((await clerk.get('/brand')).json().background.split('?')[0]).toBe(before)
})

test('what RECEIPT_BACKGROUND says comes first and is told', async () => {
  const file = join(folder, 'page.png')
  await writeFile(file, await plain('#eef'))
  const told = await testPortal({ RECEIPT_BACKGROUND: file })
  const owner = await told.as()
  expect((await owner.get('/brand')).json()).toMatchObject({
    background: null,
    fixed: { background: 'RECEIPT_BACKGROUND' },
  })
  const refused = await owner.put(path, await form({}, 'red'))
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Receipt Background is said by RECEIPT_BACKGROUND in the portal’s environment and cannot be changed here',
  ])
  // One that was given before the variable was set waits until it is gone.
  await told.run((tx) =>
    tx.change({ section: 'Test', docType: 'brand', docId: 'brand', action: 'Updated', description: 'test' }, (on) =>
      on()
        .updateTable('brand')
        .set({ background: 'x.png', backgroundPrint: Buffer.from('theirs') })
        .execute(),
    ),
  )
  expect((await told.run(companyNow)).background).toBe(told.portal.config.company.background)
  await told.close()
})
