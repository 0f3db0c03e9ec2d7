import type { Route } from '@academy/contract/kit/route.ts'
import { apiRoot, isFile } from '@academy/contract/kit/route.ts'
import { z } from 'zod'
import type { Room } from './serve.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function parametersOf(route: Route): Json[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: route.params ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }))
  const query = route.query ? schemaOf(route.query, 'input') : {}
  const required = new Set(Array.isArray(query.required) ? query.required : [])
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }))
  return [...inPath, ...inQuery]
}

function bodyOf(route: Route): Json | undefined {
  if (!route.body) return undefined
  const schema = schemaOf(route.body, 'input')
  const withFile = {
    ...schema,
    properties: { ...(schema.properties as Json), [route.upload ?? 'file']: { type: 'string', format: 'binary' } },
  }
  return {
    content: {
      'application/json': { schema },
      ...(route.upload ? { 'multipart/form-data': { schema: withFile } } : {}),
    },
  }
}

const errorReference = { $ref: '#/components/responses/Error' }
const fileTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function operationOf(name: string, route: Route): Json {
  const status = String(route.status ?? (route.method === 'POST' ? 201 : 200))
  const content = isFile(route.result)
    ? { [fileTypes[route.result.file]]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(route.result, 'output') } }
  const body = bodyOf(route)
  return {
    operationId: name,
    tags: [route.path.split('/')[1]],
    ...(route.summary ? { summary: route.summary } : {}),
    parameters: parametersOf(route),
    ...(body ? { requestBody: body } : {}),
    responses: { [status]: { description: route.done ?? 'OK', content }, default: errorReference },
    ...(route.may === 'public' ? { security: [] } : {}),
    'x-may': route.may,
  }
}

/** Like no other's: the words of the path, and what the contract calls it. */
const nameOf = (key: string, { path }: Route) =>
  [...path.split('/').filter((word) => word && !word.startsWith(':')), key].join('.')

/** OpenAPI 3.1 of every promise, from the declarations that serve them. */
export function openApi(rooms: readonly Room[], info: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const { routes } of rooms)
    for (const [key, route] of Object.entries(routes)) {
      const path = apiRoot + route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(nameOf(key, route), route) }
    }
  return {
    openapi: '3.1.0',
    info,
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: {
          description: 'Every failure has this shape',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['statusCode', 'error', 'message'],
                properties: {
                  statusCode: { type: 'integer' },
                  error: { type: 'string' },
                  message: { type: 'string' },
                  details: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { path: { type: 'string' }, message: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  }
}
