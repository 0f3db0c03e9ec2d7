import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { holder, pending } from '../../test/support/adjustments.ts'
import { fillBooks } from '../../test/support/books.ts'
import { form } from '../../test/support/lists.ts'
import { testPortal } from '../../test/support/portal.ts'
import { dropAnchor } from './anchors.ts'
import { evidenceOf } from './books.ts'
import { pictureColumns } from './pictured.ts'
import { verify } from './verify.ts'

const portal = await testPortal()
await fillBooks(portal)
const keeper = await portal.as()
const logo = async (color: 'red' | 'blue') => {
  expect((await keeper.put('/brand', await form({}, color))).statusCode).toBe(200)
  const [brand] = await portal.portal.database.query(sql<{ picture: string }>`select picture from brand`)
  if (!brand) throw new Error('there is no logo')
  return brand.picture
}
await logo('red')
afterAll(() => portal.close())

test('books that were kept by the portal hold, and everything in them is looked at', async () => {
  await dropAnchor(portal.portal)
  const findings = await verify(portal.portal.database, await evidenceOf(portal.portal))
  expect(findings.filter((finding) => finding.fault)).toEqual([])
  expect(findings.filter((finding) => finding.count === 0).map((finding) => finding.name)).toEqual([])
})

test('a running number that a clerk set is in the trail, and no fault', async () => {
  const clerk = await portal.as()
  const format = async () => (await clerk.get('/doc-num-format/type/Credit%20Adjustment')).json()
  const { _id, running_no } = await format()
  for (const set of [running_no + 50, running_no + 20])
    expect((await clerk.put(`/doc-num-format/${_id}`, { running_no: set })).statusCode).toBe(200)
  await pending(clerk, await holder(portal, 30, 'Goh Peng Huat'))
  expect((await format()).running_no).toBe(running_no + 21)
  expect((await verify(portal.portal.database)).filter((finding) => finding.fault)).toEqual([])
})

test('a picture that is missing or cut short is named, and one that was exchanged is no fault', async () => {
  const { portal: own } = portal
  const faults = async () =>
    (await verify(own.database, await evidenceOf(own))).flatMap(({ fault }) => (fault ? [fault] : []))
  const file = (key: string) => join(own.config.filesDir, key)
  const row = 'brand of the academy'

  const red = await logo('red')
  await truncate(file(red), 40)
  expect(await faults()).toEqual([{ row, problem: `its picture ${red} is damaged or cut short` }])
  const blue = await logo('blue')
  expect(await faults()).toEqual([])
  const small = blue.replace('.', '-small.')
  await rm(file(small))
  expect(await faults()).toEqual([{ row, problem: `its picture ${small} is missing` }])
  const { files } = own.pictures
  const exchanged: string[] = []
  const pictures = {
    ...files,
    async ends(key: string) {
      if (exchanged.length === 0) exchanged.push(await logo('red'))
      return files.ends(key)
    },
  }
  const evidence = { ...(await evidenceOf(own)), pictures }
  expect((await verify(own.database, evidence)).filter(({ fault }) => fault)).toEqual([])
  expect(exchanged).toHaveLength(1)
})

test('every column that names a picture is looked at', async () => {
  const columns = await portal.portal.database.query(
    sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name in ('picture', 'background', 'logo', 'photo')`,
  )
  // What receipts and other papers were printed with is kept by its digest, in the database.
  const papers = ['receipt.logo', 'receipt.background', 'written_paper.logo']
  const looked = pictureColumns.map(([table, column]) => `${table}.${column}`)
  expect([...looked, ...papers].toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})
