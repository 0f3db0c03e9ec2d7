import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { form, madeBy, trailOf } from '../../test/support/lists.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const made = (path: string, body: unknown) => madeBy(clerk, path, body)

const trail = (docId: string) => trailOf(portal, docId)

describe('a coach', () => {
  let designation: string
  beforeAll(async () => {
    designation = (await made('/designation', { designation: 'Assistant' }))._id
  })

  test('needs a picture', async () => {
    const answer = await clerk.post('/coach', { name: 'No Face', email: 'a@b.my', designation })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual([{ path: 'picture', message: 'Coach Picture is required' }])
    // Told with whatever else is missing, not after it.
    const paths = (await clerk.post('/coach', {})).json().details.map(({ path }: { path: string }) => path)
    expect(paths.toSorted()).toEqual(['designation', 'email', 'name', 'picture'])
  })

  test('keeps an account number that was sent beside a picture as text', async () => {
    const fields = {
      name: 'Numbered',
      email: 'n@b.my',
      designation,
      bankAccNo: '0012',
      mobileNo: '12345',
      address1: 'null',
    }
    const answer = await clerk.post('/coach', await form(fields, 'red'))
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ bankAccNo: '0012', mobileNo: '12345', address1: null })
    // Who may read the trail need not see where a coach is paid.
    expect((await clerk.get('/auth/audit-trail?limit=1')).body).toContain('"label":"Account No","item":"****"')
  })

  test('comes with the picture and the label of the designation', async () => {
    const answer = await clerk.post('/coach', await form({ name: 'Ahmad', email: 'a@b.my', designation }, 'blue'))
    expect(answer.statusCode, answer.body).toBe(201)
    const coach = answer.json()
    expect(coach.designation).toEqual({ _id: designation, designation: 'Assistant' })
    expect(coach.pictureDIR).toBe(coach.picture)
    for (const link of [coach.picture, coach.thumbnail]) {
      const file = await portal.app.inject({ url: link })
      expect(file.statusCode).toBe(200)
      expect(file.headers['content-type']).toBe('image/png')
    }
  })

  test('loses the old picture with a new one, and the new one with a failed save', async () => {
    const answer = await clerk.post('/coach', await form({ name: 'Changing', email: 'a@b.my', designation }, 'blue'))
    const { _id, picture } = answer.json()
    const refused = await clerk.put(`/coach/${_id}`, await form({ designation: unknown }, 'green'))
    expect(refused.statusCode).toBe(400)
    expect((await portal.app.inject({ url: picture })).statusCode).toBe(200)
    const taken = await clerk.put(`/coach/${_id}`, await form({ name: 'ahmad' }, 'green'))
    expect(taken.statusCode).toBe(409)
    expect((await clerk.get(`/coach/${_id}`)).json().picture).toBe(picture)

    const changed = await clerk.put(`/coach/${_id}`, await form({ isDisable: 'false' }, 'green'))
    expect(changed.json().picture).not.toBe(picture)
    expect((await portal.app.inject({ url: picture })).statusCode).toBe(404)
  })

  test('loses the picture by its file name, and by no other', async () => {
    const answer = await clerk.post('/coach', await form({ name: 'Removed', email: 'a@b.my', designation }, 'blue'))
    const { _id, picture } = answer.json()
    const file = new URL(picture, 'http://portal').pathname.split('/').at(-1)
    expect((await clerk.put(`/coach/${_id}/remove/other.png`)).statusCode).toBe(404)
    const removed = await clerk.put(`/coach/${_id}/remove/${file}`)
    expect(removed.json()).toMatchObject({ picture: null, pictureDIR: null, thumbnail: null })
    expect((await portal.app.inject({ url: picture })).statusCode).toBe(404)
    expect((await clerk.put(`/coach/${_id}/remove/${file}`)).statusCode).toBe(404)
  })

  test('takes only a picture as a picture', async () => {
    const data = await form({ name: 'Text', email: 'a@b.my', designation })
    data.set('picture', new Blob(['not a picture'], { type: 'image/png' }), 'photo.png')
    const answer = await clerk.post('/coach', data)
    expect(answer.statusCode).toBe(415)
    expect(answer.json().message).toBe('Only accept file types png, jpg, jpeg')
  })

  test('keeps a designation that was disabled meanwhile, and is not given another disabled one', async () => {
    const old = (await made('/designation', { designation: 'Old' }))._id
    const other = (await made('/designation', { designation: 'Other' }))._id
    const coach = (
      await clerk.post('/coach', await form({ name: 'Kept', email: 'a@b.my', designation: old }, 'red'))
    ).json()
    for (const id of [old, other]) await clerk.put(`/designation/${id}`, { isDisable: true })
    expect((await clerk.put(`/coach/${coach._id}`, { designation: old, mobileNo: '1' })).statusCode).toBe(200)
    const answer = await clerk.put(`/coach/${coach._id}`, { designation: other })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      message: 'Designation Other is disabled',
      details: [{ path: 'designation', message: 'Other is disabled' }],
    })
  })

  test.each([
    [{ designation: unknown }, 'designation'],
    [{ designation: 'no id' }, 'designation'],
    [{ designation: null }, 'designation'],
    [{ designation: ['x'] }, 'designation'],
    [{ bankAccNo: '12-34' }, 'bankAccNo'],
    [{ email: 'no mail' }, 'email'],
    [{ email: 'a b@c.my' }, 'email'],
    [{ address1: 'x'.repeat(201) }, 'address1'],
  ])('with %j is a 400', async (wrong, path) => {
    const coach = (await clerk.get('/coach?searchText=ahmad')).json().items[0]
    const answer = await clerk.put(`/coach/${coach._id}`, wrong)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details[0].path).toBe(path)
  })

  test('is sorted by the label of the designation', async () => {
    const items = (await clerk.get('/coach?sort=-designation,+name')).json().items
    const labels = items.map((coach: { designation: { designation: string } }) =>
      coach.designation.designation.toLowerCase(),
    )
    expect(labels.length).toBeGreaterThan(3)
    expect(labels).toEqual(labels.toSorted().reverse())
  })

  test('leaves a trail that names the designation and not the file', async () => {
    const { _id } = (
      await clerk.post('/coach', await form({ name: 'Told', email: 'a@b.my', designation }, 'blue'))
    ).json()
    const [record] = await trail(_id)
    expect(record).toMatchObject({ action: 'Created', description: 'Created Coach Told' })
    expect(record?.changeTo).toContainEqual({ field: 'designation', item: 'Assistant', type: 'added' })
    expect(record?.changeTo).toContainEqual({ field: 'picture', item: '(not shown)', type: 'added' })
  })
})
