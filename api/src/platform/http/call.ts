/** What came in: a request, read by the promise of its route. */
import { createHash } from 'node:crypto'
import type { Endpoint, PathParams } from '@academy/contract/platform/endpoint.ts'
import { ignoredIn, type SortKey } from '@academy/contract/platform/query.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isId } from '../data/ids.ts'
import { invalid, notFound } from './errors.ts'
import type { Upload } from './uploads.ts'
import { readMultipart } from './uploads.ts'

/** What a handler is given beside the transaction: everything parsed, nothing raw. */
export interface Call<R extends Endpoint = Endpoint> {
  params: PathParams<R['path']> & Record<string, string>
  query: z.output<NonNullable<R['query']>>
  body: z.output<NonNullable<R['body']>>
  file: Upload | undefined
  address: string
  /** Where the caller reached the portal, `https://portal.example.com`. */
  origin: string
  userAgent: string
  /** A header of the request by its name in small letters. */
  header(name: string): string | undefined
  /** The access token itself, for signing out. */
  token: string | undefined
  /** The caller may not view the list and reads it to choose from it. */
  isChoosing: boolean
  /** Fires when the caller is gone or has waited too long: what is still being made is not wanted any more. */
  signal: AbortSignal
}

const detailsOf = (error: z.ZodError) =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given)
  if (!result.success) throw invalid(detailsOf(result.error))
  return result.data
}

/** Empty filters count as not given; a repeated one joins with commas. */
export const queryOf = (given: unknown) =>
  Object.fromEntries(
    Object.entries(given ?? {})
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : value])
      .filter(([, value]) => value !== ''),
  )

/** Sorted by what is not shown, entries would tell it. */
const unordered = (given: unknown) => ({ ...queryOf(given), sort: undefined })

/** Parameters without a rule of their own are ids: one that is none cannot name a document. */
function paramsOf(route: Endpoint, given: unknown): Record<string, string> {
  const params = z.record(z.string(), z.string()).parse(given ?? {})
  if (route.params) {
    const result = route.params.safeParse(params)
    if (!result.success) throw notFound('Document')
    return { ...params, ...result.data } as Record<string, string>
  }
  for (const value of Object.values(params)) if (!isId(value)) throw notFound('Document')
  return params
}

/** A host's name or address with its port: what else a caller may write there is not repeated in links. */
const hostShape = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${hostShape.test(host) ? host : 'localhost'}`

/** Of an upload also the file and what was asked of it. */
const contentOf = ({ body, file }: { body: unknown; file: Upload | undefined }, query: unknown) =>
  file ? { body, query, file: createHash('sha256').update(file.content).digest('base64url') } : body

/**
 * Fires when the caller is gone before the answer was, and for what is read also when it took too long. The request's own
 * signal fires as soon as a body was read to its end, and tells nothing of a call that sends one.
 */
function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  if (request.method !== 'GET') return gone.signal
  // Not AbortSignal.any: what it makes lives on, with all that is meant to end with it, while anybody listens to it.
  const { signal } = request
  const late = () => gone.abort(signal.reason)
  if (signal.aborted) late()
  else signal.addEventListener('abort', late, { once: true })
  return gone.signal
}

const hasSort = (query: unknown): query is { sort: SortKey[] } =>
  typeof query === 'object' && query !== null && 'sort' in query && Array.isArray(query.sort)

/** The fields a list was asked to be sorted on and cannot be. */
const unsortedIn = (given: unknown, query: unknown): string[] =>
  hasSort(query) ? ignoredIn(String(queryOf(given).sort), query.sort) : []

/** A picture comes as a file. The address that was read may be sent back; anything else would be lost. */
function checkPicture({ upload }: Endpoint, body: unknown): void {
  if (upload !== 'picture' || typeof body !== 'object' || body === null || !('picture' in body)) return
  const { picture } = body
  const isLost = typeof picture === 'object' ? picture !== null : /^(data:|[[{])/.test(String(picture))
  if (isLost) throw invalid([{ path: 'picture', message: 'Send the picture as a file' }])
}

/** What a request asks of a route, parsed; and what a repeated request must hold again. */
export async function callIn(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Endpoint,
  token: string | undefined,
  isChoosing: boolean,
): Promise<{ call: Call; content: unknown; unsorted: string[] }> {
  const params = paramsOf(route, request.params)
  const sent = request.isMultipart()
    ? await readMultipart(request, route)
    : { body: request.body ?? undefined, file: undefined }
  checkPicture(route, sent.body)
  const call = {
    params,
    query: route.query ? parsed(route.query, isChoosing ? unordered(request.query) : queryOf(request.query)) : {},
    body: route.body ? parsed(route.body, sent.body) : undefined,
    file: sent.file,
    address: request.ip,
    origin: originOf(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    header: (name: string) => request.headers[name]?.toString(),
    token,
    isChoosing,
    signal: goneSignal(request, reply),
  } as Call
  return { call, content: contentOf(sent, call.query), unsorted: unsortedIn(request.query, call.query) }
}
