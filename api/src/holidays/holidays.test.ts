import { afterAll, describe, expect, test } from 'vitest'
import { madeBy } from '../../test/support/lists.ts'
import { testPortal } from '../../test/support/portal.ts'
import { holidaysOf } from './holidays.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const made = (path: string, body: unknown) => madeBy(clerk, path, body)

describe('the holidays of a year', () => {
  const merdeka = { holidayName: 'Merdeka', date: '2026-08-31' }
  const labour = { holidayName: 'Labour Day', date: '2026-05-01' }

  test('are kept in order, once a day, inside the year', async () => {
    const set = await made('/holiday', { year: 2026, holiday: [merdeka, labour] })
    expect(set).toMatchObject({ year: 2026, holiday: [labour, merdeka] })
    expect((await clerk.post('/holiday', { year: 2026, holiday: [] })).statusCode).toBe(409)

    const outside = await clerk.put(`/holiday/${set._id}`, { holiday: [merdeka, { ...merdeka, date: '2027-01-01' }] })
    expect(outside.statusCode).toBe(400)
    expect(outside.json()).toMatchObject({
      message: 'All holiday dates must fall within the year 2026.',
      details: [{ path: 'holiday.1.date' }],
    })
    const twice = await clerk.put(`/holiday/${set._id}`, { holiday: [merdeka, { ...merdeka, holidayName: 'Again' }] })
    expect(twice.statusCode).toBe(400)
    const moved = await clerk.put(`/holiday/${set._id}`, { year: 2027 })
    expect(moved.json().message).toBe('All holiday dates must fall within the year 2027.')
    expect((await clerk.get(`/holiday/${set._id}`)).json()).toMatchObject({ year: 2026, holiday: [labour, merdeka] })
  })

  test.each([
    [{ holidayName: '', date: '2030-01-01' }, 'Holiday name is required'],
    [{ holidayName: 'X' }, 'Holiday date is required'],
    [{ holidayName: 'X', date: '2030-02-30' }, 'Holiday date is not a day of the calendar.'],
    [
      { holidayName: 'X', date: '01/02/2030' },
      'Holiday date can be read in two ways. Use YYYY-MM-DD, DD-MM-YYYY or YYYY/MM/DD.',
    ],
    ['text', expect.any(String)],
  ])('%j is a 400', async (entry, message) => {
    const answer = await clerk.post('/holiday', { year: 2030, holiday: [entry] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toEqual(message)
  })

  test('go 50 years back and 50 forward', async () => {
    for (const [year, status] of [
      [1975, 400],
      [1976, 201],
      [2076, 201],
      [2077, 400],
      [2030.5, 400],
      ['next year', 400],
    ] as const) {
      expect((await clerk.post('/holiday', { year, holiday: [] })).statusCode).toBe(status)
    }
  })

  test('are read by year by anybody signed in; a disabled set gives none', async () => {
    const visitor = await portal.as({})
    const set = await made('/holiday', { year: 2031, holiday: [{ holidayName: 'New Year', date: '2031-01-01' }] })
    const answer = await visitor.get('/holiday/get-by-year/2031')
    expect(answer.json()).toEqual({ year: 2031, holiday: [{ holidayName: 'New Year', date: '2031-01-01' }] })
    expect(await portal.run((tx) => holidaysOf(tx, 2031))).toEqual(new Map([['2031-01-01', 'New Year']]))
    await clerk.put(`/holiday/${set._id}`, { isDisable: true })
    expect((await visitor.get('/holiday/get-by-year/2031')).json()).toEqual({ year: 2031, holiday: [] })
    expect((await visitor.get('/holiday/get-by-year/2032')).json()).toEqual({ year: 2032, holiday: [] })
    for (const year of ['x', '99999', '0', '1.5'])
      expect((await visitor.get(`/holiday/get-by-year/${year}`)).statusCode).toBe(404)
  })

  test('have a preset to start from', async () => {
    const answer = await clerk.get('/holiday/preset/2026?state=Selangor')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ year: 2026, provisional: false })
    expect(answer.json().holiday).toContainEqual(expect.objectContaining({ date: '2026-08-31' }))
    expect(answer.json().states).toContain('Selangor')
    expect((await clerk.get('/holiday/preset/2026?state=Atlantis')).statusCode).toBe(404)
    expect((await clerk.get('/holiday/preset/1999')).statusCode).toBe(404)
    expect(
      (await made('/holiday', { year: 2027, holiday: (await clerk.get('/holiday/preset/2027')).json().holiday })).year,
    ).toBe(2027)
  })
})
