/** What a call is given beside its body. */
import { parameters } from '@academy/contract/docs/parameters.ts'
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { isJson, type Json, type SchemaBook } from './schemas.ts'

type SchemaOf = SchemaBook['schemaOf']

export const parametersOf = (route: Endpoint, schemaOf: SchemaOf): Json[] => [
  ...inPath(route, schemaOf),
  ...inQuery(route, schemaOf),
]

function inPath({ path, params }: Endpoint, schemaOf: SchemaOf): Json[] {
  const shape = params ? schemaOf(params, 'input').properties : undefined
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: parameters[name]?.[0].replace(/^Ids of (\w+)s, joined.*$/, 'Id of the $1') ?? `Id of the ${name}`,
    schema: { type: 'string', format: 'uuid', ...pathSchema(isJson(shape) ? shape[name] : undefined) },
  }))
}

function inQuery({ path, query: declared }: Endpoint, schemaOf: SchemaOf): Json[] {
  const query = declared ? schemaOf(declared, 'input') : {}
  const required = new Set(Array.isArray(query.required) ? query.required : [])
  return Object.entries(isJson(query.properties) ? query.properties : {}).map(([name, given]) => {
    const { description, 'x-sort-fields': sortable, ...schema } = given as Json
    const words = wordsOf(path, name) ?? [String(description)]
    const sort = Array.isArray(sortable) ? fieldsToSortBy(sortable) : ''
    const example = Array.isArray(sortable) ? sortable[0] && `-${sortable[0]}` : words[1]
    return {
      name,
      in: 'query',
      required: required.has(name),
      description: words[0] + sort,
      schema,
      ...(example === undefined || isReference(schema) ? {} : { example }),
    }
  })
}

/** The same name may mean another thing in one call; the files of a list or report take what the page takes. */
const wordsOf = (path: string, name: string) =>
  parameters[`${path.replace(/\/generate\/\w+$/, '')}.${name}`] ?? parameters[name]

const fieldsToSortBy = (fields: readonly string[]) =>
  fields.length > 0 ? `. Fields: ${fields.join(', ')}` : '. This list has one order'

const isReference = (schema: Json) => schema.format === 'uuid'

/** The schema of a parameter with a rule of its own: a number, or a text that is no id. */
function pathSchema(given: unknown): Json {
  if (!isJson(given)) return {}
  const { description: _, ...schema } = given
  return { format: undefined, ...schema }
}
