import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../../../test/support/families.ts'
import { testPortal, unknown } from '../../../test/support/portal.ts'

const portal = await testPortal()
afterAll(() => portal.close())
const clerk = await portal.as()
const choices = await choicesIn(portal)
const make = bodies(choices)
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
      dob: '2015-07-01',
      belt: choices.belt,
      icNo: '150701-10-0042',
      mainIDs: [idOf('mother'), idOf('father')],
    }),
  )
  await add('woman', make.adult({ name: 'Tan Wei Ling', icNo: '880101-14-5678', phoneNo: '0165554321', tmNo: 'TM_7' }))
  await add('far', make.adult({ name: 'Sultan Weiss', icNo: '990909-09-9991' }))
  await add('malay', make.adult({ name: "Hanis @ Anis binti Mat Isa's", icNo: '990909-09-9992' }))
  await add('indian', make.adult({ name: 'Suresh a/l Raju', icNo: '990909-09-9993' }))
  await add('left', make.adult({ name: 'Tan Ah Kow', icNo: '990909-09-9994' }))
  await add(
    'azlan',
    make.adult({ name: 'Azlan bin Abdullah', tmNo: 'TM-0099', phoneNo: '60111234567', icNo: '990909-09-9995' }),
  )
  await clerk.put(`/member/${idOf('woman')}`, { wallet: 120, walletWas: 0 })
  await clerk.put(`/member/${idOf('mother')}`, { wallet: 300, walletWas: 0 })
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
    ['ta', 'father girl woman left far'],
    ['an wei', 'far girl woman'],
    ['an ling', 'girl woman'],
    ['azlan abdullah', 'azlan'],
    ['ABDULLAH bin', 'azlan'],
    ['azlan 4567', 'azlan'],
    ['abdullah +60 11-123 4567', 'azlan'],
    ['011-123 4567 azlan', 'azlan'],
    ['60111234567', 'azlan'],
    ['0060 11 1234567', 'azlan'],
    ['+60 (0)11-1234567', 'azlan'],
    ['1234567', 'azlan'],
    ['tm0099', 'azlan'],
    ['tm-0099', 'azlan'],
    ['60127778888', 'mother'],
    ['012 8888', 'mother'],
    ['88-01-01 165554321', 'woman'],
    ['ling 0042', 'girl'],
    ['5678 tan', 'woman'],
    ['siew hong', 'mother girl'],
    ['wei keong', 'girl'],
    ['伟玲 siew', 'girl'],
    ['tan wei child', 'girl'],
    ['tan wei adult', 'woman far'],
    ['tan 120', 'woman'],
    ['陈', 'girl'],
    ['伟玲', 'girl'],
    ['陈伟玲', 'girl'],
    ['玲 tan', 'girl'],
    ['150701100042', 'girl'],
    ['150701 10 0042', 'girl'],
    ['150701-10', 'girl'],
    ['016-555 4321', 'woman'],
    ['+60 16-555 4321', 'woman'],
    ['012-7778888', 'mother'],
    ['tm_7', 'woman'],
    ['@ anis', 'malay'],
    ["isa's", 'malay'],
    ['isa\u2019s', 'malay'],
    ["'", 'malay'],
    ["isa' s", 'malay'],
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
      tmNo: null,
      icTail: '0042',
      dob: '2015-07-01',
      belt: { _id: choices.belt, beltColor: 'White' },
      phoneNo: null,
      isIndependent: false,
      isDisable: false,
      wallet: 0,
      parents: [
        { _id: idOf('mother'), name: 'Lim Siew Hong', wallet: 300, isDisable: false },
        { _id: idOf('father'), name: 'Tan Kok Keong', wallet: 0, isDisable: false },
      ],
      payer: idOf('mother'),
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
    expect(await found({ searchText: 'zz '.repeat(60) })).toBe('')
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

const choose = async (query: string, by = clerk): Promise<string> => {
  const answer = await by.get(`/member/choose?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
    .json()
    .items.map(({ _id }: { _id: string }) => keyOf(_id))
    .join(' ')
}
const text = (searchText: string) => `searchText=${encodeURIComponent(searchText)}`

describe('choosing a member in a form', () => {
  test('offers the active ones by name, before anything is typed', async () => {
    expect(await choose('')).toBe('azlan malay mother far indian father girl woman')
    expect(await choose('limit=2')).toBe('azlan malay')
  })

  test('finds as the finder does, the active ones only', async () => {
    expect(await choose(text('abdullah azlan'))).toBe('azlan')
    expect(await choose(text('+60 12-777 8888'))).toBe('mother')
    expect(await choose(text('tan'))).toBe('father girl woman far')
    expect(await choose(text('siew hong'))).toBe('mother girl')
  })

  test('keeps to a kind, and leaves out the children of a parent', async () => {
    expect(await choose('kind=parent')).toBe('mother father')
    expect(await choose(`kind=child&${text('wei')}`)).toBe('girl')
    expect(await choose('isChildrenOrAdult=false')).toBe('mother father')
    expect(await choose(`isChildrenOrAdult=true&${text('siew hong')}`)).toBe('girl')
    expect(await choose(`kind=child&noUseMainIDs=${idOf('mother')}`)).toBe('')
  })

  test('offers a filter the disabled ones too, after the active ones', async () => {
    expect(await choose('all=true')).toBe('azlan malay mother far indian father girl woman left')
    expect(await choose(`all=true&${text('tan')}`)).toBe('father girl woman left far')
    expect(await choose('all=true&kind=parent')).toBe('mother father')
  })

  test('names those chosen before, disabled ones too', async () => {
    expect(await choose(`ids=${idOf('left')},${unknown},${idOf('girl')}`)).toBe('left girl')
  })

  test.each(['membership', 'dashboard', 'verifyPayment', 'credit_adjust', 'report.OverallFlow'])(
    'is for whoever has a form with members: %s view',
    async (module) => {
      expect(await choose('kind=parent', await portal.as({ [module]: ['view'] }))).toBe('mother father')
    },
  )

  test('is for nobody else', async () => {
    for (const module of ['attendance', 'course', 'announcement'])
      expect((await (await portal.as({ [module]: ['view'] })).get('/member/choose')).statusCode).toBe(403)
  })

  test.each(['limit=51', 'limit=0', 'kind=coach', 'ids=x', 'noUseMainIDs=x', `searchText=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      expect((await clerk.get(`/member/choose?${query}`)).statusCode).toBe(400)
    },
  )
})

describe('one search everywhere', () => {
  test('the look-ups, the listing and the finder find the same people', async () => {
    for (const [searchText, key] of [
      ['azlan abdullah', 'azlan'],
      ['+60 11-123 4567', 'azlan'],
      ['hong lim', 'girl mother'],
      ['玲 tan', 'girl'],
    ] as const) {
      expect((await found({ searchText })).split(' ').sort().join(' ')).toBe(key)
      const { items } = (await clerk.get(`/member?families=true&${text(searchText)}`)).json()
      const keys = items.map(({ _id }: { _id: string }) => keyOf(_id))
      expect(keys.sort().join(' ')).toBe(key)
    }
    for (const path of ['/member', '/lookup/member']) {
      const { items } = (await clerk.get(`${path}?${text('hong +60 12-777 8888 lim')}`)).json()
      expect(items).toMatchObject([{ _id: idOf('mother') }])
    }
    const { items } = (await clerk.get(`/lookup/parent?${text('hong siew')}`)).json()
    expect(items).toEqual([{ _id: idOf('mother'), label: 'Lim Siew Hong' }])
  })

  test('a child is found by its parents as they are called now', async () => {
    const boy = (await enrolMember(clerk, make.kid({ name: 'Lim Jun', mainIDs: [idOf('mother')] })))._id
    ids.set('boy', boy)
    expect(await found({ searchText: 'jun hong' })).toBe('boy')
    await clerk.put(`/member/${idOf('mother')}`, { name: 'Wong Mei Fong', chName: '黄美芳' })
    expect(await found({ searchText: 'jun hong' })).toBe('')
    expect(await found({ searchText: 'jun fong' })).toBe('boy')
    expect(await found({ searchText: '美芳' })).toBe('mother boy girl')
    await clerk.put(`/member/${boy}`, { mainIDs: [idOf('father')] })
    expect(await found({ searchText: 'jun fong' })).toBe('')
    expect(await found({ searchText: 'keong jun' })).toBe('boy')
    await clerk.put(`/member/${idOf('mother')}`, { name: 'Lim Siew Hong', chName: null })
  })

  test('what was renamed is told in the audit trail without what it is found by', async () => {
    const { items } = (await clerk.get(`/auth/audit-trail?searchText=Wong%20Mei%20Fong`)).json()
    const fields = items.flatMap((record: { changeTo: { field: string }[] }) =>
      record.changeTo.map(({ field }) => field),
    )
    expect(fields).not.toContain('parentNames')
    expect(fields).not.toContain('searchText')
  })
})

test('the member whose number was scanned comes first, before those whose number or name only holds it', async () => {
  const add = async (tmNo: string, name: string, icNo: string) =>
    (await enrolMember(clerk, make.adult({ name, tmNo, icNo })))._id
  await add('K-10', 'Aaron Lee', '990909-09-9981')
  await add('L-3', 'K-1 Karim', '990909-09-9982')
  const scanned = await add('K-1', 'Zulkifli', '990909-09-9983')
  for (const path of ['find', 'choose']) {
    const { items } = (await clerk.get(`/member/${path}?searchText=k-1`)).json()
    expect(items.map(({ tmNo }: { tmNo: string }) => tmNo)).toEqual(['K-1', 'L-3', 'K-10'])
    expect(items[0]._id).toBe(scanned)
  }
})
