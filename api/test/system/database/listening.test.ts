import { afterAll, expect, test } from 'vitest'
import { type Heard, listening } from '../../../src/platform/data/database/listening.ts'
import { databaseUrlOf } from '../../support/books/books.ts'
import { databaseProxy } from '../../support/platform/database-proxy.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
const proxy = await databaseProxy(await databaseUrlOf(portal))
const heard: Heard[] = []
const changes = listening(proxy.url, portal.portal.log, { askMs: 50, silenceMs: 200 })
changes.hear((one) => void heard.push(one))
afterAll(async () => {
  await changes.close()
  await proxy.close()
  await portal.close()
})

const gaps = () => heard.filter((one) => one === 'gap').length
const change = (docType: string) =>
  portal.run((tx) => tx.change({ section: 'Test', docType, action: 'Updated', description: 'Test' }, async () => {}))

test('a network that went silent is noticed, and after it everything is heard again', async () => {
  await expect.poll(gaps).toBe(1)
  await change('belt')
  await expect.poll(() => heard).toContainEqual(['belt'])
  proxy.fallSilent()
  await change('sport')
  proxy.speak()
  await expect.poll(gaps, { timeout: 20_000 }).toBe(2)
  await change('centre')
  await expect.poll(() => heard).toContainEqual(['centre'])
  expect(heard).not.toContainEqual(['sport'])
})

test('a transaction tells each type once, in one message', async () => {
  const entry = (docType: string) => ({ section: 'Test', docType, action: 'Updated', description: 'Test' })
  await portal.run(async (tx) => {
    await tx.change([entry('wallet'), entry('payment')], async () => {})
    await tx.change(entry('wallet'), async () => {})
  })
  await expect.poll(() => heard.at(-1)).toEqual(['payment', 'wallet'])
})
