/** The error responses of calls, and the headers that calls share. */
import type { Json } from './schemas.ts'

const header = (description: string, schema: Json, example: unknown): Json => ({ description, schema, example })

export const headers: Record<string, Json> = {
  ETag: header(
    'What the document is known by; sent back as If-Match it guards a change',
    { type: 'string' },
    '"5b0c6f0e-8d0b-4b57-9f0a-3c1f4e2d7a60"',
  ),
  'X-Sort-Ignored': header(
    'Fields of sort that this list cannot be sorted by; they ordered nothing',
    { type: 'string' },
    'shoeSize',
  ),
  'Retry-After': header('Seconds after which to try again', { type: 'integer' }, 2),
  'X-Request-Id': header(
    'Names the call in the portal’s log',
    { type: 'string', format: 'uuid' },
    '6f1d2c3b-8a4e-4f5d-9b6a-7c8d9e0f1a2b',
  ),
}
export const headerOf = (name: string): Json => ({ [name]: { $ref: `#/components/headers/${name}` } })

export const headerParameters: Record<string, Json> = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag the document was read with: 412 when it has changed since. Left out, nothing is compared',
    schema: { type: 'string' },
    example: '"5b0c6f0e-8d0b-4b57-9f0a-3c1f4e2d7a60"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text, made anew for each intention: a repeat under the same key answers as the first did and changes nothing again; 409 when its content differs (the order of properties does not matter)',
    schema: { type: 'string' },
    example: 'k3v9q0m5o1bq4n6s',
  },
  ExportKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A key to ask GET /export/{key} by how far this export is',
    schema: { type: 'string', pattern: '^[\\w-]{16,64}$' },
    example: 'k3v9q0m5o1bq4n6s',
  },
}

export const errorSchema: Json = {
  type: 'object',
  description: 'Every refusal has this shape.',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer', description: 'The status of the answer' },
    error: { type: 'string', description: 'The name of the status' },
    message: { type: 'string', description: 'What is wrong, in words for the person' },
    details: {
      type: 'array',
      description: 'What is wrong with which field, where it is known',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The field, with dots: children.0.name' },
          message: { type: 'string', description: 'What is wrong with it' },
        },
      },
    },
  },
}

interface Refusal {
  name: string
  when: string
  message: string
  details?: Json[]
  retry?: true
}

const refusals: Record<string, Refusal> = {
  400: {
    name: 'Bad Request',
    when: 'Something sent is missing or wrong; details name each field',
    message: 'Belt Color is required',
    details: [{ path: 'beltColor', message: 'Belt Color is required' }],
  },
  401: { name: 'Unauthorized', when: 'There is no session, or it is over', message: 'Unauthorized' },
  403: {
    name: 'Forbidden',
    when: 'The user group lacks the permission',
    message: 'You do not have the permission Belt Color: Edit',
  },
  404: { name: 'Not Found', when: 'There is none, or it is not yours to see', message: 'Document not found' },
  409: {
    name: 'Conflict',
    when: 'The present state does not allow it; nothing was changed',
    message: 'This entry exists already',
  },
  412: {
    name: 'Precondition Failed',
    when: 'The document is not the one that If-Match names',
    message: 'The document has changed meanwhile',
  },
  413: { name: 'Payload Too Large', when: 'More than can be sent', message: 'Exceeded maximum file size 3000KB' },
  415: {
    name: 'Unsupported Media Type',
    when: 'Neither JSON nor a form',
    message: 'This kind of content cannot be read',
  },
  429: {
    name: 'Too Many Requests',
    when: 'Too many calls; try again after the seconds in Retry-After',
    message: 'Too many calls. Please try again in 42 s.',
    retry: true,
  },
  503: {
    name: 'Service Unavailable',
    when: 'The portal is busy; try again after the seconds in Retry-After',
    message: 'The database is busy, please try again',
    retry: true,
  },
}

const keyOf = ({ name }: Refusal) => name.replaceAll(' ', '')

const answer = (when: string, example: Json, retry = false): Json => ({
  description: when,
  headers: { ...headerOf('X-Request-Id'), ...(retry ? headerOf('Retry-After') : {}) },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
})

/** By status name. */
export const errorResponses: Json = Object.fromEntries(
  Object.entries(refusals).map(([status, refusal]) => {
    const { name, when, message, details, retry } = refusal
    const example = { statusCode: Number(status), error: name, message, ...(details ? { details } : {}) }
    return [keyOf(refusal), answer(when, example, retry)]
  }),
)

/** References to the error responses of a call. */
export const refusedWith = (statuses: readonly number[]): Json =>
  Object.fromEntries(
    statuses.flatMap((status) => {
      const refusal = refusals[status]
      return refusal ? [[status, { $ref: `#/components/responses/${keyOf(refusal)}` }]] : []
    }),
  )
