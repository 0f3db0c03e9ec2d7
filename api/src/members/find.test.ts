import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPortal, unknown } from '../testing.ts'
import { bodies, choicesIn, enrolMember } from '../testing-families.ts'

const portal = await testPortal()
afterAll(() => portal.close())
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
const ids = new Map<string, string>()
const idOf = (key: string) => ids.get(key) ?? ''

beforeAll(async () => {
  const add = async (key: string, body: object) => {
    ids.set(key, (await enrolMember(clerk, body))._id)
  }
  await add('mother', make.parent({ name: 'Lim Siew Hong', phoneNo: '60127778888' }))
  await add('father', make.parent({ name: 'Tan Kok Keong' }))
  await add(
    'girl',
    make.kid({
      name: 'Tan Wei Ling',
      chName: '陈伟玲',
      icNo: '150701-10-0042',
      mainIDs: [idOf('mother'), idOf('father')],
    }),
  )
  await add('woman', make.adult({ name: 'Tan Wei Ling', icNo: '880101-14-5678', phoneNo: '0165554321', tmNo: 'TM_7' }))
  await add('far', make.adult({ name: 'Sultan Weiss' }))
  await add('malay', make.adult({ name: "Hanis @ Anis binti Mat Isa's" }))
  await add('indian', make.adult({ name: 'Suresh a/l Raju' }))
  await add('left', make.adult({ name: 'Tan Ah Kow' }))
  await clerk.put(`/member/${idOf('woman')}`, { wallet: 120, walletWas: 0 })
  await clerk.put(`/member/${idOf('left')}`, { isDisable: true })
})

const find = async (query: Record<string, string | number>) => {
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const answer = await clerk.get(`/member/find?${words.join('&')}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}
const keyOf = (id: string) => [...ids].find(([, one]) => one === id)?.[0]
const found = async (query: Record<string, string | number>): Promise<string> =>
  (await find(query)).map(({ _id }: { _id: string }) => keyOf(_id)).join(' ')

describe('finding anyone', () => {
  test.each([
    ['tan', 'father girl woman left far'],
    ['TAN WEI', 'girl woman far'],
    ['ling tan', 'girl woman'],
    ['wei', 'far girl woman'],
    ['ta', 'father girl woman left'],
    ['an', ''],
    ['an ling', 'girl woman'],
    ['陈', 'girl'],
    ['伟玲', 'girl'],
    ['陈伟玲', 'girl'],
    ['玲 tan', 'girl'],
    ['150701100042', 'girl'],
    ['150701-10', 'girl'],
    ['016-555 4321', 'woman'],
    ['+60 16-555 4321', 'woman'],
    ['012-7778888', 'mother'],
    ['tm_7', 'woman'],
    ['@ anis', 'malay'],
    ["isa's", 'malay'],
    ['a/l', 'indian'],
    ['suresh raju', 'indian'],
    ['%%%', ''],
    ['___', ''],
    ['\\', ''],
    ['nobody at all', ''],
    ['', ''],
    ['   ', ''],
  ])('finds by %j', async (searchText, expected) => {
    expect(await found({ searchText })).toBe(expected)
  })

  test('tells two of one name apart', async () => {
    const [girl, woman] = await find({ searchText: 'tan wei ling' })
    expect(girl).toEqual({
      _id: idOf('girl'),
      kind: 'child',
      name: 'Tan Wei Ling',
      chName: '陈伟玲',
      icTail: '0042',
      phoneNo: null,
      isIndependent: false,
      isDisable: false,
      wallet: 0,
      parents: [
        { _id: idOf('mother'), name: 'Lim Siew Hong' },
        { _id: idOf('father'), name: 'Tan Kok Keong' },
      ],
    })
    expect(woman).toMatchObject({ kind: 'adult', icTail: '5678', phoneNo: '0165554321', wallet: 120, parents: [] })
  })

  test('answers a handful only', async () => {
    expect(await found({ searchText: 'tan', limit: 2 })).toBe('father girl')
    for (const limit of [0, 21, 'many', -1])
      expect((await clerk.get(`/member/find?searchText=tan&limit=${limit}`)).statusCode).toBe(400)
  })

  test('answers those named before, in their order, without the erased', async () => {
    expect(await found({ ids: [idOf('woman'), unknown, idOf('girl')].join(',') })).toBe('woman girl')
    expect((await clerk.get('/member/find?ids=nonsense')).statusCode).toBe(400)
    const gone = (await enrolMember(clerk, make.adult({ name: 'Short Stay' })))._id
    await clerk.put(`/member/${gone}`, { isDisable: true })
    expect((await clerk.delete(`/member/${gone}`)).statusCode).toBe(200)
    expect(await found({ ids: gone })).toBe('')
    expect(await found({ searchText: 'short stay' })).toBe('')
  })

  test.each(['searchText=%00', `searchText=${'x'.repeat(201)}`, 'searchText=%ED%A0%80'])(
    'survives %s',
    async (query) => {
      expect((await clerk.get(`/member/find?${query}`)).statusCode).toBeLessThan(500)
    },
  )

  test('survives a text of many words', async () => {
    expect(await found({ searchText: 'a '.repeat(100) })).toBe('')
    expect(await found({ searchText: 'tan '.repeat(50).trim() })).toBe('father girl woman left far')
  })

  test('needs membership view', async () => {
    const coach = await portal.as({ attendance: ['view', 'mark'] })
    expect((await coach.get('/member/find?searchText=tan')).statusCode).toBe(403)
    expect((await portal.anyone.get('/member/find?searchText=tan')).statusCode).toBe(401)
    const viewer = await portal.as({ membership: ['view'] })
    expect((await viewer.get('/member/find?searchText=tan')).statusCode).toBe(200)
  })
})
