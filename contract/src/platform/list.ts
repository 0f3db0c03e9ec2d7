import { z } from 'zod'
import { endpoint, type May } from './endpoint.ts'
import { type Field, type Fields, shapeOf, switchedOff } from './field.ts'
import { messages } from './messages.ts'
import type { Module, Permission } from './permission.ts'
import { id, leniently, listOf, page } from './query.ts'
import { tidyName } from './text.ts'

/** A reference list: its form, its columns and permissions. API, screens and documentation are derived from it. */
export interface List<F extends Fields = Fields, Key extends string = string> {
  /** The resource in API and web paths. */
  name: string
  /** Its name in the menu and on the page, and the name of one entry. */
  title: string
  /** Any of these permission modules gives access. */
  module: readonly [Module, ...Module[]]
  fields: F
  /** Field keys of the table, in order. */
  columns: readonly Key[]
  search: readonly Key[]
  /** The field that labels an entry in look-ups and references. */
  label: Key
  /** Fields that must be unique as they are seen, ignoring case. */
  unique?: readonly Key[]
  /** Fields that forms show beside the label where an entry is chosen; visible to users who may not view the list. */
  choice?: readonly Key[]
  /** Default order, for example `+beltColor`. */
  sort?: string
  /** Path of its screens, if not its name. */
  path?: string
  /** The entries are centres: only who is in charge of one may write it. */
  isCentre?: true
  /** Fields that are set only on creation. */
  fixed?: readonly Key[]
  /** The question before an entry is deleted, where the specification has a variant of its own. */
  deletion?: string
  /** What enabling, disabling and deleting `{name}` do, where it is something else than being offered for choosing or not. */
  effects?: { enable: string; disable: string; remove?: string }
  /** Who may delete, where the module has no delete permission. */
  deletedBy?: 'edit'
  /** A field that the server increments with each update. */
  counter?: { key: string; label: string }
}

/** One entry on the wire, with the list's own fields. */
export interface Entry {
  _id: string
  isDisable: boolean
  is_protected: boolean
  createdAt: string
  updatedAt: string
  [field: string]: unknown
}

/** Type-checks the field keys: columns, search, label and unique must name fields that exist. */
export const defineList = <const F extends Fields>(list: List<F, keyof F & string>): List<F> => list

/** The permissions for an action, any of which is enough. */
export function mayDo(list: List, action: 'view' | 'create' | 'edit' | 'delete'): May {
  const [first, ...rest] = list.module.map((module) => `${module}.${action}` as Permission)
  if (!first) throw new Error(`${list.name} has no module`)
  return [first, ...rest]
}

export const hasPicture = (list: List): boolean => Object.values(list.fields).some((field) => field.kind === 'picture')

const link = z.string().nullable()

function outOf(field: Field): z.ZodType {
  if (field.kind === 'reference') return z.object({ _id: z.string() }).catchall(z.string()).nullable()
  if (field.kind === 'references') return z.array(z.object({ _id: z.string() }).catchall(z.string()))
  if (field.kind === 'picture') return link
  if (field.kind === 'holidays') return field.schema
  if (field.kind === 'integer') return z.number().nullable()
  return z.string().nullable()
}

/** The shape of an entry in responses. */
export function entryOf(list: List): z.ZodType<Entry> {
  const shape = Object.fromEntries(Object.entries(list.fields).map(([key, field]) => [key, outOf(field)]))
  return z.object({
    _id: z.string(),
    ...shape,
    ...(hasPicture(list) ? { pictureDIR: link, thumbnail: link } : {}),
    ...(list.counter ? { [list.counter.key]: z.number() } : {}),
    isDisable: z.boolean(),
    is_protected: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }) as unknown as z.ZodType<Entry>
}

/** The fields of an entry that forms show where it is chosen. */
export const choiceKeys = (list: List): readonly string[] => [list.label, ...(list.choice ?? [])]

function choiceOf(list: List): z.ZodType {
  const shown = Object.entries(list.fields).filter(([key]) => choiceKeys(list).includes(key))
  return z.object({
    _id: z.string(),
    ...Object.fromEntries(shown.map(([key, field]) => [key, outOf(field)])),
    isDisable: z.literal(false),
  })
}

type Body = z.ZodType<Record<string, unknown>>

const asName = (given: unknown) => (typeof given === 'string' ? tidyName(given) : given)

/** The body a form sends. Pictures are sent as a file beside it. */
export function bodyOf(list: List): { create: Body; update: Body } {
  const own = Object.fromEntries(
    Object.entries(shapeOf(list.fields))
      .filter(([key]) => list.fields[key]?.kind !== 'picture')
      .map(([key, schema]) => [key, list.unique?.includes(key) ? leniently(asName, schema) : schema]),
  )
  const whole = z.object({ ...own, isDisable: switchedOff() })
  return { create: whole, update: whole.partial() }
}

const sortable = (list: List) => [
  ...Object.keys(list.fields).filter(
    (key) => list.fields[key]?.kind !== 'picture' && list.fields[key]?.kind !== 'holidays',
  ),
  ...(list.counter ? [list.counter.key] : []),
  'isDisable',
  'createdAt',
  'updatedAt',
]

/** Path of a list's screens: `/belt`. */
export const webPath = (list: List): string => `/${list.path ?? list.name}`

/** The endpoints of one list. */
export function listRoutes(list: List) {
  const entry = entryOf(list)
  const body = bodyOf(list)
  const upload = hasPicture(list) ? ('picture' as const) : undefined
  return {
    list: endpoint({
      method: 'GET',
      path: `/${list.name}`,
      may: mayDo(list, 'view'),
      forChoosing: choiceOf(list),
      query: z.object(page(sortable(list))),
      result: listOf(entry),
    }),
    get: endpoint({ method: 'GET', path: `/${list.name}/:id`, may: mayDo(list, 'view'), result: entry }),
    create: endpoint({
      method: 'POST',
      path: `/${list.name}`,
      may: mayDo(list, 'create'),
      body: body.create,
      result: entry,
      upload,
      pictureRequired: Object.values(list.fields).find(({ kind }) => kind === 'picture')?.required,
      confirm: messages.submit,
      done: messages.created,
    }),
    update: endpoint({
      method: 'PUT',
      path: `/${list.name}/:id`,
      may: mayDo(list, 'edit'),
      body: body.update,
      result: entry,
      upload,
      confirm: messages.submit,
      done: messages.updated,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `/${list.name}/:id`,
      may: mayDo(list, list.deletedBy ?? 'delete'),
      result: z.object({ _id: z.string() }),
      confirm: list.deletion ?? messages.deletion,
      done: messages.deleted,
    }),
    removePicture: endpoint({
      method: 'PUT',
      path: `/${list.name}/:id/remove/:file`,
      may: mayDo(list, 'edit'),
      params: z.object({ id: id(), file: z.string().max(200) }),
      result: entry,
      confirm: messages.removePicture,
      done: messages.removed,
    }),
  }
}

export type ListEndpoints = ReturnType<typeof listRoutes>
