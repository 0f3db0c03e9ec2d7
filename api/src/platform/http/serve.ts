import type { Endpoint, Endpoints } from '@academy/contract/platform/endpoint.ts'
import { apiRoot, isFile } from '@academy/contract/platform/endpoint.ts'
import { listOf } from '@academy/contract/platform/query.ts'
import { maySeeSensitive, withoutSensitive } from '@academy/contract/platform/sensitive.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../data/tx.ts'
import { inTransaction, recordAlone } from '../data/tx.ts'
import { limit } from '../runtime/limit.ts'
import type { Portal } from '../runtime/portal.ts'
import { checked, type FileAnswer, send } from './answer.ts'
import { longestOpen } from './body.ts'
import { callBudget } from './budget.ts'
import { type Call, callIn, queryOf } from './call.ts'
import type { Caller } from './caller.ts'
import { refuseUnconfirmed } from './caller.ts'
import { lockDocuments, locksOf } from './document-lock.ts'
import { etagOf, guardOf, isGuarded, type VersionOf } from './document-version.ts'
import { callerOf, checkMay, holds, tokenOf } from './entrance.ts'
import type { Conflicts } from './errors.ts'
import { HttpError, unauthorized } from './errors.ts'
import { exportRecord } from './export-record.ts'
import { keptAnswer, type RepeatableCall, repeatable } from './idempotency.ts'
import { noteReading } from './reading-record.ts'

export type { Call, FileAnswer }

type AnswerOf<R extends Endpoint> = R['result'] extends z.ZodType ? z.input<R['result']> : FileAnswer
type Handler<R extends Endpoint> = (tx: Tx, call: Call<R>) => Promise<AnswerOf<R>>
/** Runs work in a transaction of its own; as a snapshot it sees one instant throughout, and writes nothing. */
export type Transact = <Result>(
  work: (tx: Tx) => Promise<Result>,
  how?: { readonly isSnapshot: boolean },
) => Promise<Result>
interface Stepwise<R extends Endpoint> {
  steps: (transact: Transact, call: Call<R>, portal: Portal, by: Caller) => Promise<AnswerOf<R>>
  /** One transaction that is no snapshot makes all that changes, and the answer. */
  isOneChange?: true
}

/** A handler of several transactions (a bulk action, each item its own) or with slow work outside of one. */
export const stepwise = <R extends Endpoint>(steps: Stepwise<R>['steps']): Stepwise<R> => ({ steps })

/**
 * A handler with slow work before its one change, a transaction that gives the answer; before it come snapshots alone. With an
 * idempotency key the answer is kept in that transaction.
 */
export const preparing = <R extends Endpoint>(steps: Stepwise<R>['steps']): Stepwise<R> => ({
  steps,
  isOneChange: true,
})

export type Handlers<R extends Endpoints> = { [K in keyof R]: Handler<R[K]> | Stepwise<R[K]> }

/** A module as main mounts it: its endpoints and their handlers. */
export interface ApiModule {
  routes: Endpoints
  handlers: Record<string, Handler<Endpoint> | Stepwise<Endpoint>>
  conflicts: Conflicts
  /** The version of the document that this module reads and changes under one path. */
  version?: VersionOf | undefined
  /** Whether its reading calls may be answered from a standby, which they then say. */
  fromStandby?: boolean
  /** Adds routes outside the contract, which a browser or an external server calls in a format of its own. */
  mount?: (app: FastifyInstance, portal: Portal) => void
  /** Pages of the screens with a content security policy of their own, by path. */
  pagePolicies?: (portal: Portal) => Record<string, string>
  /** A sheet of styles for the screens, laid over their own: its address now. */
  pageSheet?: (portal: Portal) => Promise<string | undefined>
}

/** Binds handlers to endpoints; an endpoint without a handler does not compile. */
export const apiModule = <const R extends Endpoints>(
  routes: R,
  handlers: Handlers<R>,
  conflicts: Conflicts = {},
  version?: VersionOf,
): ApiModule => ({ routes, handlers: handlers as unknown as ApiModule['handlers'], conflicts, version })

function versionIn({ version }: ApiModule, { method, path }: Endpoint): VersionOf {
  if (!version) throw new Error(`${method} ${path} has no version to compare If-Match with`)
  return version
}

/**
 * The permission to read the document that an edit answers, where there is a call for it. An act on one, such as to verify a
 * payment, has a path of its own, and is answered with what came of it.
 */
function readsOf({ routes }: ApiModule, { method, path, result }: Endpoint): Endpoint['may'] | undefined {
  const isDocument = (each: Endpoint) => each.method === 'GET' && each.result === result && path.startsWith(each.path)
  return method === 'PUT' ? Object.values(routes).find(isDocument)?.may : undefined
}

/** Whoever may change a document and not read it is told which one it was. */
const idAlone = (answer: unknown) => ({ _id: Object(answer)._id })

/** A stepwise call of several changes holds a second connection for its idempotency key, so only a few run at once. */
const heldAtOnce = 4
/** That connection says nothing until the call has ended, which may take longer than others may idle. */
const waitsLong = (tx: Tx) => tx.query(sql`select set_config('idle_in_transaction_session_timeout', '5min', true)`)

/** The path of every call: parse, check the permission, begin, run the handler, check the answer, commit. */
function handlerOf(portal: Portal, module: ApiModule, key: string, held: ReturnType<typeof limit>) {
  const { conflicts } = module
  const route = module.routes[key]
  const handler = module.handlers[key]
  if (!route || !handler) throw new Error(`No handler for ${key}`)
  const version = isGuarded(route, Object.values(module.routes)) ? versionIn(module, route) : undefined
  const readOnly = route.method === 'GET'
  const reads = readsOf(module, route)
  const choosing = route.forChoosing ? { ...route, result: listOf(route.forChoosing) } : route

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = tokenOf(request)
    const { caller } = request
    if (!caller) throw unauthorized()
    const options = { readOnly, requestId: request.id, fromStandby: readOnly && module.fromStandby === true }
    try {
      const { isChoosing } = checkMay(route, caller, request.query)
      if (route.confirmed) refuseUnconfirmed(caller)
      const declared = isChoosing ? choosing : route
      // Otherwise the idle connection is closed while the call works.
      if (isSlow(route)) request.raw.socket.setTimeout?.(longestFile)
      const { call, content, unsorted } = await callIn(request, reply, route, token, isChoosing)
      // Before anything is locked, because it is slow.
      if (route.upload === 'picture' && call.file) call.file.picture = await portal.pictures.redraw(call.file.content)
      if (unsorted.length > 0) reply.header('x-sort-ignored', unsorted.join(', '))
      const { params } = call
      const ifMatch = request.headers['if-match']
      const key = request.headers['idempotency-key']
      const once =
        typeof key === 'string' && !readOnly && caller.userId && !isFile(route.result) && !route.toldOnce
          ? await repeatable({ userId: caller.userId, key, route, params, body: content })
          : undefined
      let etag: string | undefined
      const locks = readOnly ? [] : locksOf(route.path, params)
      const guard = guardOf(readOnly ? undefined : version, params, ifMatch)
      const isOneChange = 'steps' in handler && handler.isOneChange === true
      const guarded = { ...options, beforeChange: guard.compare }
      const changing = isOneChange ? { ...guarded, once } : guarded
      const reading = <Result>(work: (tx: Tx) => Promise<Result>) =>
        inTransaction(portal, caller, { ...options, readOnly: true }, work)
      const transact: Transact = <Result>(work: (tx: Tx) => Promise<Result>, { isSnapshot } = { isSnapshot: false }) =>
        isSnapshot
          ? reading(work)
          : inTransaction(portal, caller, changing, async (tx) => {
              await lockDocuments(tx, locks)
              const made = await guard.around(tx, () => work(tx))
              return isOneChange ? (checked(route, made) as Result) : made
            })
      const steps = async () => {
        if (!('steps' in handler)) throw new Error('not stepwise')
        return checked(route, await handler.steps(transact, call, portal, caller))
      }
      const stepsOnce = async (call: RepeatableCall) => {
        const kept = () => reading((tx) => keptAnswer(tx, portal, call))
        const first = await kept()
        if (first) return first.answer
        return steps().catch(async (error: unknown) => {
          // What the first call did may be what refuses the second, and an answer may be kept that was not heard.
          const done = await kept().catch(() => undefined)
          if (done) return done.answer
          throw error
        })
      }
      /** The key is kept in a transaction around those of the steps. */
      const stepsHeld = () =>
        held(() =>
          inTransaction(portal, caller, { ...guarded, once }, async (tx) => {
            await waitsLong(tx)
            return steps()
          }),
        )
      const stepsAnswered = () => {
        if (!once) return steps()
        return isOneChange ? stepsOnce(once) : stepsHeld()
      }
      const run = async (tx: Tx) => {
        if ('steps' in handler) throw new Error('stepwise')
        await lockDocuments(tx, locks)
        const answer = checked(declared, await guard.around(tx, () => handler(tx, call)))
        if (readOnly && version) etag = etagOf(await version(tx, params))
        return answer
      }
      const answer = await ('steps' in handler
        ? stepsAnswered()
        : inTransaction(portal, caller, { ...guarded, once }, run))
      const status = route.status ?? (route.method === 'POST' ? 201 : 200)
      if (isFile(route.result) && readOnly)
        await recordExport(portal, caller, request, { route, params, answer, given: call.query })
      // jsonb loses key order; re-parsing restores it.
      const made = once ? checked(route, answer) : answer
      const whole = !reads || holds(caller, reads) ? made : idAlone(made)
      noteReading(portal, caller, route, whole, filtersOf(request, call.query))
      const isWhole = isFile(route.result) || route.namesNobody || caller.can(maySeeSensitive)
      return await send(reply, { route, status, etag }, isWhole ? whole : withoutSensitive(whole))
    } catch (error) {
      if (error instanceof HttpError && error.audit)
        await recordAlone(portal, caller, error.audit, request.id).catch((failure) =>
          portal.log.error({ failure }, 'audit'),
        )
      throw Object.assign(error instanceof Error ? error : new Error(String(error)), { conflicts })
    }
  }
}

/** The filters of a call as they were sent, those that its endpoint knows. */
function filtersOf(request: FastifyRequest, given: unknown): Record<string, unknown> {
  const known = new Set(Object.keys(Object(given)))
  return Object.fromEntries(Object.entries(queryOf(request.query)).filter(([name]) => known.has(name)))
}

interface Exported {
  route: Endpoint
  params: Record<string, string>
  answer: unknown
  /** The filters as parsed. */
  given: unknown
}

/** A file is only sent with an audit record of who exported it. */
async function recordExport(portal: Portal, caller: Caller, request: FastifyRequest, exported: Exported) {
  const file = exported.answer as FileAnswer
  const filters = filtersOf(request, exported.given)
  try {
    await recordAlone(portal, caller, exportRecord(exported.route, file, exported.params, filters), request.id)
  } catch (error) {
    if (!Buffer.isBuffer(file.content)) file.content.destroy()
    throw error
  }
}

/** Milliseconds for a download at its reader's speed, or for reading an uploaded table. */
const longestFile = 180_000
/** The same for looking at a picture, once it is there. */
const longestPicture = 30_000
/** Bytes; bodies that are signed as a whole are short. */
const longestRaw = 262_144
const bodyLimitOf = ({ raw, may }: Endpoint) =>
  raw ? { bodyLimit: longestRaw } : may === 'public' ? { bodyLimit: longestOpen } : {}
const isSlow = (route: Endpoint) => isFile(route.result) || route.upload === 'file' || route.slow === true

/** Milliseconds until a call is given up, where that is not as for all: a picture or a file has BODY_TIMEOUT to arrive, and its work comes then. */
const longestOf = (route: Endpoint, bodyMs: number) => {
  if (route.upload) return { handlerTimeout: bodyMs + (isSlow(route) ? longestFile : longestPicture) }
  return isSlow(route) ? { handlerTimeout: longestFile } : {}
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is not parsed. */
    raw?: boolean
  }
  interface FastifyRequest {
    /** Known before the body is read. */
    caller: Caller | null
  }
}

/** Binds every endpoint of every module. */
export function serve(app: FastifyInstance, portal: Portal, modules: readonly ApiModule[]): void {
  const held = limit(heldAtOnce)
  const spend = callBudget(portal.config.callsPerMinute)
  app.decorateRequest('caller', null)
  for (const each of modules) {
    each.mount?.(app, portal)
    for (const [key, route] of Object.entries(each.routes)) {
      if (!route.may) throw new Error(`${route.method} ${route.path} does not say who may call it`)
      app.route({
        method: route.method,
        url: apiRoot + route.path,
        ...longestOf(route, portal.config.slowest.bodyMs),
        ...bodyLimitOf(route),
        onRequest: async (request) => {
          request.caller = await callerOf(portal, route, tokenOf(request))
          if (request.caller.userId) spend(request.caller.userId)
        },
        config: {
          ...(route.raw ? { raw: true } : {}),
          ...(route.perMinute ? { rateLimit: { max: route.perMinute, timeWindow: 60_000 } } : {}),
        },
        handler: handlerOf(portal, each, key, held),
      })
    }
  }
}
