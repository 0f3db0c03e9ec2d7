import { listExtras, lists } from '@academy/contract/lists/lists.ts'
import { type List, listRoutes } from '@academy/contract/platform/list.ts'
import { columnOf } from '../platform/data/index.ts'
import { type ApiModule, apiModule, type Conflicts, rowVersion } from '../platform/http/index.ts'
import { handlersOf } from './handlers.ts'
import type { EntryRule } from './lists.ts'
import { lookup } from './lookup.ts'
import { tableOf } from './tables.ts'

const duplicateMessage = (list: List, field: string) =>
  field === list.label
    ? `This ${list.title} exists already`
    : `Another ${list.title} has this ${list.fields[field]?.label} already`

/** The unique indexes are named `<table>_unique_<field>`. */
const conflictsOf = (list: List): Conflicts =>
  Object.fromEntries(
    (list.unique ?? []).map((field) => [
      `${columnOf(tableOf(list.name))}_unique_${columnOf(field)}`,
      { path: field, message: duplicateMessage(list, field) },
    ]),
  )

const extras = apiModule(listExtras, {
  lookup: (tx, { params, query }) => lookup(tx, params.resource, query),
})

/** A module for each list, with the rules that other modules have for theirs by the list's name, and the look-up. */
export const listModules = (rules: Readonly<Record<string, EntryRule>>): readonly ApiModule[] => [
  ...lists.map((list) =>
    apiModule(listRoutes(list), handlersOf(list, rules[list.name]), conflictsOf(list), rowVersion(tableOf(list.name))),
  ),
  extras,
]
