import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { form } from '../../test/support/lists.ts'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal({ COMPANY_ADDRESS: '12 Jalan Setia' })
const owner = await portal.as()
afterAll(() => portal.close())

const pictures = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
const kept = async () => {
  const [counts] = await portal.run((tx) =>
    tx.query<object>(
      sql`select (select count(*) from audit_record where doc_type in ('brand', 'letterhead-picture', 'receipt')) as records,
        (select count(*) from receipt) as receipts, (select row_version from brand) as version`,
    ),
  )
  return { ...counts, files: await readdir(join(portal.portal.config.dataDir, 'files'), { recursive: true }) }
}

test('a sample receipt shows what was entered before it is saved, and nothing stays of it', async () => {
  const before = await kept()
  const shown = await owner.post('/brand/preview', {
    companyName: 'Harimau Academy',
    registration: '2026-1',
    creditPrice: '1.20',
  })
  expect(shown.statusCode, shown.body).toBe(200)
  expect(shown.headers['content-type']).toBe('application/pdf')
  const [page, ...more] = await pdfPages(shown.rawPayload)
  expect(more).toEqual([])
  for (const words of [
    'Harimau Academy Registration No. 2026-1 12 Jalan Setia',
    'OFFICIAL RECEIPT No. SAMPLE Date 20-11-2026 RECEIVED FROM SAMPLE, no receipt',
    'RM 120.00',
    'VALID UNTIL 20-05-2027',
  ])
    expect(page).toContain(words)
  const withLogo = await owner.post('/brand/preview', await form({ companyName: 'Harimau' }, 'red'))
  expect([withLogo.statusCode, pictures(withLogo.rawPayload)]).toEqual([200, 1])
  const withBackground = await owner.post('/brand/background/preview', await form({}, 'pink'))
  expect([withBackground.statusCode, pictures(withBackground.rawPayload)]).toEqual([200, 1])
  expect(await pdfPages(withBackground.rawPayload)).toEqual([expect.stringMatching(/^Academy 12 Jalan Setia/)])
  expect(await kept()).toEqual(before)
})

test('what would not be saved is refused in the same words', async () => {
  const tooLight = await owner.post('/brand/preview', { hex: '#ffffff' })
  expect([tooLight.statusCode, tooLight.json().details[0].path]).toEqual([400, 'hex'])
  const fixed = await owner.post('/brand/preview', { address: 'Elsewhere' })
  expect([fixed.statusCode, fixed.json().message]).toEqual([
    409,
    'Address is said by COMPANY_ADDRESS in the portal’s environment and cannot be changed here',
  ])
  const viewer = await portal.as({ docFormat: ['view'] })
  expect((await viewer.post('/brand/preview', {})).statusCode).toBe(403)
  expect((await viewer.post('/brand/background/preview', {})).statusCode).toBe(403)
})
