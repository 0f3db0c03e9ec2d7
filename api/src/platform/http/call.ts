/** Parses a request by its endpoint. */
import { createHash } from 'node:crypto'
import type { Endpoint, PathParams } from '@academy/contract/platform/endpoint.ts'
import { ignoredIn, type SortKey } from '@academy/contract/platform/query.ts'
import { isSensitive, maySeeSensitive } from '@academy/contract/platform/sensitive.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isId } from '../data/ids.ts'
import type { Place } from './caller-address.ts'
import { invalid, notFound } from './errors.ts'
import { readMultipart, type Upload } from './uploads.ts'

/** What a handler is given beside the transaction: everything parsed, nothing raw. */
export interface Call<R extends Endpoint = Endpoint> {
  params: PathParams<R['path']> & Record<string, string>
  query: z.output<NonNullable<R['query']>>
  body: z.output<NonNullable<R['body']>>
  file: Upload | undefined
  address: string
  /** Where limits count the call. */
  place: Place
  /** The origin by which the caller reached the portal, `https://portal.example.com`. */
  origin: string
  userAgent: string
  /** A request header by its lower-case name. */
  header(name: string): string | undefined
  /** Adds a header to the answer. */
  answerHeader(name: string, value: string): void
  /** The access token itself, for signing out. */
  token: string | undefined
  /** The caller may not view the list and reads it to choose from it. */
  isChoosing: boolean
  /** Fires when the caller is gone or has waited too long, so that unfinished work can stop. */
  signal: AbortSignal
}

const detailsOf = (error: z.ZodError) =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given)
  if (!result.success) throw invalid(detailsOf(result.error))
  return result.data
}

/** Empty filters count as absent; a repeated one is joined with commas. */
export const queryOf = (given: unknown) =>
  Object.fromEntries(
    Object.entries(given ?? {})
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : value])
      .filter(([, value]) => value !== ''),
  )

/** The order would reveal the values of hidden columns. */
const unordered = (given: unknown) => ({ ...queryOf(given), sort: undefined })

/** Parameters without a rule of their own are ids; anything else cannot name a document and is a 404. */
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

/** A host name or address with its port; any other Host header is not repeated in links. */
const hostShape = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

const isHost = (host: string) => hostShape.test(host) && URL.canParse(`http://${host}`)

const originOf = ({ protocol, host }: FastifyRequest) =>
  `${protocol === 'https' ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`

/** For an upload also the file and the query. */
const contentOf = ({ body, file }: { body: unknown; file: Upload | undefined }, query: unknown) =>
  file ? { body, query, file: createHash('sha256').update(file.content).digest('base64url') } : body

/**
 * Fires when the caller is gone before the answer, and for reads also after too long a wait. The request's own signal
 * fires as soon as a body was read to its end, and so cannot tell for a call that sends one.
 */
function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  if (request.method !== 'GET') return gone.signal
  // Not AbortSignal.any: its signal, and everything that listens to it, would never be collected.
  const { signal } = request
  const late = () => gone.abort(signal.reason)
  if (signal.aborted) late()
  else signal.addEventListener('abort', late, { once: true })
  return gone.signal
}

const hasSort = (query: unknown): query is { sort: SortKey[] } =>
  typeof query === 'object' && query !== null && 'sort' in query && Array.isArray(query.sort)

/** The requested sort fields that order nothing: all of them in an answer of one order, as a report is. */
const unsortedIn = (given: unknown, query: unknown): string[] =>
  ignoredIn(String(queryOf(given).sort ?? ''), hasSort(query) ? query.sort : [])

/** The query as parsed. An order by a field that the caller may not see would reveal it. */
function queryIn({ query: schema }: Endpoint, request: FastifyRequest, isChoosing: boolean): unknown {
  if (!schema) return {}
  const query = parsed(schema, isChoosing ? unordered(request.query) : queryOf(request.query))
  if (!hasSort(query) || request.caller?.can(maySeeSensitive)) return query
  return { ...query, sort: query.sort.filter(({ field }) => !isSensitive(field)) }
}

/** A picture is sent as a file. The link that was read may be sent back; any other value would be lost. */
function checkPicture({ upload }: Endpoint, body: unknown): void {
  if (upload !== 'picture' || typeof body !== 'object' || body === null || !('picture' in body)) return
  const { picture } = body
  const isLost = typeof picture === 'object' ? picture !== null : /^(data:|[[{])/.test(String(picture))
  if (isLost) throw invalid([{ path: 'picture', message: 'Send the picture as a file' }])
}

/** The body as parsed. 400 with every problem, a missing picture among them. */
function bodyIn(
  { body: schema, pictureRequired }: Endpoint,
  { body, file }: { body: unknown; file: Upload | undefined },
) {
  const missing = pictureRequired && !file ? [{ path: 'picture', message: pictureRequired }] : []
  const read = schema?.safeParse(body)
  const problems = [...(read?.error ? detailsOf(read.error) : []), ...missing]
  if (problems.length > 0) throw invalid(problems)
  return read?.data
}

/** A request parsed by its endpoint, and the content that a repeated request must match. */
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
    query: queryIn(route, request, isChoosing),
    body: bodyIn(route, sent),
    file: sent.file,
    address: request.address,
    get place() {
      return request.place
    },
    origin: originOf(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    header: (name: string) => request.headers[name]?.toString(),
    answerHeader: (name: string, value: string) => void reply.header(name, value),
    token,
    isChoosing,
    signal: goneSignal(request, reply),
  } as Call
  return { call, content: contentOf(sent, call.query), unsorted: unsortedIn(request.query, call.query) }
}
