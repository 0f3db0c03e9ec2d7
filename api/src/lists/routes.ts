import { documentFormatExtras, documentFormats } from '@academy/contract/lists/document-formats.ts'
import { listExtras, lists } from '@academy/contract/lists/lists.ts'
import { states } from '@academy/contract/lists/states.ts'
import type { List } from '@academy/contract/platform/list.ts'
import { listRoutes } from '@academy/contract/platform/list.ts'
import { sql } from 'kysely'
import { formatOfType } from '../numbers/numbers.ts'
import { type ApiModule, apiModule, type Conflicts, found, rowVersion } from '../platform/http/index.ts'
import { handlersOf } from './handlers.ts'
import { holidayPreset, isProvisional } from './holiday-preset.ts'
import { holidaysOf } from './lists.ts'
import { lookup } from './lookup.ts'
import { tableOf } from './tables.ts'

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const takenWords = (list: List, field: string) =>
  field === list.label
    ? `This ${list.title} exists already`
    : `Another ${list.title} has this ${list.fields[field]?.label} already`

/** The unique indexes are named `<table>_unique_<field>`. */
const conflictsOf = (list: List): Conflicts =>
  Object.fromEntries(
    (list.unique ?? []).map((field) => [
      `${snake(tableOf(list.name))}_unique_${snake(field)}`,
      { path: field, message: takenWords(list, field) },
    ]),
  )

const extras = apiModule(listExtras, {
  lookup: (tx, { params, query }) => lookup(tx, params.resource, query),
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

const formatExtras = apiModule(documentFormatExtras, {
  async ofType(tx, { params }) {
    const { id, runningNo, ...format } = found(await formatOfType(tx, params.type), documentFormats.title)
    return { ...format, _id: id, running_no: runningNo }
  },
})

/** A room for each list, and what goes beside them. */
export const listModules: readonly ApiModule[] = [
  ...lists.map((list) =>
    apiModule(listRoutes(list), handlersOf(list), conflictsOf(list), rowVersion(tableOf(list.name))),
  ),
  extras,
  formatExtras,
]
