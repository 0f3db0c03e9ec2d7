import { afterAll, describe, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../../support/families.ts'
import { testPortal, unknown } from '../../support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
afterAll(() => portal.close())

describe('what careless clients send', () => {
  test('a content type without a body is a call without a body', async () => {
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, token = clerk.token) =>
      portal.app.inject({
        method,
        url: `/api/admin${path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
    const { _id } = (await clerk.post('/belt', { beltColor: 'Brown' })).json()
    expect((await send('DELETE', `/belt/${_id}`)).statusCode).toBe(200)
    expect((await send('POST', '/auth/logout', (await portal.as()).token)).statusCode).toBe(200)
    const needed = await send('POST', '/belt')
    expect(needed.statusCode).toBe(400)
    expect(needed.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  })

  test('a body that is no UTF-8 is refused: its letters would be lost', async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/admin/sport',
      headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json; charset=latin1' },
      payload: Buffer.from('{"description":"Escrim\xe9"}', 'latin1'),
    })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'The body is not UTF-8'])
    const part = '--x\r\ncontent-disposition: form-data; name="description"\r\n\r\nEscrim\xe9\r\n--x--\r\n'
    const form = await portal.app.inject({
      method: 'POST',
      url: '/api/admin/sport',
      headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.from(part, 'latin1'),
    })
    expect([form.statusCode, form.json().message]).toEqual([400, 'The form is not UTF-8'])
  })

  test('a form that is cut off or malformed is a 400 and stores nothing', async () => {
    const field = '--b\r\nContent-Disposition: form-data; name="description"\r\n\r\nCut off'
    const file = '--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\nabc'
    for (const [type, payload] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', 'x'],
      ['multipart/form-data; boundary=b', field],
      ['multipart/form-data; boundary=b', `${field}\r\n${file}`],
      ['multipart/form-data; boundary=b', '--b\r\n:::\r\n\r\n'],
    ]) {
      const answer = await portal.app.inject({
        method: 'POST',
        url: '/api/admin/sport',
        headers: { authorization: `Bearer ${clerk.token}`, 'content-type': type },
        payload,
      })
      expect(answer.statusCode, payload).toBe(400)
      expect(answer.json(), payload).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    }
    expect((await clerk.get('/sport?searchText=Cut')).json().total).toBe(0)
  })

  test('a form may say which of its parts are JSON, as clients made from the description do', async () => {
    const send = (fields: Record<string, unknown>) => {
      const part = ([name, value]: [string, unknown]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${
          typeof value === 'string' ? '' : 'Content-Type: application/json\r\n'
        }\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`
      return portal.app.inject({
        method: 'POST',
        url: '/api/admin/member',
        headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'multipart/form-data; boundary=b' },
        payload: `${Object.entries(fields).map(part).join('')}--b--\r\n`,
      })
    }
    const make = bodies(choices)
    const told = await send(make.parent({ kind: 'parent', children: [make.kid({ name: 'Said To Be JSON' })] }))
    expect(told.json()).toMatchObject({ children: [{ name: 'Said To Be JSON' }] })
    expect((await send(make.adult({ kind: 'adult', note: { a: [1, null] } }))).json()).toMatchObject({
      note: '{"a":[1,null]}',
    })
  })

  test('a part of a form that is said to be JSON and is none is a 400', async () => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/admin/sport',
      headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'multipart/form-data; boundary=b' },
      payload:
        '--b\r\nContent-Disposition: form-data; name="isDisable"\r\nContent-Type: application/json\r\n\r\n{bad\r\n--b--\r\n',
    })
    const message = 'A part of the form is said to be JSON and is none'
    expect(answer.json()).toEqual({ statusCode: 400, error: 'Bad Request', message })
  })

  test('a body nested without end is refused, also when it is to be repeatable', async () => {
    const payload = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' }
    for (const more of [{}, { 'idempotency-key': 'deep' }]) {
      const url = '/api/admin/belt'
      const answer = await portal.app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload })
      expect(answer.statusCode).toBe(400)
    }
  })

  test('days and years that no calendar of the portal offers are a 400', async () => {
    const { _id } = await enrolMember(clerk, bodies(choices).adult())
    for (const path of [`/member/${_id}/wallet?asOf=`, '/payment?startDate=', '/payment?endDate=', '/class?date='])
      for (const date of ['0000-01-01', '0001-01-01', '2026-02-30', '2026-1-1'])
        expect((await clerk.get(path + date)).statusCode, path + date).toBe(400)
    const course = (await clerk.post('/course', { name: 'Unlimited', unlimited: true, normal: 1, normal2: 1 })).json()
    const pattern = { course: course._id, day: 1, duration: '10:00 - 11:00', mainInstructor: [choices.coach] }
    for (const year of [2015, 2037]) {
      const answer = await clerk.post('/course-scheduled-year', { ...pattern, year })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toBe('Year must be from 2016 to 2036')
    }
    for (const year of [2016, 2036])
      expect((await clerk.post('/course-scheduled-year', { ...pattern, year })).statusCode).toBe(201)
  })

  test('filters of nothing but commas filter nothing', async () => {
    for (const path of [
      '/attendance?member=,',
      '/attendance?walletMember=,&course=,',
      '/course?sport=,&courseType=,&centre=,&instructor=,',
      '/course-scheduled-year?course=,&instructor=,',
      '/class?course=,',
      '/enrollment?member=,&course=,&walletMember=,',
      '/member?mainIDs=,&noUseMainIDs=,&memberType=,&belt=,&coachIncharge=,',
      '/payment?createdBy=,&coachReceived=,',
      '/member/emergency-contact?member=,',
    ])
      expect((await clerk.get(path)).statusCode, path).toBe(200)
  })

  test('a filter takes several values joined with commas', async () => {
    for (const path of [
      '/payment?status=Pending,Done',
      '/payment?paymentType=Cash,Direct',
      '/attendance?status=P,A',
      `/attendance?scheduledClass=${unknown},${unknown}`,
      '/credit-adjust?status=Pending,Approved',
      '/enrollment?creditType=normal,special',
      `/user?userGroup=${unknown},${unknown}`,
      '/report/collection-report?startDate=2026-11-01&endDate=2026-11-20&paymentType=Cash,Direct',
      '/report/reconciliation-report?startDate=2026-11-01&endDate=2026-11-20&paymentType=Cash,Direct',
    ]) {
      const answer = await clerk.get(path)
      expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
      expect((await clerk.get(path.replace(/=[^=,]+,/, '=other,'))).statusCode, path).toBe(400)
    }
  })

  test('too much is told as too much, not as missing', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => unknown)
    const long = 'x'.repeat(201)
    const said = async (answer: Promise<{ json(): { details: { message: string }[] } }>) =>
      (await answer).json().details[0]?.message
    expect(await said(clerk.post('/auth/login', { username: long, password: 'x' }))).toBe(
      'Username must be at most 200 characters',
    )
    expect(await said(clerk.post('/auth/login', { username: 'x', password: long }))).toBe(
      'Password must be at most 200 characters',
    )
    expect(await said(clerk.put('/payment/verify', { ids: ids(501) }))).toBe('Ids must have at most 500 entries')
    expect(await said(clerk.put('/attendance/clearOutstanding', { ids: ids(1001) }))).toBe(
      'Ids must have at most 1000 entries',
    )
    const marks = ids(1001).map((member) => ({ member, status: 'P' }))
    expect(await said(clerk.post(`/attendance/take/${unknown}`, marks))).toBe(
      'What was sent must have at most 1000 entries',
    )
    expect(await said(clerk.post(`/attendance/take/${unknown}`, [{ member: unknown, status: 'X' }]))).toBe(
      'Status must be one of: P, A',
    )
    expect(await said(clerk.post(`/attendance/take/${unknown}`, [{ member: unknown }]))).toBe('Status is required')
    const pattern = { course: unknown, year: 2026, day: 1, duration: '10:00 - 11:00', mainInstructor: ids(21) }
    expect(await said(clerk.post('/course-scheduled-year', pattern))).toBe(
      'Main Instructor must have at most 20 entries',
    )
  })

  test('a repeat under the same Idempotency-Key answers to the letter as the first did', async () => {
    const headers = { 'idempotency-key': 'to the letter' }
    const first = await clerk.post('/belt', { beltColor: 'Violet' }, headers)
    expect((await clerk.post('/belt', { beltColor: 'Violet' }, headers)).body).toBe(first.body)
  })

  test('many repeatable calls of several transactions at once wait for each other and not for ever', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        clerk.put('/payment/verify', { ids: [unknown] }, { 'idempotency-key': `verify ${index}` }),
      ),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200))
  })
})

describe('an erased member', () => {
  /** One with ledger entries, so that it is anonymised and not removed. */
  async function erased() {
    const { _id } = await enrolMember(clerk, bodies(choices).adult())
    await clerk.put(`/member/${_id}`, { wallet: 5, walletWas: 0 })
    await clerk.put(`/member/${_id}`, { wallet: 0, walletWas: 5, isDisable: true })
    expect((await clerk.delete(`/member/${_id}`)).statusCode).toBe(200)
    return _id
  }

  test('is a 404 wherever a member is named by id', async () => {
    for (const id of [await erased(), unknown]) {
      for (const path of ['wallet', 'member-classes', 'emergency-contact'])
        expect((await clerk.get(`/member/${id}/${path}`)).statusCode, path).toBe(404)
      expect((await clerk.get(`/enrollment/excuded-course/${id}`)).statusCode).toBe(404)
      expect((await clerk.get(`/expiration/${id}`)).statusCode).toBe(404)
      expect((await clerk.put(`/expiration/${id}`, { expirationDate: '2027-01-01' })).statusCode).toBe(404)
      expect((await clerk.delete(`/expiration/${id}`)).statusCode).toBe(404)
    }
  })
})
