import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Permission } from '@academy/contract/kit/permission.ts'
import type { PathParams, Route, Routes } from '@academy/contract/kit/route.ts'
import { apiRoot, isFile } from '@academy/contract/kit/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Caller } from './caller.ts'
import { systemCaller } from './caller.ts'
import { lockDocuments, locksOf } from './document-lock.ts'
import type { Conflicts } from './errors.ts'
import { forbidden, HttpError, invalid, notFound, unauthorized } from './errors.ts'
import { exportRecord } from './export-record.ts'
import { answerOnce } from './idempotency.ts'
import { isId } from './ids.ts'
import { limit } from './limit.ts'
import type { Portal } from './portal.ts'
import type { Tx } from './tx.ts'
import { inTransaction, recordAlone } from './tx.ts'
import type { Upload } from './uploads.ts'
import { readMultipart } from './uploads.ts'

/** What a handler is given beside the transaction: everything parsed, nothing raw. */
export interface Call<R extends Route = Route> {
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
  /** Fires when the caller is gone or has waited too long: what is still being made is not wanted any more. */
  signal: AbortSignal
}

export interface FileAnswer {
  name: string
  content: Buffer | Readable
  /** The screen's name for the trail, where the permission's does not say it. */
  section?: string
  /** For the trail: the documents in it, where the address and the name do not tell. */
  holds?: readonly string[]
}

type AnswerOf<R extends Route> = R['result'] extends z.ZodType ? z.input<R['result']> : FileAnswer
type Handler<R extends Route> = (tx: Tx, call: Call<R>) => Promise<AnswerOf<R>>
/** Runs work in a transaction of its own. */
export type Begin = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
interface Stepwise<R extends Route> {
  steps: (begin: Begin, call: Call<R>, portal: Portal) => Promise<AnswerOf<R>>
}

/** For a call that is several transactions (a bulk action, each item its own) or does slow work outside of one. */
export const stepwise = <R extends Route>(steps: Stepwise<R>['steps']): Stepwise<R> => ({ steps })

export type Handlers<R extends Routes> = { [K in keyof R]: Handler<R[K]> | Stepwise<R[K]> }

/** A room as main mounts it: its promises, and the functions that keep them. */
export interface Room {
  routes: Routes
  handlers: Record<string, Handler<Route> | Stepwise<Route>>
  conflicts: Conflicts
  /** Serves what is not a promise of the contract: what a browser or somebody else's server asks for in a form of its own. */
  mount?: (app: FastifyInstance, portal: Portal) => void
  /** Pages of the screens with a content security policy of their own, by their path. */
  pagePolicies?: (portal: Portal) => Record<string, string>
}

/** Ties handlers to routes; a promise without its function does not compile. */
export const room = <const R extends Routes>(routes: R, handlers: Handlers<R>, conflicts: Conflicts = {}): Room => ({
  routes,
  handlers: handlers as unknown as Room['handlers'],
  conflicts,
})

const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const detailsOf = (error: z.ZodError) =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given)
  if (!result.success) throw invalid(detailsOf(result.error))
  return result.data
}

/** Empty filters count as not given; a repeated one joins with commas. */
const queryOf = (given: unknown) =>
  Object.fromEntries(
    Object.entries(given ?? {})
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : value])
      .filter(([, value]) => value !== ''),
  )

/** Parameters without a rule of their own are ids: one that is none cannot name a document. */
function paramsOf(route: Route, given: unknown): Record<string, string> {
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

const tokenOf = (request: FastifyRequest) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

async function callerOf(portal: Portal, route: Route, token: string | undefined): Promise<Caller> {
  if (route.may === 'public') return { ...systemCaller('public'), can: () => false }
  const caller = token ? await portal.authenticate(token) : null
  if (!caller) throw unauthorized()
  return caller
}

function checkMay(route: Route, caller: Caller) {
  if (route.may === 'public' || route.may === 'session') return
  const wanted: readonly Permission[] = typeof route.may === 'string' ? [route.may] : route.may
  if (!wanted.some((permission) => caller.can(permission))) throw forbidden(wanted.join(' or '))
}

export const etagOf = (answer: unknown) =>
  `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`

/** What an If-Match names; it may be several. */
const tagsIn = (ifMatch: string) => ifMatch.split(',').map((tag) => tag.trim())

/** What a repeated request must hold again: of an upload also the file and what was asked of it. */
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
  return request.method === 'GET' ? AbortSignal.any([request.signal, gone.signal]) : gone.signal
}

/** A repeatable call that is several transactions holds a connection beside the one it works on: few of those at once. */
const heldAtOnce = 4

/** The one function every call passes: parse, permission, begin, run, check the answer, commit. */
function handlerOf(portal: Portal, room: Room, key: string, held: ReturnType<typeof limit>) {
  const { conflicts } = room
  const route = room.routes[key]
  const handler = room.handlers[key]
  if (!route || !handler) throw new Error(`No handler for ${key}`)
  // A PUT or DELETE with If-Match compares with what the GET of the same path answers.
  const twinKey = Object.keys(room.routes).find((other) => {
    const candidate = room.routes[other]
    return candidate?.method === 'GET' && candidate.path === route.path
  })
  const twin = (route.method === 'PUT' || route.method === 'DELETE') && twinKey ? room.routes[twinKey] : undefined
  const reader = twinKey ? room.handlers[twinKey] : undefined
  const readOnly = route.method === 'GET'

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = tokenOf(request)
    const caller = await callerOf(portal, route, token)
    const options = { readOnly, requestId: request.id }
    try {
      checkMay(route, caller)
      // Else the connection is taken for dead while nothing is said on it.
      if (isSlow(route)) request.raw.socket.setTimeout?.(longestFile)
      const params = paramsOf(route, request.params)
      const sent = request.isMultipart()
        ? await readMultipart(request, route)
        : { body: request.body ?? undefined, file: undefined }
      const call = {
        params,
        query: route.query ? parsed(route.query, queryOf(request.query)) : {},
        body: route.body ? parsed(route.body, sent.body) : undefined,
        file: sent.file,
        address: request.ip,
        origin: originOf(request),
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        header: (name: string) => request.headers[name]?.toString(),
        token,
        signal: goneSignal(request, reply),
      } as Call
      const ifMatch = request.headers['if-match']
      const key = request.headers['idempotency-key']
      const once =
        typeof key === 'string' && !readOnly && caller.userId && !isFile(route.result)
          ? { userId: caller.userId, key, route, params, body: contentOf(sent, call.query) }
          : undefined
      const around = once
        ? (db: Kysely<unknown>, run: () => Promise<unknown>) => answerOnce(db, portal, once, run)
        : undefined
      const compare = async (tx: Tx) => {
        if (ifMatch === undefined || ifMatch === '*' || !reader || 'steps' in reader || !twin) return
        const present = checked(twin, await reader(tx, { ...call, query: {}, body: undefined }))
        if (!tagsIn(ifMatch).includes(etagOf(present))) throw new HttpError(412, 'The document has changed meanwhile')
      }
      const locks = readOnly ? [] : locksOf(route.path, params)
      const precondition = async (tx: Tx) => {
        await lockDocuments(tx, locks)
        await compare(tx)
      }
      // Again when the rows are locked: a call under another path may have changed them since.
      const guarded = ifMatch === undefined ? options : { ...options, beforeChange: compare }
      const begin: Begin = (work) =>
        inTransaction(portal, caller, guarded, async (tx) => {
          await precondition(tx)
          return work(tx)
        })
      const steps = async () => {
        if (!('steps' in handler)) throw new Error('not stepwise')
        return checked(route, await handler.steps(begin, call, portal))
      }
      const run = async (tx: Tx) => {
        if ('steps' in handler) return steps()
        await precondition(tx)
        return checked(route, await handler(tx, call))
      }
      const turn = 'steps' in handler ? held : <T>(work: () => Promise<T>) => work()
      const answer =
        'steps' in handler && !around
          ? await steps()
          : await turn(() => inTransaction(portal, caller, { ...guarded, around }, run))
      const status = route.status ?? (route.method === 'POST' ? 201 : 200)
      if (isFile(route.result) && readOnly)
        await recordExport(portal, caller, request, { route, params, answer, given: call.query })
      // A kept answer has lost the order of its fields.
      return await send(reply, route, status, once ? checked(route, answer) : answer)
    } catch (error) {
      if (error instanceof HttpError && error.audit)
        await recordAlone(portal, caller, error.audit, request.id).catch((failure) =>
          portal.log.error({ failure }, 'audit'),
        )
      throw Object.assign(error instanceof Error ? error : new Error(String(error)), { conflicts })
    }
  }
}

interface Exported {
  route: Route
  params: Record<string, string>
  answer: unknown
  /** The filters as they were understood. */
  given: unknown
}

/** A file leaves the portal only with a record of who took it. */
async function recordExport(portal: Portal, caller: Caller, request: FastifyRequest, exported: Exported) {
  const file = exported.answer as FileAnswer
  const known = new Set(Object.keys(Object(exported.given)))
  const filters = Object.fromEntries(Object.entries(queryOf(request.query)).filter(([name]) => known.has(name)))
  try {
    await recordAlone(portal, caller, exportRecord(exported.route, file, exported.params, filters), request.id)
  } catch (error) {
    if (!Buffer.isBuffer(file.content)) file.content.destroy()
    throw error
  }
}

/** The answer as promised: unknown keys stripped, a wrong shape is our fault and a 500. */
function checked(route: Route, answer: unknown): unknown {
  return isFile(route.result) ? answer : route.result.parse(answer)
}

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, '_')

async function send(reply: FastifyReply, route: Route, status: number, answer: unknown) {
  if (isFile(route.result)) {
    const file = answer as FileAnswer
    reply.header('content-type', contentTypes[route.result.file])
    reply.header(
      'content-disposition',
      `attachment; filename="${asciiName(file.name)}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    reply.header('cache-control', 'no-store')
    return reply.send(file.content)
  }
  reply.header('cache-control', 'no-store')
  if (route.method === 'GET' && route.path.includes('/:')) reply.header('etag', etagOf(answer))
  return reply.code(status).send(answer)
}

/** A file is sent as fast as its reader takes it, and a table read as fast as it can be. */
const longestFile = 180_000
/** What is signed as a whole is short. */
const longestRaw = 262_144
const isSlow = (route: Route) => isFile(route.result) || route.upload === 'file'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is not parsed. */
    raw?: boolean
  }
}

/** Binds every promise of every room. */
export function serve(app: FastifyInstance, portal: Portal, rooms: readonly Room[]): void {
  const held = limit(heldAtOnce)
  for (const each of rooms) {
    each.mount?.(app, portal)
    for (const [key, route] of Object.entries(each.routes)) {
      if (!route.may) throw new Error(`${route.method} ${route.path} does not say who may call it`)
      app.route({
        method: route.method,
        url: apiRoot + route.path,
        ...(isSlow(route) ? { handlerTimeout: longestFile } : {}),
        ...(route.raw ? { bodyLimit: longestRaw } : {}),
        config: {
          ...(route.raw ? { raw: true } : {}),
          ...(route.perMinute ? { rateLimit: { max: route.perMinute, timeWindow: 60_000 } } : {}),
        },
        handler: handlerOf(portal, each, key, held),
      })
    }
  }
}
