/** Section 7, generic resources: the reference lists, as JSON and as forms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Academy, buildAcademy, clerkRights, coachRights, picture, userWith } from './academy.ts'
import { allManners, type Fields, formOf, type SpecificationClient } from './client.ts'
import { startPortal } from './start.ts'

let admin: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
})
afterAll(() => close())

let count = 0
/** Each list: what its label is called, what its form sends, and what the form says of a missing field. */
const lists: Record<string, { label: string; body: () => Fields; required: Record<string, string>; form?: true }> = {
  relationship: {
    label: 'relationship',
    body: () => ({}),
    required: { relationship: 'Relationship name is required' },
  },
  designation: {
    label: 'designation',
    body: () => ({}),
    required: { designation: 'Designation description is required' },
  },
  belt: { label: 'beltColor', body: () => ({}), required: { beltColor: 'Belt Color is required' } },
  'member-type': { label: 'memberType', body: () => ({}), required: { memberType: 'Member Type is required' } },
  sport: {
    label: 'description',
    body: () => ({}),
    required: { description: 'Sport description is required' },
    form: true,
  },
  centre: {
    label: 'description',
    body: () => ({ username: 'bangsar' }),
    required: { description: 'Centre description is required' },
    form: true,
  },
  'course-type': {
    label: 'description',
    body: () => ({}),
    required: { description: 'Class Type description is required' },
    form: true,
  },
  coach: {
    label: 'name',
    body: () => ({
      picture: picture(),
      designation: academy.designation._id,
      address1: '1, Jalan Satu',
      address2: null,
      address3: '',
      email: 'coach@example.com',
      bankAccName: 'Lim',
      bankName: 'Maybank',
      bankAccNo: '1122334455',
      mobileNo: '0123456789',
    }),
    required: { name: 'Coach Name is required', email: 'Email is required' },
    form: true,
  },
  announcement: {
    label: 'title',
    body: () => ({ content: 'Closed on Monday', expired_date: '31-12-2026' }),
    required: { title: 'Title is required', content: 'Content is required' },
    form: true,
  },
  'credit-package': {
    label: 'code',
    body: () => ({ title: 'Fifty', description: 'Fifty credits', credit: '50', addition: null, duration: 3 }),
    required: {
      code: 'Package Code is required',
      title: 'Package Title is required',
      description: 'Package description is required',
      credit: 'Package credit is required',
      duration: 'Package duration is required',
    },
  },
}
const fresh = (name: string): Fields => {
  const list = lists[name]
  return { ...list?.body(), [list?.label ?? '']: `${name} ${++count}`, isDisable: false }
}
const sent = (name: string, fields: Fields) => (lists[name]?.form ? formOf(fields) : fields)

describe.each(Object.keys(lists))('%s', (name) => {
  const { label = '', required = {}, form } = lists[name] ?? {}

  test('create, get, list, update, disable, delete', async () => {
    const body = fresh(name)
    const made = await admin.post(`/${name}`, sent(name, body))
    const plain = Object.entries(body).filter(([key, value]) => typeof value === 'string' && value && key === label)
    expect(made).toMatchObject({ _id: expect.any(String), isDisable: false, ...Object.fromEntries(plain) })
    expect((await admin.get(`/${name}/${made._id}`))[label]).toBe(body[label])

    const found = await admin.get(`/${name}`, {
      offset: 0,
      limit: 50,
      sort: `+${label},-createdAt`,
      searchText: body[label],
    })
    expect([found.total, found.items[0]._id]).toEqual([1, made._id])

    await admin.put(`/${name}/${made._id}`, { isDisable: true })
    expect(await admin.get(`/${name}/${made._id}`)).toMatchObject({ isDisable: true, [label]: body[label] })
    const ids = async (isDisable?: boolean) =>
      (await admin.get(`/${name}`, { limit: 1000, isDisable })).items.map((item: { _id: string }) => item._id)
    expect(await ids(true)).toContain(made._id)
    expect(await ids(false)).not.toContain(made._id)
    expect(await ids()).toContain(made._id)

    const changed: Fields = { ...fresh(name), isDisable: false }
    await admin.put(`/${name}/${made._id}`, sent(name, changed))
    expect(await admin.get(`/${name}/${made._id}`)).toMatchObject({ isDisable: false, [label]: changed[label] })

    await admin.delete(`/${name}/${made._id}`)
    expect((await admin.refused('GET', `/${name}/${made._id}`)).statusCode).toBe(404)
  })

  test('what the form requires is required, in its words', async () => {
    for (const [field, message] of Object.entries(required))
      for (const empty of [undefined, null, '', '  ', 'null'] as const) {
        // In JSON the text 'null' is a name like any other.
        if (empty === 'null' && !form) continue
        const refusal = await admin.refused('POST', `/${name}`, sent(name, { ...fresh(name), [field]: empty }))
        expect([refusal.statusCode, refusal.details], String(empty)).toEqual([400, [{ path: field, message }]])
      }
  })

  test('a document that was read is put back whole with one change, as JSON and as a form', async () => {
    const { _id } = await admin.post(`/${name}`, sent(name, fresh(name)))
    for (const wrap of [(fields: Fields) => fields, ...(form ? [formOf] : [])]) {
      const before = await admin.get(`/${name}/${_id}`)
      const text = `${name} ${++count}`
      await admin.put(`/${name}/${_id}`, wrap({ ...before, [label]: text }))
      const { updatedAt: _, version: __, picture: ___, pictureDIR: ____, thumbnail: _____, ...same } = before
      const after = await admin.get(`/${name}/${_id}`)
      expect(after).toMatchObject({ ...same, [label]: text })
      expect(Boolean(after.picture)).toBe(Boolean(before.picture))
    }
  })

  test('Showing N record(s) of total M: pages do not overlap and the sum is the total', async () => {
    for (let more = 0; more < 3; more++) await admin.post(`/${name}`, sent(name, fresh(name)))
    const { total } = await admin.get(`/${name}`, { offset: 0, limit: 2 })
    const seen = new Set<string>()
    for (let offset = 0; offset < total; offset += 2)
      for (const { _id } of (await admin.get(`/${name}`, { offset, limit: 2, sort: `-${label}` })).items) seen.add(_id)
    expect(seen.size).toBe(total)
  })
})

describe.each(['sport', 'centre', 'course-type', 'coach', 'announcement'])('the picture of %s', (name) => {
  test('comes as a file, is shown by URL and is deleted by its file name', async () => {
    const made = await admin.post(`/${name}`, formOf({ ...fresh(name), picture: picture() }))
    expect(made.pictureDIR ?? made.picture).toBeTruthy()
    const shown = await fetch(new URL(made.picture, admin.address))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    // A form without a new picture sends the address, or nothing, and keeps it.
    for (const kept of [made.picture, undefined]) {
      await admin.put(`/${name}/${made._id}`, formOf({ ...fresh(name), picture: kept }))
      expect((await admin.get(`/${name}/${made._id}`)).picture).toBeTruthy()
    }
    const file = new URL(made.picture, admin.address).pathname.split('/').at(-1)
    await admin.put(`/${name}/${made._id}/remove/${file}`)
    expect((await admin.get(`/${name}/${made._id}`)).picture).toBeNull()
  })

  test('is not taken as text or as an object, where it would be lost', async () => {
    const { picture: _, ...plain } = fresh(name)
    for (const lost of ['data:image/png;base64,iVBORw0KGgo=', {}, [], '[object Object]'])
      for (const sent of [{ ...plain, picture: lost }, formOf({ ...plain, picture: lost })])
        expect((await admin.refused('POST', `/${name}`, sent)).details).toMatchObject([{ path: 'picture' }])
  })

  test('only png, jpg and jpeg of at most 3000 KB are taken', async () => {
    const text = new File(['no picture'], 'notes.txt', { type: 'text/plain' })
    expect((await admin.refused('POST', `/${name}`, formOf({ ...fresh(name), picture: text }))).message).toMatch(
      /Only accept file types/,
    )
    const large = new File([Buffer.alloc(3_100_000)], 'large.png', { type: 'image/png' })
    expect((await admin.refused('POST', `/${name}`, formOf({ ...fresh(name), picture: large }))).message).toMatch(
      'Exceeded maximum file size 3000KB',
    )
  })
})

test.each(allManners)('an announcement in %s expires on the day that was meant', async (_, manners) => {
  const client = admin.writing(manners)
  const fields = { title: 'Open day', content: 'Come along', expired_date: client.day('2026-12-01') }
  const made = await client.create('/announcement', fields)
  expect(made.expired_date).toBe('2026-12-01')
  const emptied = await client.update(`/announcement/${made._id}`, { ...fields, expired_date: 'null' })
  expect(emptied).toMatchObject({ expired_date: null, version: expect.any(Number), title: 'Open day' })
  expect(
    (await client.refused('POST', '/announcement', client.body({ ...fields, expired_date: '31-02-2026' }))).details,
  ).toMatchObject([{ path: 'expired_date' }])
  expect(
    (await client.refused('POST', '/announcement', client.body({ ...fields, content: 'x'.repeat(1001) }))).details,
  ).toMatchObject([{ path: 'content' }])
})

test('whoever fills a form reads its lists with limit 1000 and isDisable, whatever they may view', async () => {
  for (const client of [await userWith(admin, 'clerk', clerkRights), await userWith(admin, 'coach', coachRights)])
    for (const [name, { label }] of Object.entries({
      ...lists,
      course: { label: 'name' },
      'user-group': { label: 'role' },
    })) {
      const items = await client.lookup(`/${name}`)
      expect([name, items.every((item: Fields) => item._id && item[label])]).toEqual([name, true])
      if (name === 'user-group') continue
      expect(items.length).toBeGreaterThan(0)
    }
})

test('coach selection: limit 50 with searchText and isDisable', async () => {
  const clerk = await userWith(admin, 'counter', clerkRights)
  const { items } = await clerk.get('/coach', { limit: 50, searchText: 'farid', isDisable: false })
  expect(items.map((item: { name: string }) => item.name)).toEqual(['Farid bin Osman'])
})

test('an entry in use is not deleted, and a credit package takes whole numbers of at least 0', async () => {
  expect((await admin.refused('DELETE', `/sport/${academy.sport._id}`)).statusCode).toBe(409)
  for (const credit of [-1, 1.5, 'many'])
    expect(
      (await admin.refused('POST', '/credit-package', { ...fresh('credit-package'), credit })).details,
    ).toMatchObject([{ path: 'credit' }])
})

describe('holidays', () => {
  test.each(allManners.filter(([, { bodies }]) => bodies === 'JSON'))(
    'a set of a year is written in %s and read by year',
    async (_, manners) => {
      const client = admin.writing(manners)
      const its = manners.days === 'DD-MM-YYYY' ? 2030 : 2031
      const body = {
        year: its,
        isDisable: false,
        holiday: [{ holidayName: 'Merdeka', date: client.day(`${its}-08-31`) }],
      }
      const made = await client.post('/holiday', body)
      expect(await client.get(`/holiday/get-by-year/${body.year}`)).toMatchObject({
        year: body.year,
        holiday: [{ holidayName: 'Merdeka', date: `${body.year}-08-31` }],
      })
      await client.put(`/holiday/${made._id}`, {
        ...made,
        holiday: [...made.holiday, { holidayName: 'Labour Day', date: client.day(`${body.year}-05-01`) }],
      })
      expect((await client.get(`/holiday/${made._id}`)).holiday).toHaveLength(2)
    },
  )

  test('all dates must fall within the year; name and date are required', async () => {
    const refusal = await admin.refused('POST', '/holiday', {
      year: 2040,
      holiday: [{ holidayName: 'New Year', date: '2041-01-01' }],
    })
    expect(JSON.stringify(refusal)).toContain('All holiday dates must fall within the year 2040.')
    const nameless = await admin.refused('POST', '/holiday', {
      year: 2040,
      holiday: [{ holidayName: '', date: '2040-01-01' }],
    })
    expect(nameless.details).toMatchObject([{ message: 'Holiday name is required' }])
    const dateless = await admin.refused('POST', '/holiday', {
      year: 2040,
      holiday: [{ holidayName: 'New Year', date: null }],
    })
    expect(dateless.details).toMatchObject([{ message: 'Holiday date is required' }])
  })

  test('a year without holidays is an empty answer and no failure of the calendar', async () => {
    const { data, refusal } = await admin.attempt('GET', '/holiday/get-by-year/2055')
    expect(refusal).toBeUndefined()
    expect(data?.holiday ?? []).toEqual([])
  })
})
