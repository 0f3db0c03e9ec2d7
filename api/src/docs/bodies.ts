/** What a call sends and what it answers. */
import { answerChanges, bodyExamples } from '@academy/contract/docs/examples.ts'
import { lists } from '@academy/contract/lists/lists.ts'
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { listOf } from '@academy/contract/platform/query.ts'
import { contentTypes } from '../platform/http/index.ts'
import type { ExampleOf } from './examples.ts'
import { keyOf } from './operations.ts'
import { isJson, type Json, type SchemaBook } from './schemas.ts'

/** The schemas and examples of one description. */
export type Book = SchemaBook & { exampleOf: ExampleOf }

export function bodyOf(route: Endpoint, { schemaOf, exampleOf }: Book): Json | undefined {
  if (!route.body) return undefined
  const given = route.sends ?? route.body
  const { discriminated, schema } = withDiscriminator(schemaOf(given, 'input'))
  const own = bodyExamples[keyOf(route)]
  const made = own
    ? { examples: Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])) }
    : { example: exampleOf(schema) }
  const form = route.upload ? { 'multipart/form-data': formOf(route, schema) } : {}
  const json = route.upload === 'file' ? {} : { 'application/json': { schema, ...made } }
  return {
    required: route.upload === 'file' || discriminated || !route.body.safeParse(undefined).success,
    content: { ...json, ...form },
  }
}

export function contentOf(route: Endpoint, { schemaOf, exampleOf }: Book): Json {
  if (isFile(route.result))
    return { [contentTypes[route.result.file]]: { schema: { type: 'string', format: 'binary' } } }
  const whole = schemaOf(route.result, 'output')
  const choosing = route.forChoosing ? schemaOf(listOf(route.forChoosing), 'output') : undefined
  const schema = choosing
    ? {
        anyOf: [
          { title: 'For who may view the list', ...whole },
          { title: 'For who chooses from it', ...choosing },
        ],
      }
    : whole
  return { 'application/json': { schema, example: changed(exampleOf(schema), answerChanges[keyOf(route)]) } }
}

/** The schema with its fields replaced, including those of nested objects. */
const changed = (value: unknown, changes: Json | undefined): unknown =>
  isJson(value) && changes
    ? {
        ...value,
        ...Object.fromEntries(
          Object.entries(changes).map(([name, change]) => [
            name,
            isJson(change) ? changed(value[name], change) : change,
          ]),
        ),
      }
    : value

/** A union of named bodies that `kind` tells apart. */
function withDiscriminator(schema: Json): { schema: Json; discriminated: boolean } {
  const { oneOf } = schema
  const references = Array.isArray(oneOf) ? oneOf.map((choice) => String(Object(choice).$ref)) : []
  if (references.length === 0 || references.some((reference) => !reference.endsWith('Create')))
    return { schema, discriminated: false }
  const mapping = Object.fromEntries(
    references.map((reference) => [/(\w+)Create$/.exec(reference)?.[1]?.toLowerCase(), reference]),
  )
  return { schema: { ...schema, discriminator: { propertyName: 'kind', mapping } }, discriminated: true }
}

const pictureTypes = 'image/png, image/jpeg'
const tableTypes = `${contentTypes.xlsx}, text/csv`

/** The body as a multipart form: text fields as text, all others as JSON text, and the file. */
function formOf({ method, path, upload = 'file' }: Endpoint, schema: Json): Json {
  const list = lists.find(({ name }) => path === `/${name}`)
  const isNeeded = upload === 'file' || (method === 'POST' && Object.values(list?.fields ?? {}).some(isNeededPicture))
  const described = upload === 'file' ? 'An xlsx or csv file' : 'A png or jpeg'
  const file: Json = {
    type: 'object',
    ...(isNeeded ? { required: [upload] } : {}),
    properties: {
      [upload]: { type: 'string', format: 'binary', description: `${described} of at most 3000 KB` },
    },
  }
  return {
    schema: { allOf: [schema, file] },
    encoding: { [upload]: { contentType: upload === 'file' ? tableTypes : pictureTypes } },
  }
}
const isNeededPicture = ({ kind, required }: { kind: string; required?: string }) =>
  kind === 'picture' && Boolean(required)
