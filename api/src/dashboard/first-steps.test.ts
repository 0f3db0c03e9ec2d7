import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { afterAll, expect, test } from 'vitest'
import { insertMember } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const overview = async (): Promise<Pick<Overview, 'isNew' | 'begun'>> => (await clerk.get('/dashboard/overview')).json()
const isNew = async () => (await overview()).isNew
const begun = async () => (await overview()).begun

test('where to begin is told until there is a course, a package to sell and somebody who trains', async () => {
  expect(await overview()).toMatchObject({ isNew: true, begun: [] })
  await portal.as()
  expect((await clerk.put('/brand', { companyName: 'Harimau' })).statusCode).toBe(200)
  expect((await clerk.post('/belt', { beltColor: 'White' })).statusCode).toBe(201)
  expect(await begun()).toEqual(['/brand', '/user-group/listing', '/user/listing', '/belt/listing'])
  const course = { name: 'Open mat', unlimited: true, normal: 10, normal2: 10 }
  expect((await clerk.post('/course', course)).statusCode).toBe(201)
  expect(await isNew(), 'with a course alone').toBe(true)
  await portal.run((tx) => insertMember(tx, { kind: 'adult', name: 'Tan Mei Ling', ic_no: '900214-10-5566' }))
  expect(await isNew(), 'without a package').toBe(true)
  const bought = { code: 'P10', title: 'Ten classes', description: 'Ten classes', credit: 100, duration: 3 }
  expect((await clerk.post('/credit-package', bought)).statusCode).toBe(201)
  expect(await overview()).toMatchObject({ isNew: false, begun: [] })
})
