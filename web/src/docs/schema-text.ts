/** Texts derived from the OpenAPI description: schema types and curl commands. */
import type { Description, Operation } from '@academy/contract/docs/docs.ts'

export type Schemas = Description['components']['schemas']
export interface Call {
  method: string
  path: string
  operation: Operation
}
export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  default?: unknown
}

/** The calls of each resource, in the order of the description. */
export function callsByResource({ tags, paths }: Description) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  )
  return tags.map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)) }))
}

/** Whether every word of a text occurs in a call's path, name or summary. */
export function matches({ method, path, operation }: Call, text: string): boolean {
  const haystack =
    `${method} ${path} ${operation.operationId} ${operation.summary} ${operation.tags.join(' ')}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

/** The name of a referenced schema. */
export const nameOf = ({ $ref, title }: Schema): string | undefined => $ref?.split('/').at(-1) ?? title

export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1)
  const { $ref: _, ...own } = schema
  return name ? { ...(schemas[name] as Schema), ...own } : schema
}

const isNone = (schema: Schema) => schema.type === 'null'

/** The alternatives without null. */
export const choicesOf = ({ oneOf, anyOf }: Schema): Schema[] => (oneOf ?? anyOf ?? []).filter((one) => !isNone(one))

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
}
const formats: Record<string, string> = { uuid: 'id', date: 'day', 'date-time': 'instant', binary: 'file' }

/** The plural of an unnamed type. */
function pluralOf(schema: Schema): string {
  const one = typeOf(schema)
  return /^[a-z]+( number)?$/.test(one) && !schema.enum ? `${one}s` : one
}

/** 'list of ids', 'P or A', 'Belt or null'. */
export function typeOf(schema: Schema): string {
  const choices = choicesOf(schema)
  const hasNone = (schema.anyOf ?? []).some(isNone)
  if (choices.length > 0) return [...choices.map(typeOf), ...(hasNone ? ['null'] : [])].join(' or ')
  if (schema.$ref) return nameOf(schema) ?? 'object'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [schema.type ?? []].flat()
  const orNull = types.includes('null') ? ' or null' : ''
  if (schema.enum)
    return `${schema.enum
      .filter((value) => value !== null)
      .map(String)
      .join(', ')}${orNull}`
  const [type = 'anything'] = types.filter((one) => one !== 'null')
  if (type === 'array') return `list of ${pluralOf(schema.items ?? {})}${orNull}`
  return `${(schema.format && formats[schema.format]) || typeNames[type] || type}${orNull}`
}

const between = (least: number | undefined, most: number | undefined, unit = ''): string | undefined => {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? undefined : `at least ${least}${unit}`
}

/** The constraints of a value beside its type, in words. */
export function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: usual } = schema
  return [
    between(minimum, maximum),
    between(minLength === 1 ? undefined : minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' entries'),
    usual === undefined ? undefined : `${JSON.stringify(usual)} unless said`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The schemas whose fields are listed under a field: of its object, its list's entries, each alternative. */
export function partsOf(schema: Schema, schemas: Schemas): Schema[] {
  const whole = resolved(schema, schemas)
  if (whole.properties) return [schema]
  if (whole.items) return partsOf(whole.items, schemas)
  if (whole.allOf) return whole.allOf.flatMap((part) => partsOf(part, schemas))
  return choicesOf(whole).flatMap((part) => partsOf(part, schemas))
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A shell command, with the token in TOKEN. */
export function curlOf({ method, path, operation }: Call, root: string, body: unknown): string {
  const isOpen = Array.isArray(operation.security) && operation.security.length === 0
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(root + path)}`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}
