import { expect, test } from 'vitest'
import { testDatabase } from '../support/platform/database.ts'
import { schemaSource } from '../support/platform/schema-source.ts'

// npm run schema runs this test with --update, which writes the file.
test('the row types are those of the migrated database; if not, run npm run schema', async () => {
  const { url, drop } = await testDatabase()
  try {
    await expect(await schemaSource(url)).toMatchFileSnapshot('../../src/platform/data/schema.ts')
  } finally {
    await drop()
  }
})
