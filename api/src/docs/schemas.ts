/** JSON schemas of the contract: named ones once, every field with its meaning. */
import { fields } from '@academy/contract/docs/fields.ts'
import { labelOf } from '@academy/contract/platform/labels.ts'
import { z } from 'zod'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const definitions = '#/$defs/'
const components = '#/components/schemas/'

const unbounded = Number.MAX_SAFE_INTEGER
const isUnbounded = (key: string, value: unknown) =>
  (key === 'maximum' && value === unbounded) || (key === 'minimum' && value === -unbounded)

/** What is known of a field by its name and by the schema or field that contains it. */
export const wordsOf = (name: string, within: string) => fields[`${within}.${name}`] ?? fields[name]

const readToo = {
  date: ' YYYY-MM-DD; DD-MM-YYYY, YYYY/MM/DD and an instant with its zone are read too.',
} as const

const choicesIn = (field: Json): readonly Json[] =>
  Array.isArray(field.anyOf) ? field.anyOf.filter(isJson) : isJson(field.items) ? [field.items] : [field]

/** A reference is sent as an id and comes out as an object with its name, or as the name alone. */
function ofId(what: string, field: Json, example: unknown): string {
  const [plain] = choicesIn(field)
  const isObject = plain?.type === 'object' || plain?.$ref !== undefined
  const isName = typeof example === 'string' && !/^[\da-f]{8}-/.test(example)
  const name = what.charAt(0).toUpperCase() + what.slice(1)
  if (isObject) return `${name}, with the id`
  return plain?.format !== 'uuid' && isName ? name : ''
}

function meaningOf(name: string, field: Json, schema: string, direction: Direction): string {
  const [words, example] = wordsOf(name, schema) ?? [labelOf(name)]
  if (direction === 'input') return formatIn(field) === 'date' ? `${words}.${readToo.date}` : words
  const [, what] = /^Ids? of the ([^,;.]+)/.exec(words) ?? []
  return (what && ofId(what, field, example)) || words
}

const formatIn = (field: Json): unknown =>
  field.format ??
  (Array.isArray(field.anyOf) ? field.anyOf.filter(isJson).find(({ format }) => format)?.format : undefined)

const isNone = (choice: unknown) => isJson(choice) && choice.type === 'null' && Object.keys(choice).length === 1

/** Simplifies `anyOf` of a plain type and null to a nullable type. */
function withoutChoice(json: Json): Json {
  const { anyOf, ...rest } = json
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNone(anyOf[1])) return json
  const [plain] = anyOf
  if (!isJson(plain) || typeof plain.type !== 'string' || plain.const !== undefined) return json
  return {
    ...plain,
    ...rest,
    type: [plain.type, 'null'],
    ...(Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {}),
  }
}

/** Whether it has no fields of its own; those would be described as fields of that field. */
const isPlain = (schema: unknown) => !JSON.stringify(schema).includes('"properties"')

/** The schemas of one description; `named` are those that stand in it under their own names. */
export function schemaBook(named: ReadonlyMap<z.ZodType, string>) {
  const book: Record<string, Json> = {}
  const registry = z.registry<Json>()
  registry.get = (schema: z.core.$ZodType) => {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {}
    const name = named.get(schema as z.ZodType)
    // biome-ignore lint/suspicious/noExplicitAny: what zod declares here is the metadata of the schema's own type
    return (name ? { ...meta, id: name } : meta) as any
  }

  function polished(value: unknown, schema: string, direction: Direction): unknown {
    if (Array.isArray(value)) return value.map((entry) => polished(entry, schema, direction))
    if (!isJson(value)) return value
    const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (key === 'properties' && isJson(inner)) return [[key, propertiesOf(inner, schema, direction)]]
      if (key === '$ref' && typeof inner === 'string') return [[key, inner.replace(definitions, components)]]
      // Output may gain fields later; unknown input fields are ignored.
      if (key === 'additionalProperties' && inner === false) return []
      if (key === 'id' || key === '$schema' || key === '$defs' || isUnbounded(key, inner)) return []
      if (key === 'pattern' && value.format === 'uuid') return []
      return [[key, key === 'enum' || key === 'default' ? inner : polished(inner, schema, direction)]]
    })
    return withoutChoice(Object.fromEntries(entries))
  }

  const propertiesOf = (properties: Json, schema: string, direction: Direction): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([name, given]) => {
        const field = polished(given, isPlain(given) ? schema : name, direction) as Json
        return [name, field.description ? field : { ...field, description: meaningOf(name, field, schema, direction) }]
      }),
    )

  const made = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() }

  /** The schema of an input or output; the names in it are described in `schemas`. */
  function schemaOf(schema: z.ZodType, direction: Direction): Json {
    const known = made[direction].get(schema)
    if (known) return known
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      unrepresentable: 'any',
      metadata: registry,
    }) as Json
    for (const [name, definition] of Object.entries((whole.$defs as Json) ?? {})) {
      const result = polished(definition, name, direction) as Json
      if (book[name] && JSON.stringify(book[name]) !== JSON.stringify(result))
        throw new Error(`${name} is not the same wherever it stands`)
      book[name] = result
    }
    const { it } = whole.properties as { it: Json }
    const result = polished(it, '', direction) as Json
    made[direction].set(schema, result)
    return result
  }

  return { schemaOf, schemas: book }
}

export type SchemaBook = ReturnType<typeof schemaBook>
