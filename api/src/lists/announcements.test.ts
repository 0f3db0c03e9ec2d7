import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const post = (body: object) => clerk.post('/announcement', body)

test('an announcement counts its updates, and only its updates', async () => {
  const made = (await post({ title: 'Grading', content: '升级考试 on Sunday', expired_date: '2026-12-31' })).json()
  expect(made).toMatchObject({ version: 0, expired_date: '2026-12-31', content: '升级考试 on Sunday', picture: null })
  const changed = (await clerk.put(`/announcement/${made._id}`, { content: 'Moved to Saturday' })).json()
  expect(changed).toMatchObject({ version: 1, title: 'Grading', expired_date: '2026-12-31' })
  expect((await clerk.put(`/announcement/${made._id}`, { isDisable: true })).json().version).toBe(2)
  expect((await clerk.put(`/announcement/${made._id}`, {})).json().version).toBe(2)
  expect((await clerk.get(`/announcement/${made._id}`)).json().version).toBe(2)
})

test('empty values arrive as the text null', async () => {
  const made = (await post({ title: 'Party', content: 'All welcome', expired_date: '2026-12-31' })).json()
  const cleared = await clerk.put(`/announcement/${made._id}`, { expired_date: 'null' })
  expect(cleared.json().expired_date).toBeNull()
  expect((await post({ title: 'Party', content: 'Again', expired_date: null })).statusCode).toBe(201)
})

test('title and content are required, content has at most 1000 characters as people count them', async () => {
  const missing = await post({ title: '', content: null })
  expect(missing.json().details).toEqual([
    { path: 'title', message: 'Title is required' },
    { path: 'content', message: 'Content is required' },
  ])
  expect((await post({ title: 'Long', content: '龍'.repeat(1000) })).statusCode).toBe(201)
  expect((await post({ title: 'Long', content: '龍'.repeat(1001) })).statusCode).toBe(400)
  expect((await post({ title: 'When', content: 'c', expired_date: '31-11-2026' })).statusCode).toBe(400)
  expect((await post({ title: 'When', content: 'c', expired_date: '31-12-2026' })).json().expired_date).toBe(
    '2026-12-31',
  )
})

test('the list sorts on every column it shows', async () => {
  for (const sort of ['title', '-expired_date', 'version', 'content', '-updatedAt'])
    expect((await clerk.get(`/announcement?sort=${sort}`)).statusCode, sort).toBe(200)
})
