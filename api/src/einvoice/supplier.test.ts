import { afterAll, expect, test } from 'vitest'
import { trailOf } from '../../test/support/lists.ts'
import { supplier } from '../../test/support/payments/e-invoice.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const owner = await portal.as()
afterAll(() => portal.close())

const path = '/e-invoice/supplier'
const read = async () => (await owner.get(path)).json()

test('nothing is said at first, but for the codes of a consolidated e-Invoice without tax', async () => {
  const { updatedAt, ...facts } = await read()
  expect(updatedAt).toEqual(expect.any(String))
  expect(facts).toEqual({
    ...Object.fromEntries(Object.keys(supplier).map((name) => [name, null])),
    classification: '004',
    taxType: '06',
  })
})

test('what is said holds until it is taken back, and each change is in the audit trail', async () => {
  const saved = await owner.put(path, { ...supplier, tin: ' c1234567890 ' })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(await read()).toMatchObject(supplier)
  expect((await owner.put(path, { city: 'Klang', address2: '' })).json()).toMatchObject({
    ...supplier,
    city: 'Klang',
    address2: null,
  })
  const [before, after] = (await trailOf(portal, 'e-invoice-supplier')).slice(-2)
  expect(before).toMatchObject({
    action: 'Updated',
    changeTo: expect.arrayContaining([{ field: 'tin', item: 'C1234567890', type: 'added' }]),
  })
  expect(after).toMatchObject({ changeFrom: expect.arrayContaining([expect.objectContaining({ item: 'Shah Alam' })]) })
  // The same once more changes nothing.
  await owner.put(path, { city: 'Klang' })
  expect(await trailOf(portal, 'e-invoice-supplier')).toHaveLength(2)
  expect((await owner.put(path, { classification: '010' })).json().classification).toBe('010')
  expect((await owner.put(path, { classification: null, taxType: null })).json()).toMatchObject({
    classification: '004',
    taxType: '06',
  })
})

test.each([
  ['tin', 'EI00000000010', 'Give one or two letters and 9 to 12 digits, such as C1234567890'],
  ['tin', '1234567890', 'Give one or two letters and 9 to 12 digits, such as C1234567890'],
  ['registrationNumber', '202601000001 (1234567-A)', 'Registration number must be at most 20 characters'],
  ['registrationNumber', '1234567-A', 'Give letters and digits only, such as 202601000001'],
  ['sst', 'A01 2345', 'Give letters, digits and dashes; two numbers are parted by ;'],
  ['msic', '00000', 'Give the five digits of your MyInvois profile, such as 85412'],
  ['msic', '854', 'Give the five digits of your MyInvois profile, such as 85412'],
  ['postcode', '4750', 'Give the postcode as five digits, such as 47500'],
  ['telephone', '03-1234 5678', 'Give the number with the country code, such as +60312345678'],
  ['email', 'nobody', 'Please enter a valid email address'],
  ['exemption', 'Order #12', 'Only letters, digits, blanks and . , - ( ) are allowed'],
  ['city', 'x'.repeat(51), 'City must be at most 50 characters'],
  ['activity', '武'.repeat(301), 'Activity must be at most 300 characters'],
])('%s as %s is refused at its field', async (field, given, message) => {
  const refused = await owner.put(path, { [field]: given })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().details[0]).toEqual({ path: field, message })
})

test.each(['state', 'registrationKind', 'classification', 'taxType'])('%s is one of its codes', async (field) => {
  for (const given of ['17', '01x', 'Selangor', '036', 5]) {
    const refused = await owner.put(path, { [field]: given })
    expect([refused.statusCode, refused.json().details?.[0].path]).toEqual([400, field])
  }
})

test('only the number of a business may be long', async () => {
  const long = { registrationKind: 'NRIC', registrationNumber: '2026010000019' }
  const refused = await owner.put(path, long)
  expect([refused.statusCode, refused.json().details]).toEqual([
    400,
    [
      {
        path: 'registrationNumber',
        message: 'Registration Number must be at most 12 characters, unless it is that of a business (BRN)',
      },
    ],
  ])
  expect((await owner.put(path, { ...long, registrationKind: 'BRN' })).statusCode).toBe(200)
  expect((await owner.put(path, { registrationKind: 'PASSPORT' })).statusCode).toBe(400)
})

test('whoever may edit the academy may say it, and of two at once the second is told', async () => {
  const viewer = await portal.as({ docFormat: ['view'], 'report.collection': ['view', 'export'] })
  expect((await viewer.get(path)).statusCode).toBe(403)
  expect((await viewer.put(path, supplier)).statusCode).toBe(403)
  expect((await portal.anyone.put(path, supplier)).statusCode).toBe(401)
  const editor = await portal.as({ docFormat: ['edit'] })
  const etag = String((await editor.get(path)).headers.etag)
  const first = await editor.put(path, { city: 'Ipoh' }, { 'if-match': etag })
  const second = await owner.put(path, { city: 'Melaka' }, { 'if-match': etag })
  expect([first.statusCode, second.statusCode]).toEqual([200, 412])
  expect((await read()).city).toBe('Ipoh')
})
