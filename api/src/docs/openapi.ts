import { fileNames } from '@academy/contract/docs/files.ts'
import { resourceOf, resources } from '@academy/contract/docs/resources.ts'
import { schemas as namedSchemas } from '@academy/contract/docs/schemas.ts'
import { lists } from '@academy/contract/lists/lists.ts'
import { apiRoot, type Endpoint, type Endpoints, isFile } from '@academy/contract/platform/endpoint.ts'
import type { z } from 'zod'
import { isGuarded } from '../platform/http/index.ts'
import { type Book, bodyOf, contentOf } from './bodies.ts'
import { errorResponses, errorSchema, headerOf, headerParameters, headers, refusedWith } from './errors.ts'
import { exampleMaker } from './examples.ts'
import { introduction } from './introduction.ts'
import { described, inOrder, keyOf, openPath, operationIdOf, pascal, summaryOf } from './operations.ts'
import { parametersOf } from './parameters.ts'
import { type Json, schemaBook } from './schemas.ts'

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

interface Call {
  /** Its name among the calls of its module. */
  key: string
  route: Endpoint
  routes: Endpoints
}

/** OpenAPI 3.1 of every endpoint, from the contract's declarations and descriptions. */
export function openApi(modules: readonly { routes: Endpoints }[], version: string): Json {
  const calls: Call[] = modules.flatMap(({ routes }) =>
    Object.entries(routes).map(([key, route]) => ({ key, route, routes })),
  )
  const all = calls.map(({ route }) => route)
  const { schemaOf, schemas } = schemaBook(namesOf(all))
  const book: Book = { schemaOf, schemas, exampleOf: exampleMaker(schemas) }
  const operations = calls.map((call) => ({ route: call.route, operation: operationOf(call, all, book) }))
  const paths: Record<string, Json> = {}
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

function operationOf({ key, route, routes }: Call, all: readonly Endpoint[], book: Book): Json {
  const status = String(route.status ?? (route.method === 'POST' ? 201 : 200))
  const hasVersion = isGuarded(route, all)
  const isCompared = hasVersion && route.method !== 'GET'
  const file = isFile(route.result) ? route.result.file : undefined
  const body = bodyOf(route, book)
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
      ...parametersOf(route, book.schemaOf),
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
        content: contentOf(route, book),
      },
      ...refusedWith(refusalsOf(route, isCompared)),
      default: { $ref: '#/components/responses/Error' },
    },
    ...(route.may === 'public' ? { security: [] } : {}),
    'x-may': route.may,
  }
}

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
