import { holidayExtras } from '@academy/contract/holidays/holidays.ts'
import { states } from '@academy/contract/lists/states.ts'
import { sql } from 'kysely'
import { apiModule, found } from '../platform/http/index.ts'
import { holidaysOf } from './holidays.ts'
import { holidayPreset, isProvisional } from './preset.ts'

export const holidaysModule = apiModule(holidayExtras, {
  async holidaysOfYear(tx, { params }) {
    const year = Number(params.year)
    const set = await holidaysOf(tx, year)
    return { year, holiday: [...set].map(([date, holidayName]) => ({ holidayName, date })) }
  },
  async holidayPreset(tx, { params, query }) {
    const year = Number(params.year)
    const holiday = found(holidayPreset(year, query.state), 'Holiday preset')
    const own = await tx.query<{ state: string }>(
      sql`select distinct state from centre where state is not null and not is_disable order by state`,
    )
    const ownStates = own.map((centre) => centre.state)
    return { year, holiday, states: [...states], ownStates, provisional: isProvisional(year) }
  },
})
