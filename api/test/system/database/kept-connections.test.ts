import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../../src/platform/data/index.ts'
import { testDatabase } from '../../support/platform/database.ts'

test('after a rest as many connections are left as a browser asks on at once', async () => {
  const ground = await testDatabase()
  const database = openDatabase(ground.url)
  try {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { promise: allCame, resolve: goOn } = Promise.withResolvers<void>()
    let came = 0
    const reading = () =>
      database.moment(async (reads) => {
        await reads.query(sql`select 1`)
        if (++came === 10) goOn()
        await allCame
      })
    await Promise.all(Array.from({ length: 10 }, reading))
    expect(database.load()).toEqual({ used: 0, idle: 10, waiting: 0 })
    vi.advanceTimersByTime(60_000)
    expect(database.load()).toEqual({ used: 0, idle: 6, waiting: 0 })
  } finally {
    vi.useRealTimers()
    await database.close()
    await ground.drop()
  }
})
