/** Validates values against the OpenAPI description, as a client's JSON Schema validator does. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApi } from '../../../src/docs/openapi.ts'
import { isJson, type Json } from '../../../src/docs/schemas.ts'
import { modules } from '../../../src/modules.ts'

export interface Operation extends Json {
  operationId: string
  tags: string[]
  summary: string
  parameters: Json[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}
interface Content {
  schema: Json
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** As a client receives it. */
export const describedCalls = (): Document => JSON.parse(JSON.stringify(openApi(modules, 'test')))

/** Forbids fields that are not described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isJson(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'example' ? part : closed(part)]),
  )
  const isClosed = isJson(value.properties) && value.type === 'object' && value.additionalProperties === undefined
  return isClosed ? { ...inner, additionalProperties: false } : inner
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Errors of a value against the schema at this place of the document; empty when valid. */
export function holder(document: Document, { isClosed = false } = {}) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false })
  addFormats.default(ajv)
  ajv.addFormat('binary', true)
  ajv.addSchema({ ...(isClosed ? (closed(document) as Json) : document), $id: 'calls' })
  return (place: readonly string[], value: unknown): string[] => {
    const check = ajv.getSchema(`calls#/${place.map(escaped).join('/')}`)
    if (!check) return [`nothing stands at ${place.join('/')}`]
    check(value)
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

export const openPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')
/** For the response of a call. */
export const answerPlace = ({ method, path }: { method: string; path: string }, status: number) => [
  'paths',
  openPath(path),
  method.toLowerCase(),
  'responses',
  String(status),
  'content',
  'application/json',
  'schema',
]
