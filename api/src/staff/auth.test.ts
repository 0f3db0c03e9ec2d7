import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPortal } from '../testing.ts'
import { testPortal } from '../testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('says who is signed in', async () => {
  const clerk = await portal.as({ belt: ['view'] }, { username: 'Mei Ling' })
  const answer = await clerk.get('/auth/profile')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ username: 'Mei Ling', userGroup: { permissions: { belt: ['view'] } } })
})
