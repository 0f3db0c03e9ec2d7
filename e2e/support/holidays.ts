import { z } from 'zod'
import type { Calls } from './people.ts'

const sets = z.object({ items: z.array(z.looseObject({ year: z.number() })) })

/** A year has its holidays: the demo academy's, or one day where the lists of Malaysian holidays do not reach. */
export async function giveHolidays(calls: Calls, year: number) {
  const { items } = await calls.send(sets, 'GET', '/holiday?limit=1000')
  if (items.some((set) => set.year === year)) return
  await calls.post('/holiday', { year, holiday: [{ holidayName: 'New Year’s Day', date: `${year}-01-01` }] })
}
