import { memberSort } from '@academy/contract/members/members.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../../../test/support/families.ts'
import { testPortal } from '../../../test/support/portal.ts'
import { expireOn } from '../../../test/support/wallets.ts'

const portal = await testPortal()
afterAll(() => portal.close())
const clerk = await portal.as()
const choices = await choicesIn(portal)
const members = new Map<string, { _id: string }>()
const idOf = (name: string) => members.get(name)?._id ?? ''

beforeAll(async () => {
  const make = bodies(choices)
  const black = await portal.run((tx) => insertRow(tx, 'belt', { belt_color: 'Black' }))
  const other = await portal.run(async (tx) => {
    const [coach] = await tx.query<{ designation: string }>(sql`select designation from coach`)
    return insertRow(tx, 'coach', { name: 'Anita Raj', designation: coach?.designation, email: 'anita@example.com' })
  })
  const add = async (body: { name: string }) => {
    members.set(body.name, await enrolMember(clerk, body))
  }
  // All that is searched in, so that no number found in it is one that was counted up.
  const found = { tmNo: 'TM_100', phoneNo: '0127778888', icNo: '900101-14-3344', email: 'bala@example.com' }
  await add(make.adult({ name: 'bala Krishnan', belt: black, dob: '1990-01-01', ...found }))
  await add(make.adult({ name: 'Aminah binti Ali', coachIncharge: other, icNo: '850505-10-5566', dob: '1985-05-05' }))
  await add(make.parent({ name: 'Chong 100% Sure', chName: '张美丽' }))
  await add(make.parent({ name: 'Dewi Lim', email: 'Dewi.Lim@example.com' }))
  await add(make.kid({ name: 'Eng Wei', chName: '张伟', mainIDs: [idOf('Chong 100% Sure')], belt: choices.belt }))
  await add(
    make.kid({ name: 'Fong Ai', memberType: choices.memberType, mainIDs: [idOf('Chong 100% Sure'), idOf('Dewi Lim')] }),
  )
  await clerk.put(`/member/${idOf('Dewi Lim')}/independent/${idOf('Fong Ai')}`)
  await clerk.put(`/member/${idOf('bala Krishnan')}`, { wallet: 200, walletWas: 0 })
  await clerk.put(`/member/${idOf('Aminah binti Ali')}`, { wallet: 50, walletWas: 0, isDisable: true })
  await portal.run((tx) => expireOn(tx, idOf('bala Krishnan'), '2026-12-20'))
  await portal.run((tx) => expireOn(tx, idOf('Aminah binti Ali'), '2026-11-15'))
})

const ask = async (query: string) => {
  const answer = await clerk.get(`/member?${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const names = async (query: string): Promise<string> =>
  (await ask(query)).items.map((row: { name: string }) => row.name.split(' ')[0]).join(' ')

describe('the list of members', () => {
  test('is in the order of names, whatever their case', async () => {
    expect(await names('')).toBe('Aminah bala Chong Dewi Eng Fong')
    expect((await ask('')).total).toBe(6)
  })

  test.each([
    ['isAdult=true', 'Aminah bala'],
    ['isAdult=false', 'Chong Dewi Eng Fong'],
    ['isChildren=true', 'Eng Fong'],
    ['isParent=true', 'Chong Dewi'],
    ['isChildrenOrAdult=true', 'Aminah bala Eng Fong'],
    ['isChildrenOrAdult=false', 'Chong Dewi'],
    ['isIndependent=false', 'Eng'],
    ['isIndependent=true&isChildren=true', 'Fong'],
    ['isDisable=true', 'Aminah'],
    ['isDisable=false&isAdult=true', 'bala'],
    ['isIndependent=true&walletFilterAmount=50', 'Aminah Chong Dewi Fong'],
    ['walletFilterAmount=-1', ''],
    ['walletFilterAmount=-99999999999', ''],
    ['walletFilterAmount=99999999999&isAdult=true', 'Aminah bala'],
    ['isDisable=&isParent=', 'Aminah bala Chong Dewi Eng Fong'],
  ])('filters by %s', async (query, expected) => {
    const page = await ask(query)
    expect(await names(query)).toBe(expected)
    expect(page.total).toBe(page.items.length)
  })

  test('filters by what members belong to', async () => {
    const [chong, dewi] = [idOf('Chong 100% Sure'), idOf('Dewi Lim')]
    expect(await names(`mainIDs=${dewi}`)).toBe('Fong')
    expect(await names(`mainIDs=${chong},${dewi}`)).toBe('Eng Fong')
    expect(await names(`isChildren=true&noUseMainIDs=${dewi}`)).toBe('Eng')
    expect(await names(`noUseMainIDs=${chong}`)).toBe('Aminah bala Chong Dewi')
    expect(await names(`belt=${choices.belt}`)).toBe('Eng')
    expect(await names(`memberType=${choices.memberType}`)).toBe('Fong')
    expect(await names(`coachIncharge=${choices.coach}`)).toBe('bala Eng Fong')
  })

  test.each([
    ['AMINAH', 'Aminah'],
    ['张', 'Chong Eng'],
    ['美丽', 'Chong'],
    ['张伟', 'Eng'],
    ['850505-10', 'Aminah'],
    ['850505105566', 'Aminah'],
    ['tm_1', 'bala'],
    ['7778', 'bala'],
    ['dewi.lim@', 'Dewi'],
    ['100%', 'Chong'],
    ['0%', 'Chong'],
    ['dewi fong', ''],
    ['_', 'bala'],
    ['  krishnan ', 'bala'],
    ['nobody', ''],
    ['Krishnan 85', ''],
    ["'; drop table member --", ''],
    ['850505 10 5566', 'Aminah'],
    ['505-105', 'Aminah'],
    ['012-777 8888', 'bala'],
    ['012-', 'bala'],
    ['bala 012-', 'bala'],
    ['+60 12-777 8888', 'bala'],
    ['777-8888', 'bala'],
    ['BINTI', 'Aminah'],
    ['伟', 'Eng'],
    ['张伟张', ''],
    ['伟张', ''],
    ['Eng Wei 张', 'Eng'],
    ['ali aminah', 'Aminah'],
    ['TM100', ''],
    ['krishnan 012-777 8888', 'bala'],
    ['60127778888', 'bala'],
    ['binti nobody', ''],
    ['@example', 'Aminah bala Chong Dewi'],
    ['\\', ''],
    ['%_', ''],
  ])('finds %s', async (text, expected) => {
    expect(await names(`searchText=${encodeURIComponent(text)}`)).toBe(expected)
  })

  test.each([
    ['-name', 'Fong Eng Dewi Chong bala Aminah'],
    ['-wallet,%2Bname', 'bala Aminah Chong Dewi Eng Fong'],
    ['+expiredIn,-name', 'Aminah bala Fong Eng Dewi Chong'],
    ['isDisable,name', 'bala Chong Dewi Eng Fong Aminah'],
    ['belt,name', 'bala Eng Aminah Chong Dewi Fong'],
  ])('sorts by %s', async (sort, expected) => {
    expect(await names(`sort=${sort}`)).toBe(expected)
  })

  test('sorts by every field it promises, and by no other', async () => {
    expect((await clerk.get('/member?sort=%2Bpassword')).headers['x-sort-ignored']).toBe('password')
    for (const field of memberSort) expect((await ask(`sort=-${field}`)).total).toBe(6)
  })

  test.each([
    ['icNo', 'Aminah bala Chong Dewi Eng Fong'],
    ['-icNo', 'bala Aminah Chong Dewi Eng Fong'],
    ['dob', 'Aminah bala Eng Fong Chong Dewi'],
    ['-dob', 'Eng Fong bala Aminah Chong Dewi'],
    ['tmNo', 'bala Aminah Chong Dewi Eng Fong'],
    ['phoneNo', 'bala Aminah Chong Dewi Eng Fong'],
    ['chName', 'Eng Chong Aminah bala Dewi Fong'],
    ['memberType', 'Fong Aminah bala Chong Dewi Eng'],
    ['coachIncharge', 'Aminah bala Eng Fong Chong Dewi'],
    ['relationship', 'Chong Dewi Aminah bala Eng Fong'],
    ['isIndependent', 'Eng Aminah bala Chong Dewi Fong'],
    ['creditExpired', 'Aminah bala Chong Dewi Eng Fong'],
    ['-creditExpired', 'bala Aminah Chong Dewi Eng Fong'],
  ])('sorts by %s, those alike by name', async (sort, expected) => {
    expect(await names(`sort=${sort},name`)).toBe(expected)
    // A search, which sorts all matches, has the same order as a page read from an index.
    expect(await names(`sort=${sort},name&walletFilterAmount=1000`)).toBe(expected)
    for (const tab of ['isAdult', 'isChildren', 'isParent']) {
      const kind = new Set((await names(`${tab}=true`)).split(' '))
      expect(await names(`sort=${sort},name&${tab}=true`)).toBe(
        expected
          .split(' ')
          .filter((name) => kind.has(name))
          .join(' '),
      )
    }
  })

  test('those alike stand in the order of their ids, on every page and in both directions', async () => {
    const all = [...members.values()].map(({ _id }) => _id).sort()
    const dependents = async (query: string) =>
      (await ask(query)).items.map(({ _id }: { _id: string }) => _id).filter((id: string) => all.includes(id))
    for (const sort of ['gender', '-gender'])
      for (const more of ['', '&searchText=e']) {
        const whole: string[] = await dependents(`sort=${sort}${more}`)
        const pages = await Promise.all(
          [0, 1, 2, 3, 4, 5].map((n) => dependents(`sort=${sort}${more}&offset=${n}&limit=1`)),
        )
        expect(pages.flat()).toEqual(whole)
        const parents = whole.filter((id) => [idOf('Chong 100% Sure'), idOf('Dewi Lim')].includes(id))
        expect(parents).toEqual([...parents].sort())
      }
  })

  test.each([
    ['美丽', 'Chong Eng Fong', { adult: 0, parent: 1, child: 2 }],
    ['fong lim', 'Fong', { adult: 0, parent: 0, child: 1 }],
    ['100% eng', 'Eng', { adult: 0, parent: 0, child: 1 }],
    ['@example', 'Aminah bala Chong Dewi', { adult: 2, parent: 2, child: 0 }],
  ])('finds %s in whole families and tells how many of each kind', async (text, expected, counts) => {
    const query = `families=true&searchText=${encodeURIComponent(text)}`
    expect(await names(query)).toBe(expected)
    expect((await clerk.get(`/member/counts?${query}`)).json()).toEqual(counts)
  })

  test('a page past the end still tells how many there are', async () => {
    expect(await ask('offset=50&searchText=张')).toEqual({ items: [], total: 2 })
    expect(await ask('offset=50&isAdult=true')).toEqual({ items: [], total: 2 })
    expect(await ask('offset=50&searchText=nobody')).toEqual({ items: [], total: 0 })
    expect(await ask('isAdult=true&isParent=true')).toEqual({ items: [], total: 0 })
  })

  test('shows a parent with the children, nobody else has any', async () => {
    const [chong] = (await ask('searchText=Chong')).items
    expect(chong.children).toEqual([
      { _id: idOf('Eng Wei'), name: 'Eng Wei', isIndependent: false, isDisable: false },
      { _id: idOf('Fong Ai'), name: 'Fong Ai', isIndependent: true, isDisable: false },
    ])
    expect((await ask('searchText=Eng Wei')).items[0].children).toEqual([])
  })

  test('is the same whatever the centres of whoever asks', async () => {
    const elsewhere = await portal.as({ membership: ['view'] }, { centres: ['01900000-0000-7000-8000-00000000abcd'] })
    expect((await elsewhere.get('/member')).json().total).toBe(6)
  })

  test('pages without overlap', async () => {
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => ask(`sort=gender&offset=${offset}&limit=2`)))
    const ids = pages.flatMap(({ items }) => items.map((row: { _id: string }) => row._id))
    expect([ids.length, new Set(ids).size]).toEqual([6, 6])
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6, 6])
  })

  test.each([
    'limit=0',
    'limit=1001',
    'offset=-1',
    'isAdult=maybe',
    'mainIDs=nonsense',
    'walletFilterAmount=many',
    `searchText=${'x'.repeat(201)}`,
    'searchText=%00',
  ])('refuses %s', async (query) => {
    expect((await clerk.get(`/member?${query}`)).statusCode).toBe(400)
  })

  test('shows each member with what it belongs to', async () => {
    const { items } = await ask('searchText=Fong')
    expect(items).toMatchObject([
      {
        kind: 'child',
        isIndependent: true,
        memberType: { _id: choices.memberType, memberType: 'Regular' },
        coachIncharge: { _id: choices.coach, name: 'Farid bin Osman' },
        belt: null,
        mainIDs: [
          { name: 'Chong 100% Sure', relationship: 'Father', wallet: 0, isDisable: false },
          { name: 'Dewi Lim', relationship: 'Father', wallet: 0, isDisable: false },
        ],
      },
    ])
    const [bala] = (await ask('searchText=bala')).items
    expect(bala).toMatchObject({ wallet: 200, creditExpired: '2026-12-20', expiredIn: 30, mainIDs: [] })
    expect((await ask('searchText=Aminah')).items).toMatchObject([{ expiredIn: -5 }])
  })
})

describe('a page of one member', () => {
  test('shows a parent with the children, independent ones too', async () => {
    const page = (await clerk.get(`/member/${idOf('Chong 100% Sure')}`)).json()
    expect(page.children).toEqual([
      {
        _id: idOf('Eng Wei'),
        name: 'Eng Wei',
        chName: '张伟',
        dob: '2015-07-01',
        belt: { _id: choices.belt, beltColor: 'White' },
        isIndependent: false,
        isDisable: false,
        wallet: 0,
      },
      expect.objectContaining({ _id: idOf('Fong Ai'), isIndependent: true, belt: null }),
    ])
    expect(page).toMatchObject({ emergencyContact: [], classes: [], openOutstanding: 0, expiredIn: null })
  })

  test('of nobody is a 404', async () => {
    for (const id of ['01900000-0000-7000-8000-00000000abcd', 'nonsense', '1 or 1=1'])
      expect((await clerk.get(`/member/${encodeURIComponent(id)}`)).statusCode).toBe(404)
  })

  test('needs membership view', async () => {
    const coach = await portal.as({ attendance: ['view', 'mark'] })
    expect((await coach.get('/member')).statusCode).toBe(403)
    expect((await coach.get(`/member/${idOf('Eng Wei')}`)).statusCode).toBe(403)
    expect((await portal.anyone.get('/member')).statusCode).toBe(401)
  })
})
