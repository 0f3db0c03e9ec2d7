import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

describe('a page of a list', () => {
  const colours = ['amber', 'Blue', 'Zinc', 'black 100%', 'black_1', 'black 1', '红带', 'back\\slash']
  beforeAll(async () => {
    for (const memberType of colours) expect((await clerk.post('/member-type', { memberType })).statusCode).toBe(201)
  })
  const names = async (query: string) => {
    const answer = await clerk.get(`/member-type${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().items.map((entry: { memberType: string }) => entry.memberType)
  }

  test.each([
    ['?searchText=BLA', ['black 1', 'black 100%', 'black_1']],
    ['?searchText=%25', ['black 100%']],
    ['?searchText=_', ['black_1']],
    ['?searchText=%5C', ['back\\slash']],
    ['?searchText=%E7%BA%A2', ['红带']],
    ['?searchText=%20%20blue%20', ['Blue']],
    ['?searchText=nothing%20has%20this', []],
    ["?searchText='%20or%201=1--", []],
    ['?searchText=black&sort=-memberType', ['black_1', 'black 100%', 'black 1']],
    ['?searchText=bl&sort=+memberType', ['black 1', 'black 100%', 'black_1', 'Blue']],
    ['?searchText=bl&sort=%2BmemberType', ['black 1', 'black 100%', 'black_1', 'Blue']],
    ['?searchText=bl&sort=memberType', ['black 1', 'black 100%', 'black_1', 'Blue']],
    ['?searchText=bl&sort=+isDisable,-memberType', ['Blue', 'black_1', 'black 100%', 'black 1']],
    ['?searchText=bl&limit=2&offset=1', ['black 100%', 'black_1']],
    ['?searchText=bl&limit=2&offset=100', []],
    ['?searchText=bl&unknown=1', ['black 1', 'black 100%', 'black_1', 'Blue']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('tells the total also of a page beyond the end', async () => {
    const answer = await clerk.get('/member-type?searchText=bl&limit=2&offset=100')
    expect(answer.json()).toEqual({ items: [], total: 4 })
  })

  test('pages never overlap', async () => {
    const whole = await names('?sort=+isDisable&limit=1000')
    const pages = []
    for (let offset = 0; offset < whole.length; offset += 3)
      pages.push(...(await names(`?sort=+isDisable&limit=3&offset=${offset}`)))
    expect(pages).toEqual(whole)
  })

  test.each([
    ['+colour', 'colour'],
    ['constructor', 'constructor'],
    ['-__proto__,+memberType', '__proto__'],
    ['+<script>', undefined],
  ])('sorted by %s it answers in the order that is left and names what was ignored', async (sort, ignored) => {
    const answer = await clerk.get(`/member-type?sort=${encodeURIComponent(sort)}`)
    expect([answer.statusCode, answer.headers['x-sort-ignored']]).toEqual([200, ignored])
    expect(answer.json()).toEqual((await clerk.get('/member-type')).json())
  })

  test.each([
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'offset=-1',
    'offset=x',
    'isDisable=maybe',
    `searchText=${'x'.repeat(201)}`,
    'searchText=%00',
  ])('%s is a 400', async (query) => {
    const answer = await clerk.get(`/member-type?${query}`)
    expect(answer.statusCode, answer.body).toBe(400)
  })

  test.each(['limit=1', 'limit=1000', 'offset=10000000', 'searchText=', 'sort=', 'sort=,', 'isDisable='])(
    '%s is fine',
    async (query) => {
      expect((await clerk.get(`/member-type?${query}`)).statusCode).toBe(200)
    },
  )
})
