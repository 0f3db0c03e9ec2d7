/** Examples of whatever a schema describes, built from those of its fields. */
import { isJson, type Json, wordsOf } from './schemas.ts'

const reference = '#/components/schemas/'
const uuid = '019ab3f2-7c41-7d0e-9a55-3f6c2b8e1d04'
const instant = '2026-11-22T02:15:00.000Z'
const byFormat: Readonly<Record<string, string>> = { uuid, date: '2026-11-22', 'date-time': instant }
const patterns: readonly [RegExp, string][] = [
  [/^\^\\d\{2\}:\\d\{2\}/, '18:00'],
  [/ - /, '18:00 - 19:00'],
  [/\\d\{1,7\}/, '450.00'],
]

const typesOf = ({ type }: Json): readonly unknown[] => [type].flat()
const named = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Whether a value has the type that a schema asks for and is among its allowed words. */
function fits(value: unknown, schema: Json): boolean {
  const types = typesOf(schema)
  const type = named(value)
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false
  if (schema.const !== undefined) return schema.const === value
  if (schema.format === 'uuid' && type === 'string') return /^[\da-f-]{36}$/.test(String(value))
  if (type === 'object') return schema.type === 'object' && schema.additionalProperties !== undefined
  return types.includes(type) || (type === 'number' && types.includes('integer'))
}

function textOf({ format, pattern, maxLength }: Json): string {
  if (typeof format === 'string') return byFormat[format] ?? 'weiming@example.com'
  const shaped = patterns.find(([shape]) => shape.test(String(pattern)))?.[1]
  return (shaped ?? 'Sample').slice(0, typeof maxLength === 'number' ? maxLength : undefined)
}

export function exampleMaker(schemas: Readonly<Record<string, Json>>) {
  function objectOf(schema: Json, entity: string): Json {
    const { properties, additionalProperties } = schema
    const own = isJson(properties)
      ? Object.entries(properties).map(([name, field]) => [name, exampleOf(field as Json, name, entity)])
      : []
    const further =
      own.length === 0 && isJson(additionalProperties) && Object.keys(additionalProperties).length > 0
        ? [['example', exampleOf(additionalProperties, '', entity)]]
        : []
    return Object.fromEntries([...own, ...further])
  }

  function listOf({ items, prefixItems }: Json, name: string, entity: string): unknown[] {
    if (Array.isArray(prefixItems)) return prefixItems.map((item) => exampleOf(item, '', entity))
    return isJson(items) ? [exampleOf(items, isJson(items) && items.type === 'string' ? '' : name, entity)] : []
  }

  /** `name` is the field's name, `entity` the schema that it belongs to. */
  function exampleOf(schema: Json, name = '', entity = ''): unknown {
    const known = wordsOf(name, entity)?.[1]
    const { $ref, anyOf, oneOf } = schema
    if (typeof $ref === 'string') {
      const target = $ref.slice(reference.length)
      return exampleOf(schemas[target] ?? {}, '', target)
    }
    const choices = Array.isArray(oneOf) ? oneOf : anyOf
    if (Array.isArray(choices)) {
      const fitting = choices.find((choice) => isJson(choice) && known !== undefined && fits(known, choice))
      return fitting ? known : exampleOf(choices[0], name, entity)
    }
    if (schema.const !== undefined) return schema.const
    if (known !== undefined && fits(known, schema)) return known
    if (Array.isArray(schema.enum)) return schema.enum[0]
    return plainOf(schema, name, entity)
  }

  function plainOf(schema: Json, name: string, entity: string): unknown {
    const [type] = typesOf(schema)
    if (type === 'object') return objectOf(schema, name || entity)
    if (type === 'array') return listOf(schema, name, entity)
    if (type === 'boolean') return false
    if (type === 'null') return null
    if (type === 'integer' || type === 'number')
      return typeof schema.minimum === 'number' ? Math.max(schema.minimum, 1) : 1
    return type === 'string' ? textOf(schema) : null
  }

  return exampleOf
}

export type ExampleOf = ReturnType<typeof exampleMaker>
