import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { form } from '../../test/support/lists.ts'
import { testPortal } from '../../test/support/portal.ts'
import { pictureColumns, verifyPictures } from './pictures.ts'

const portal = await testPortal()
afterAll(() => portal.close())
const keeper = await portal.as()
const logo = async (color: 'red' | 'blue') => {
  expect((await keeper.put('/brand', await form({}, color))).statusCode).toBe(200)
  const [brand] = await portal.portal.database.query(sql<{ picture: string }>`select picture from brand`)
  if (!brand) throw new Error('there is no logo')
  return brand.picture
}

test('a picture that is missing or cut short is named, and one that was exchanged is no fault', async () => {
  const { portal: own } = portal
  const { files } = own.pictures
  const fault = async (pictures = files) => (await verifyPictures(own.database, pictures)).fault
  const file = (key: string) => join(own.config.filesDir, key)
  const row = 'brand of the academy'

  const red = await logo('red')
  await truncate(file(red), 40)
  expect(await fault()).toEqual({ row, problem: `its picture ${red} is damaged or cut short` })
  const blue = await logo('blue')
  expect(await fault()).toBeUndefined()
  const small = blue.replace('.', '-small.')
  await rm(file(small))
  expect(await fault()).toEqual({ row, problem: `its picture ${small} is missing` })
  const exchanged: string[] = []
  const pictures = {
    ...files,
    async ends(key: string) {
      if (exchanged.length === 0) exchanged.push(await logo('red'))
      return files.ends(key)
    },
  }
  expect(await fault(pictures)).toBeUndefined()
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
