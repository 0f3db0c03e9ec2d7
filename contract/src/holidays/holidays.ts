import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { integer, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'
import { day } from '../platform/query.ts'

const name = text('Holiday Name', { required: 'Holiday name is required', max: 100 })
export const holidayEntry = z.object({ holidayName: name.schema, date: day('Holiday date is required') })
export type HolidayEntry = z.output<typeof holidayEntry>

export const outsideYear = (year: number) => `All holiday dates must fall within the year ${year}.`

/** One set of holidays a year. */
export const holidays = defineList({
  name: 'holiday',
  title: 'Holiday',
  module: ['centre', 'holidays'],
  fields: {
    year: integer('Year', { required: 'Year is required', min: 1900, max: 2200 }),
    holiday: { kind: 'holidays', label: 'Holidays', schema: z.array(holidayEntry).max(200) },
  },
  columns: ['year', 'holiday'],
  search: ['year'],
  label: 'year',
  unique: ['year'],
  sort: '-year',
  effects: {
    enable: 'The holidays of {name} count again: classes planned from now on leave them out.',
    disable: '{name} counts as a year without holidays: classes planned from now on are held on them too.',
  },
})

/** The years whose Malaysian holidays there is a list of to start from. */
const presetYears = [2026, 2027] as const
export type PresetYear = (typeof presetYears)[number]
export const hasPreset = (year: number): year is PresetYear => presetYears.some((one) => one === year)

const holidaySet = z.object({ year: z.number(), holiday: z.array(holidayEntry) })

/** Endpoints besides the five of the list. */
export const holidayExtras = {
  holidaysOfYear: endpoint({
    method: 'GET',
    path: '/holiday/get-by-year/:year',
    may: 'session',
    params: z.object({ year: z.coerce.number().int().min(1900).max(2200) }),
    result: holidaySet,
  }),
  holidayPreset: endpoint({
    method: 'GET',
    path: '/holiday/preset/:year',
    may: ['centre.view', 'holidays.view'],
    summary: 'Malaysian public holidays to start from, national plus those of a state',
    params: z.object({ year: z.coerce.number().int().min(1900).max(2200) }),
    query: z.object({ state: z.string().max(40).optional() }),
    result: holidaySet.extend({
      states: z.array(z.string()),
      /** The states of active centres. */
      ownStates: z.array(z.string()),
      provisional: z.boolean(),
    }),
  }),
}
