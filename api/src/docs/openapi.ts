import { answerChanges, bodyExamples } from '@academy/contract/docs/examples.ts'
import { fileNames } from '@academy/contract/docs/files.ts'
import { parameters } from '@academy/contract/docs/more-fields.ts'
import { resourceOf, resources } from '@academy/contract/docs/resources.ts'
import { schemas as namedSchemas } from '@academy/contract/docs/schemas.ts'
import { lists } from '@academy/contract/lists/lists.ts'
import { apiRoot, type Endpoint, type Endpoints, isFile } from '@academy/contract/platform/endpoint.ts'
import { listOf } from '@academy/contract/platform/query.ts'
import type { z } from 'zod'
import { isGuarded } from '../platform/http/index.ts'
import { errorResponses, errorSchema, headerOf, headerParameters, headers, refusedWith } from './errors.ts'
import { exampleMaker } from './examples.ts'
import { introduction } from './introduction.ts'
import { described, inOrder, keyOf, openPath, operationIdOf, pascal, summaryOf } from './operations.ts'
import { isJson, type Json, schemaBook } from './schemas.ts'

const entityNames: Record<string, string> = { 'doc-num-format': 'DocumentFormat', holiday: 'HolidaySet' }

/** The named schemas: the specification's entities, and the entry and bodies of each list. */
function namesOf(routes: readonly Endpoint[]): Map<z.ZodType, string> {
  const names = new Map(namedSchemas)
  const found = (method: string, path: string) => routes.find((route) => route.method === method && route.path === path)
  for (const { name } of lists) {
    const entity = entityNames[name] ?? pascal(name)
    const result = found('GET', `/${name}/:id`)?.result
    const [create, update] = [found('POST', `/${name}`)?.body, found('PUT', `/${name}/:id`)?.body]
    if (result && !isFile(result)) names.set(result, entity)
    if (create) names.set(create, `${entity}Create`)
    if (update) names.set(update, `${entity}Update`)
  }
  return names
}

const fileTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  json: 'application/octet-stream',
}

/** Limits how fast passwords and codes can be guessed. */
const asksForPassword = ({ path }: Endpoint) => /\/(login|password|codes|forgot-password|reset-password)$/.test(path)

/** The error responses of a call beside those that any call may have. */
function refusalsOf(route: Endpoint, isCompared: boolean): number[] {
  const { may, method, path, query, body, upload, perMinute } = route
  const changes = method !== 'GET'
  const isOpen = may === 'public'
  return [
    ...(query || body ? [400] : []),
    ...(!isOpen || path.startsWith('/auth/') ? [401] : []),
    ...(!isOpen && may !== 'session' ? [403] : []),
    ...(path.includes('/:') ? [404] : []),
    ...(changes || isFile(route.result) ? [409] : []),
    ...(isCompared ? [412] : []),
    ...(body ? [413, 415] : upload ? [413] : []),
    ...(perMinute || asksForPassword(route) ? [429] : []),
    503,
  ]
}

/** OpenAPI 3.1 of every endpoint, from the contract's declarations and descriptions. */
export function openApi(modules: readonly { routes: Endpoints }[], version: string): Json {
  const all = modules.flatMap(({ routes }) => Object.values(routes))
  const { schemaOf, schemas } = schemaBook(namesOf(all))
  const exampleOf = exampleMaker(schemas)

  function parametersOf(route: Endpoint): Json[] {
    const shape = route.params ? schemaOf(route.params, 'input').properties : undefined
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      description: parameters[name]?.[0].replace(/^Ids of (\w+)s, joined.*$/, 'Id of the $1') ?? `Id of the ${name}`,
      schema: { type: 'string', format: 'uuid', ...pathSchema(isJson(shape) ? shape[name] : undefined) },
    }))
    const query = route.query ? schemaOf(route.query, 'input') : {}
    const required = new Set(Array.isArray(query.required) ? query.required : [])
    const inQuery = Object.entries(isJson(query.properties) ? query.properties : {}).map(([name, given]) => {
      const { description, 'x-sort-fields': sortable, ...schema } = given as Json
      const words = parameters[name] ?? [String(description)]
      const sort = Array.isArray(sortable) ? `. Fields: ${sortable.join(', ')}` : ''
      const example = Array.isArray(sortable) ? `-${sortable[0]}` : words[1]
      return {
        name,
        in: 'query',
        required: required.has(name),
        description: words[0] + sort,
        schema,
        ...(example === undefined || isReference(schema) ? {} : { example }),
      }
    })
    return [...inPath, ...inQuery]
  }

  function bodyOf(route: Endpoint): Json | undefined {
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

  function contentOf(route: Endpoint): Json {
    if (isFile(route.result))
      return { [fileTypes[route.result.file]]: { schema: { type: 'string', format: 'binary' } } }
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

  function operationOf(key: string, route: Endpoint, routes: Endpoints): Json {
    const status = String(route.status ?? (route.method === 'POST' ? 201 : 200))
    const hasVersion = isGuarded(route, all)
    const isCompared = hasVersion && route.method !== 'GET'
    const file = isFile(route.result) ? route.result.file : undefined
    const body = bodyOf(route)
    const known = [
      ...(isCompared ? ['IfMatch'] : []),
      ...(route.method !== 'GET' && !file && route.may !== 'public' ? ['IdempotencyKey'] : []),
      ...((file === 'xlsx' || file === 'zip') && route.method === 'GET' ? ['ExportKey'] : []),
    ]
    const isPaged = route.method === 'GET' && route.query && 'offset' in (Object(route.query).shape ?? {})
    return {
      operationId: operationIdOf(key, route),
      tags: [resourceOf(route.path).resource.name],
      summary: summaryOf(key, route, routes),
      ...described(route),
      parameters: [
        ...parametersOf(route),
        ...known.map((name) => ({ $ref: `#/components/parameters/${name}` })),
        ...(route.raw ? [providerSignature] : []),
      ],
      ...(body ? { requestBody: body } : {}),
      responses: {
        [status]: {
          description: route.done ?? (file ? `The file ${fileNames[keyOf(route)]}` : 'The answer'),
          headers: {
            ...headerOf('X-Request-Id'),
            ...(hasVersion && !isCompared ? headerOf('ETag') : {}),
            ...(isPaged ? headerOf('X-Sort-Ignored') : {}),
            ...(file ? { 'Content-Disposition': disposition(fileNames[keyOf(route)]) } : {}),
          },
          content: contentOf(route),
        },
        ...refusedWith(refusalsOf(route, isCompared)),
        default: { $ref: '#/components/responses/Error' },
      },
      ...(route.may === 'public' ? { security: [] } : {}),
      'x-may': route.may,
    }
  }

  const paths: Record<string, Json> = {}
  const operations = modules.flatMap(({ routes }) =>
    Object.entries(routes).map(([key, route]) => ({ route, operation: operationOf(key, route, routes) })),
  )
  for (const { route, operation } of operations.toSorted((one, other) => inOrder(one.route, other.route))) {
    const path = openPath(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Academy', version, description: introduction },
    servers: [{ url: apiRoot, description: 'This portal' }],
    security: [{ bearer: [] }],
    tags: resources.map(({ name, words }) => ({ name, description: words })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /auth/login' },
      },
      headers,
      parameters: headerParameters,
      responses: { ...errorResponses, Error: anyError },
      schemas: { Error: errorSchema, ...schemas },
    },
  }
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

const anyError = {
  description: 'Any other refusal, in the same shape',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}
const providerSignature = {
  name: 'x-razorpay-signature',
  in: 'header',
  required: true,
  description: 'HMAC-SHA256 over the whole body, with the secret shared with the card provider',
  schema: { type: 'string' },
}
const disposition = (name = ''): Json => ({
  description: 'attachment, with the name of the file',
  schema: { type: 'string' },
  example: `attachment; filename="${name}"`,
})

const isReference = (schema: Json) => schema.format === 'uuid'

/** The schema of a parameter with a rule of its own: a number, or a text that is no id. */
function pathSchema(given: unknown): Json {
  if (!isJson(given)) return {}
  const { description: _, ...schema } = given
  return { format: undefined, ...schema }
}

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
const tableTypes = `${fileTypes.xlsx}, text/csv`

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
