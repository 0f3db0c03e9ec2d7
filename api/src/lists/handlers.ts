import { lists } from '@academy/contract/lists/lists.ts'
import { choiceKeys, type Entry, hasPicture, type List, type ListEndpoints } from '@academy/contract/platform/list.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import { sql } from 'kysely'
import {
  editAction,
  isUnchanged,
  keyOf,
  likePattern,
  orderBy,
  paged,
  requireCentres,
  type Tx,
} from '../platform/data/index.ts'
import { dropPicture, savePicture } from '../platform/files/index.ts'
import { conflict, found, type Handlers, invalid, type Upload } from '../platform/http/index.ts'
import { auditValuesOf, entriesOf, nameOf, type StoredEntry, sortableOf, wireOf } from './entries.ts'
import { checkReference, type EntryRule, type Values } from './lists.ts'
import { type ListTables, tableOf } from './tables.ts'
import { usageOf } from './usage.ts'

async function entryOf(tx: Tx, list: List, id: string, lock = false): Promise<StoredEntry> {
  const query = entriesOf(tx, list, lists).where('entry.id', '=', id)
  return found(await (lock ? query.forUpdate() : query).executeTakeFirst(), list.title)
}

/** The known fields that were sent, checked together with the stored ones. */
async function valuesOf(
  tx: Tx,
  list: List,
  body: Values,
  was: StoredEntry | undefined,
  rule?: EntryRule,
): Promise<Values> {
  const known = Object.keys(list.fields).filter((key) => list.fields[key]?.kind !== 'picture')
  const sent = Object.fromEntries(
    [...known, 'isDisable'].filter((key) => body[key] !== undefined).map((key) => [key, body[key]]),
  )
  for (const [key, field] of Object.entries(list.fields)) {
    const id = sent[key]
    const wasId = was?.[key]
    if (field.kind === 'reference' && typeof id === 'string')
      await checkReference(tx, field.resource ?? '', id, key, typeof wasId === 'string' ? wasId : null)
  }
  for (const key of list.fixed ?? [])
    if (was && sent[key] !== undefined && sent[key] !== was[keyOf(key)])
      throw invalid([{ path: key, message: `${list.fields[key]?.label} cannot be changed` }])
  const stored = was && Object.fromEntries(known.map((key) => [key, was[keyOf(key)]]))
  const whole = (await rule?.(tx, { ...stored, ...sent }, stored)) ?? sent
  return Object.fromEntries(Object.keys(sent).map((key) => [key, whole[key]]))
}

/** Values as their columns take them. */
const written = (list: List, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      list.fields[key]?.kind === 'holidays' ? JSON.stringify(value) : value,
    ]),
  )

/** A centre is written only by whoever is in charge of it; a new one, without an id, is in nobody's charge who is held to some. */
function guardCentre(tx: Tx, list: List, doing: string, id: string | null): void {
  if (list.isCentre) requireCentres(tx, doing, id)
}

async function create(tx: Tx, list: List, body: Values, file: Upload | undefined, rule?: EntryRule): Promise<Entry> {
  const id = tx.newId()
  guardCentre(tx, list, 'create a centre', null)
  const values = await valuesOf(tx, list, body, undefined, rule)
  const dates = { createdAt: tx.now, updatedAt: tx.now }
  const row = await tx.change(
    (stored: StoredEntry) => ({
      section: list.title,
      docType: list.name,
      docId: id,
      action: 'Created',
      description: `Created ${nameOf(list, stored)}`,
      to: auditValuesOf(list, stored),
    }),
    async (on) => {
      const picture = file ? { picture: await savePicture(tx, file, null) } : {}
      const stored = { isDisable: false, ...written(list, values), ...picture, id, isProtected: false, ...dates }
      await on().$extendTables<ListTables>().insertInto(tableOf(list.name)).values(stored).execute()
      return entryOf(tx, list, id)
    },
  )
  return wireOf(tx, list, row)
}

async function store(tx: Tx, list: List, was: StoredEntry, values: Values): Promise<StoredEntry> {
  return tx.change(
    (row: StoredEntry) => ({
      section: list.title,
      docType: list.name,
      docId: was.id,
      action: editAction(was, row),
      description: `${editAction(was, row)} ${nameOf(list, row)}`,
      from: auditValuesOf(list, was),
      to: auditValuesOf(list, row),
    }),
    async (on) => {
      await on()
        .$extendTables<ListTables>()
        .updateTable(tableOf(list.name))
        .set({ ...written(list, values), ...counted(list, was), updatedAt: tx.now })
        .where('id', '=', was.id)
        .execute()
      return entryOf(tx, list, was.id)
    },
  )
}

/** What stands in the columns, by the names of the fields. */
const storedIn = (list: List, was: StoredEntry): Values =>
  Object.fromEntries([...Object.keys(list.fields), 'isDisable'].map((key) => [key, was[keyOf(key)]]))

/** Increments the counter of a list that has one. */
const counted = ({ counter }: List, was: StoredEntry) =>
  counter ? { [counter.key]: Number(was[counter.key]) + 1 } : {}

async function update(
  tx: Tx,
  list: List,
  id: string,
  { body, file }: { body: Values; file: Upload | undefined },
  rule?: EntryRule,
): Promise<Entry> {
  const was = await entryOf(tx, list, id, true)
  guardCentre(tx, list, `change ${nameOf(list, was)}`, was.id)
  const values = await valuesOf(tx, list, body, was, rule)
  if (file && hasPicture(list)) values.picture = await savePicture(tx, file, was.picture ?? null)
  if (isUnchanged(storedIn(list, was), values)) return wireOf(tx, list, was)
  return wireOf(tx, list, await store(tx, list, was, values))
}

async function remove(tx: Tx, list: List, id: string): Promise<{ _id: string }> {
  const was = await entryOf(tx, list, id, true)
  guardCentre(tx, list, `delete ${nameOf(list, was)}`, was.id)
  if (was.isProtected) throw conflict(`${nameOf(list, was)} is protected and cannot be deleted`)
  const usage = await usageOf(tx, list.name, id)
  if (usage) throw conflict(`${nameOf(list, was)} is still in use by ${usage}. It can be disabled instead.`)
  await tx.change(
    {
      section: list.title,
      docType: list.name,
      docId: id,
      action: 'Deleted',
      description: `Deleted ${nameOf(list, was)}`,
      from: auditValuesOf(list, was),
    },
    (on) => on().$extendTables<ListTables>().deleteFrom(tableOf(list.name)).where('id', '=', id).execute(),
  )
  if (was.picture) dropPicture(tx, was.picture, was.picture)
  return { _id: id }
}

async function removePicture(tx: Tx, list: List, id: string, file: string): Promise<Entry> {
  const was = await entryOf(tx, list, id, true)
  guardCentre(tx, list, `change ${nameOf(list, was)}`, was.id)
  dropPicture(tx, was.picture ?? null, file)
  return wireOf(tx, list, await store(tx, list, was, { picture: null }))
}

/** The handlers of a list's endpoints. */
export function handlersOf(list: List, rule?: EntryRule): Handlers<ListEndpoints> {
  const columns = sortableOf(list, lists)
  const order = list.sort ?? list.label
  const fallback = [{ field: order.replace(/^[+-]/, ''), descending: order.startsWith('-') }]
  return {
    async list(tx, { query: { offset, limit, sort, searchText, isDisable }, isChoosing }) {
      // A caller who may only choose must not search fields that are not shown to them.
      const searchable = isChoosing ? list.search.filter((key) => choiceKeys(list).includes(key)) : list.search
      let query = entriesOf(tx, list, lists)
      if (isDisable !== undefined) query = query.where('entry.isDisable', '=', isDisable)
      if (tidy(searchText ?? '')) {
        const pattern = likePattern(searchText ?? '')
        query = query.where(({ or }) =>
          or(searchable.map((key) => sql<boolean>`${sql.ref(`entry.${key}`)}::text ilike ${pattern}`)),
        )
      }
      const { items, total } = await paged(orderBy(query, sort, columns, fallback, 'entry.id'), { offset, limit })
      return { items: items.map((row) => wireOf(tx, list, row)), total }
    },
    get: async (tx, { params }) => wireOf(tx, list, await entryOf(tx, list, params.id)),
    create: (tx, { body, file }) => create(tx, list, body, file, rule),
    update: (tx, { params, body, file }) => update(tx, list, params.id, { body, file }, rule),
    remove: (tx, { params }) => remove(tx, list, params.id),
    removePicture: (tx, { params }) => removePicture(tx, list, params.id, params.file),
  }
}
