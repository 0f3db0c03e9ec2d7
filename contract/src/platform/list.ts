import { z } from 'zod'
import type { May } from './endpoint.ts'
import { endpoint } from './endpoint.ts'
import type { Field, Fields } from './field.ts'
import { shapeOf, switchedOff } from './field.ts'
import { messages } from './messages.ts'
import type { Module, Permission } from './permission.ts'
import { id, listOf, page } from './query.ts'

/** A reference list: its form, its columns, who may touch it. Everything about it is read from here. */
export interface List<F extends Fields = Fields, Key extends string = string> {
  /** The resource in API and web paths. */
  name: string
  /** What the menu and the page call it, and one entry of it. */
  title: string
  /** Any of these modules opens it. */
  module: readonly [Module, ...Module[]]
  fields: F
  /** Field keys of the table, in order. */
  columns: readonly Key[]
  search: readonly Key[]
  /** Field whose value labels an entry in look-ups and references. */
  label: Key
  /** Fields that no two entries may share, after trimming and in any case. */
  unique?: readonly Key[]
  /** What forms show beside the label where an entry is chosen: nothing that is only for who may view the list. */
  choice?: readonly Key[]
  /** Default order, for example `+beltColor`. */
  sort?: string
  /** Where its screens stand, unless under its name. */
  path?: string
  /** Fields that are chosen once, on creation. */
  fixed?: readonly Key[]
  /** The question before an entry is deleted, where the specification has a variant of its own. */
  deletion?: string
  /** Who may delete, where the module has no word for it. */
  deletedBy?: 'edit'
  /** A number the server keeps that counts the updates. */
  counter?: { key: string; label: string }
}

/** One entry on the wire. The fields are the list's own. */
export interface Entry {
  _id: string
  isDisable: boolean
  is_protected: boolean
  createdAt: string
  updatedAt: string
  [field: string]: unknown
}

/** Keeps the field keys honest: columns, search, label and unique name fields that exist. */
export const defineList = <const F extends Fields>(list: List<F, keyof F & string>): List<F> => list

/** The module's permissions for an action, any of which will do. */
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

/** The shape of an entry as it comes out. */
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

/** What a form sends. Pictures travel as a file beside it. */
export function bodyOf(list: List): { create: Body; update: Body } {
  const own = Object.fromEntries(
    Object.entries(shapeOf(list.fields)).filter(([key]) => list.fields[key]?.kind !== 'picture'),
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

/** Where the screens of a list stand: `/belt`. */
export const webPath = (list: List): string => `/${list.path ?? list.name}`

/** The calls of one list. */
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
