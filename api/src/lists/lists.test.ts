import { lists } from '@academy/contract/lists/lists.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { form, madeBy, trailOf } from '../../test/support/lists.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const made = (path: string, body: unknown) => madeBy(clerk, path, body)

const trail = (docId: string) => trailOf(portal, docId)

/** The smallest valid body of each list. */
const least: Record<string, (name: string) => Promise<Record<string, unknown>>> = {
  coach: async (name) => ({
    name,
    email: 'coach@example.com',
    designation: (await made('/designation', { designation: `Designation of ${name}` }))._id,
  }),
  announcement: async (name) => ({ title: name, content: `About ${name}` }),
  'credit-package': async (name) => ({ code: name, title: name, credit: 10, duration: 6, description: name }),
}
const bodyFor = async (list: (typeof lists)[number], name: string) =>
  (await least[list.name]?.(name)) ?? { [list.label]: name }

/** Lists with a test file of their own. */
const special = ['holiday', 'coach', 'doc-num-format']

describe.each(lists.filter((list) => !special.includes(list.name)).map((list) => [list.name, list]))(
  '%s',
  (name, list) => {
    test('goes through its life', async () => {
      const first = await bodyFor(list, 'Zeta')
      const created = await made(`/${name}`, first)
      expect(created).toMatchObject({ ...first, isDisable: false, is_protected: false })
      expect(created.createdAt).toBe('2026-11-20T04:00:00.000Z')
      expect((await clerk.get(`/${name}/${created._id}`)).json()).toEqual(created)

      const renamed = await clerk.put(`/${name}/${created._id}`, { [list.label]: 'Eta' })
      expect(renamed.json()).toMatchObject({ ...first, [list.label]: 'Eta' })

      const disabled = await clerk.put(`/${name}/${created._id}`, { isDisable: true })
      expect(disabled.json()).toMatchObject({ [list.label]: 'Eta', isDisable: true })
      const active = await clerk.get(`/${name}?isDisable=false&limit=1000`)
      expect(active.json().items).not.toContainEqual(expect.objectContaining({ _id: created._id }))

      const removed = await clerk.delete(`/${name}/${created._id}`)
      expect(removed.statusCode).toBe(200)
      expect(removed.json()).toEqual({ _id: created._id })
      expect((await clerk.get(`/${name}/${created._id}`)).statusCode).toBe(404)

      expect((await trail(created._id)).map((record) => record.action)).toEqual([
        'Created',
        'Updated',
        'Disabled',
        'Deleted',
      ])
    })

    test('asks for what it needs in the specified words', async () => {
      const answer = await clerk.post(`/${name}`, {})
      const wanted = Object.entries(list.fields).filter(([, field]) => field.required)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual(wanted.map(([path, field]) => ({ path, message: field.required })))
    })

    if (list.unique)
      test('refuses the same name twice, whatever its case, its blanks and what nobody sees in it', async () => {
        const field = list.unique?.[0] ?? list.label
        const twin = await bodyFor(list, 'Elder Twin')
        const { _id } = await made(`/${name}`, { ...twin, [field]: ' Elder\u00a0\t Tw\u200bin\u00ad ' })
        expect((await clerk.get(`/${name}/${_id}`)).json()).toMatchObject({ [field]: 'Elder Twin' })
        const other = await made(`/${name}`, await bodyFor(list, 'Younger'))
        for (const same of ['  eLDER tWIN ', 'Elder  Twin', 'Elder Twin\u200b', 'El\u2060der \ufeff Twin']) {
          const answers = [
            await clerk.post(`/${name}`, { ...twin, [field]: same }),
            await clerk.put(`/${name}/${other._id}`, { [field]: same }),
          ]
          for (const answer of answers) {
            expect([same, answer.statusCode]).toEqual([same, 409])
            expect(answer.json().details).toEqual([
              {
                path: field,
                message:
                  field === list.label
                    ? `This ${list.title} exists already`
                    : `Another ${list.title} has this ${list.fields[field]?.label} already`,
              },
            ])
          }
        }
        const empty = await clerk.post(`/${name}`, { ...twin, [field]: ' \u200b ' })
        expect(empty.json().details).toEqual([{ path: field, message: list.fields[field]?.required }])
      })

    test('answers 404 for an id unknown has, or that is none', async () => {
      for (const id of [unknown, 'no-id', '0', '%00', "1';--"]) {
        expect((await clerk.get(`/${name}/${id}`)).statusCode).toBe(404)
        expect((await clerk.put(`/${name}/${id}`, { isDisable: true })).statusCode).toBe(404)
        expect((await clerk.delete(`/${name}/${id}`)).statusCode).toBe(404)
      }
    })

    test('opens with its own module or the borrowed one, and with no other', async () => {
      for (const module of list.module) {
        const reader = await portal.as({ [module]: ['view'] })
        expect((await reader.get(`/${name}`)).statusCode).toBe(200)
        expect((await reader.post(`/${name}`, await bodyFor(list, 'Never'))).statusCode).toBe(403)
      }
      const stranger = await portal.as({ audit_trail: ['view'] })
      expect((await stranger.get(`/${name}`)).statusCode).toBe(403)
    })
  },
)

describe('what a client may send', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['blanks only', '  \t '],
    ['a number', 12],
    ['a list', ['Red']],
    ['an object', { beltColor: 'Red' }],
    ['NUL', 'Re\u0000d'],
    ['a bidi control', 'Red\u202edeR'],
    ['a direction mark', 'Red\u200f'],
    ['an Arabic letter mark', 'Red\u061cdeR'],
    ['a lone surrogate', 'Red\ud800'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['201 characters', '红'.repeat(201)],
  ])('%s as a name is a 400 at its field', async (_, beltColor) => {
    const answer = await clerk.post('/belt', { beltColor })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual([{ path: 'beltColor', message: expect.any(String) }])
  })

  test('takes null for what a form left empty', async () => {
    const belt = await made('/belt', { beltColor: 'Half Empty', isDisable: null })
    expect(belt.isDisable).toBe(false)
    await clerk.put(`/belt/${belt._id}`, { isDisable: true })
    const after = await clerk.put(`/belt/${belt._id}`, { isDisable: null })
    expect(after.json()).toMatchObject({ beltColor: 'Half Empty', isDisable: true })
  })

  test('counts code points and stores text trimmed and in NFC', async () => {
    const belt = await made('/belt', { beltColor: `  Cafe\u0301 ${'🥋'.repeat(195)}  ` })
    expect(belt.beltColor).toBe(`Café ${'🥋'.repeat(195)}`)
  })

  test.each(['04:00:00.000Z', '04:00:00.500Z', '04:00:00.120Z', '04:00:00.123Z'])(
    'an instant comes out with three digits of its second: %s',
    async (time) => {
      const now = `2026-11-20T${time}`
      portal.clock.set(now)
      expect(await made('/belt', { beltColor: `Of ${time}` })).toMatchObject({ createdAt: now, updatedAt: now })
      portal.clock.set('2026-11-20T04:00:00Z')
    },
  )

  test('ignores fields it does not know, and those it owns', async () => {
    const belt = await made('/belt', {
      beltColor: 'Unknown',
      _id: unknown,
      is_protected: true,
      colour: 'x',
      createdAt: '1',
    })
    expect(belt).toMatchObject({ is_protected: false, createdAt: '2026-11-20T04:00:00.000Z' })
    expect(belt._id).not.toBe(unknown)
  })

  test.each(['[]', '"text"', 'null', '5', '{', ''])('refuses the body %s', async (payload) => {
    const answer = await clerk.post('/belt', payload, { 'content-type': 'application/json' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ statusCode: 400, error: 'Bad Request', message: expect.any(String) })
  })

  test.each([
    [{ credit: 1.5 }, 'credit'],
    [{ credit: -1 }, 'credit'],
    [{ credit: '1e3' }, 'credit'],
    [{ credit: 1e15 }, 'credit'],
    [{ credit: null }, 'credit'],
    [{ addition: -1 }, 'addition'],
    [{ duration: 121 }, 'duration'],
    [{ description: '' }, 'description'],
    [{ isDisable: 'yes' }, 'isDisable'],
  ])('a credit package with %j is a 400', async (wrong, path) => {
    const right = { code: 'W', title: 'Wrong', credit: 10, duration: 6, description: 'x' }
    const answer = await clerk.post('/credit-package', { ...right, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details.map((detail: { path: string }) => detail.path)).toEqual([path])
  })

  test('a number is taken as text too, and comes out as a number', async () => {
    const body = { code: 'TXT', title: 'As text', credit: ' 10 ', addition: '2', duration: '6', description: 'x' }
    expect(await made('/credit-package', body)).toMatchObject({ credit: 10, addition: 2, duration: 6 })
  })

  test('an optional field is cleared by null and by empty text, and kept when left out', async () => {
    const body = { code: 'OPT', title: 'Optional', credit: 10, addition: 2, duration: 6, description: 'x' }
    const { _id } = await made('/credit-package', body)
    expect((await clerk.put(`/credit-package/${_id}`, { title: 'Other' })).json()).toMatchObject({ addition: 2 })
    expect((await clerk.put(`/credit-package/${_id}`, { addition: null })).json()).toMatchObject({ addition: null })
    const centre = await made('/centre', { description: 'Cleared', username: 'cl' })
    const cleared = await clerk.put(`/centre/${centre._id}`, { username: '' })
    expect(cleared.json()).toMatchObject({ username: null, description: 'Cleared' })
  })

  test('an update without any field changes nothing and leaves no record', async () => {
    const { _id } = await made('/belt', { beltColor: 'Unmoved' })
    expect((await clerk.put(`/belt/${_id}`, {})).json()).toMatchObject({ beltColor: 'Unmoved' })
    expect(await trail(_id)).toHaveLength(1)
  })

  test('a rename to a taken name is refused and changes nothing', async () => {
    await made('/belt', { beltColor: 'Taken' })
    const { _id } = await made('/belt', { beltColor: 'Free' })
    expect((await clerk.put(`/belt/${_id}`, { beltColor: 'TAKEN' })).statusCode).toBe(409)
    expect((await clerk.get(`/belt/${_id}`)).json().beltColor).toBe('Free')
    expect((await clerk.put(`/belt/${_id}`, { beltColor: 'FREE' })).json().beltColor).toBe('FREE')
  })

  test('twenty clerks who create one name at once create one entry', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => clerk.post('/sport', { description: 'Once' })))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, ...Array(19).fill(409)])
  })
})

describe('deleting', () => {
  test('refuses an entry in use and says where', async () => {
    const { _id } = await made('/designation', { designation: 'Head Coach' })
    const coach = await clerk.post('/coach', await form({ name: 'In Use', email: 'a@b.my', designation: _id }, 'red'))
    expect(coach.statusCode, coach.body).toBe(201)
    const answer = await clerk.delete(`/designation/${_id}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('Designation Head Coach is still in use by 1 coach. It can be disabled instead.')
  })

  test('refuses a protected entry', async () => {
    const { _id } = await made('/belt', { beltColor: 'Guarded' })
    await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        sql`update belt set is_protected = true where id = ${_id}`.execute(on()),
      ),
    )
    const answer = await clerk.delete(`/belt/${_id}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('Belt Color Guarded is protected and cannot be deleted')
  })

  test('refuses a centre that a user is held to', async () => {
    const { _id } = await made('/centre', { description: 'Kepong' })
    await portal.as({}, { centres: [_id] })
    const answer = await clerk.delete(`/centre/${_id}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('still in use by 1 user')
  })
})
