import { apiRoot, type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { listOf } from '@academy/contract/platform/query.ts'
import { maySeeSensitive, withoutSensitive } from '@academy/contract/platform/sensitive.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAlone } from '../data/tx.ts'
import { limit, limitByName } from '../runtime/limit.ts'
import type { Portal } from '../runtime/portal.ts'
import { type FileAnswer, send } from './answer.ts'
import { longestOpen } from './body.ts'
import { callBudget } from './budget.ts'
import { callIn, queryOf } from './call.ts'
import { type Caller, refuseUnconfirmed } from './caller.ts'
import { isGuarded, type VersionOf } from './document-version.ts'
import { callerNow, callerOf, checkMay, holds, tokenOf } from './entrance.ts'
import { HttpError, tooManyAtOnce, unauthorized } from './errors.ts'
import type { ApiModule } from './handler.ts'
import { type RepeatableCall, repeatable } from './idempotency.ts'
import { exportRecord } from './records/export-record.ts'
import { noteReading } from './records/reading-record.ts'
import { runHandler } from './run.ts'

function versionIn({ version }: ApiModule, { method, path }: Endpoint): VersionOf {
  if (!version) throw new Error(`${method} ${path} has no version to compare If-Match with`)
  return version
}

/**
 * The permission to read the document that an edit answers, where there is a call for it. An act on one, such as to verify a
 * payment, has a path of its own, and is answered with what came of it.
 */
function readsOf({ routes }: ApiModule, { method, path, result, reads }: Endpoint): Endpoint['may'] | undefined {
  const isDocument = (each: Endpoint) => each.method === 'GET' && each.result === result && path.startsWith(each.path)
  return reads ?? (method === 'PUT' ? Object.values(routes).find(isDocument)?.may : undefined)
}

/** Whoever may change a document and not read it is told which one it was. */
const idAlone = (answer: unknown) => ({ _id: Object(answer)._id })

/** A stepwise call of several changes holds a second connection for its idempotency key, so only a few run at once. */
const heldAtOnce = 4

/** Calls of one user that are under way at once: half a portal's connections. What else they send waits in memory. */
const atOnceOfOne = 8
const mostWaitingOfOne = 500

const leftInLine = () => new HttpError(503, 'The call was given up before its turn came')

/** Where calls wait until others of their kind have ended. */
interface Lines {
  held: ReturnType<typeof limit>
  ofUser: ReturnType<typeof limitByName>
}

/** The path of every call: check the permission, parse, run the handler, send the answer, and note what it told whom. */
function handlerOf(portal: Portal, module: ApiModule, key: string, { held, ofUser }: Lines) {
  const { conflicts } = module
  const declared = module.routes[key]
  const handler = module.handlers[key]
  if (!declared || !handler) throw new Error(`No handler for ${key}`)
  const version = isGuarded(declared, Object.values(module.routes)) ? versionIn(module, declared) : undefined
  const readOnly = declared.method === 'GET'
  const reads = readsOf(module, declared)
  const choosing = declared.forChoosing ? { ...declared, result: listOf(declared.forChoosing) } : declared

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = tokenOf(request)
    if (!request.caller) throw unauthorized()
    let { caller } = request
    try {
      const { isChoosing } = checkMay(declared, caller, request.query)
      if (declared.confirmed) refuseUnconfirmed(caller)
      const route = isChoosing ? choosing : declared
      // Otherwise the idle connection is closed while the call works.
      if (isSlow(route)) request.raw.socket.setTimeout?.(longestFile)
      const { call, content, unsorted } = await callIn(request, reply, declared, token, isChoosing)
      // Before anything is locked, because it is slow.
      if (route.upload === 'picture' && call.file) call.file.picture = await portal.pictures.redraw(call.file.content)
      if (request.hasLateBody) caller = await callerNow(portal, declared, token, request.query)
      if (unsorted.length > 0) reply.header('x-sort-ignored', unsorted.join(', '))
      const once = await onceOf(request, caller, route, call.params, content)
      let hadToWait = false
      const work = () => ({
        portal,
        caller,
        requestId: request.id,
        route,
        call,
        fromStandby: readOnly && module.fromStandby === true,
        version,
        ifMatch: request.headers['if-match'],
        once,
        held,
      })
      const run = async () => {
        if (call.signal.aborted || reply.sent) throw leftInLine()
        if (hadToWait) caller = await callerNow(portal, declared, token, request.query)
        return runHandler(handler, work())
      }
      const turn = caller.userId ? ofUser(caller.userId, run) : run()
      // It runs at once where it may.
      hadToWait = true
      const { answer, etag } = await turn
      if (isFile(route.result) && readOnly)
        await recordExport(portal, request, { route, params: call.params, answer, given: call.query })
      const whole = !reads || holds(caller, reads) ? answer : idAlone(answer)
      noteReading(portal, caller, route, whole, filtersOf(request, call.query))
      const isWhole = isFile(route.result) || route.namesNobody || caller.can(maySeeSensitive)
      const status = route.status ?? (route.method === 'POST' ? 201 : 200)
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

/** The idempotency key of a changing call by somebody who is signed in, where its answer may be kept. */
async function onceOf(
  { headers }: FastifyRequest,
  { userId }: Caller,
  route: Endpoint,
  params: Record<string, string>,
  body: unknown,
): Promise<RepeatableCall | undefined> {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || route.method === 'GET' || !userId || isFile(route.result) || route.toldOnce)
    return undefined
  return repeatable({ userId, key, route, params, body })
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

/** A file is only sent with an audit record of who exported it, and to who may still have it: it waits for its turn. */
async function recordExport(portal: Portal, request: FastifyRequest, exported: Exported) {
  const file = exported.answer as FileAnswer
  const filters = filtersOf(request, exported.given)
  try {
    const caller = await callerNow(portal, exported.route, tokenOf(request), request.query)
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
    /** It had not arrived when the caller was known. */
    hasLateBody: boolean
  }
}

/** Binds every endpoint of every module. */
export function serve(app: FastifyInstance, portal: Portal, modules: readonly ApiModule[]): void {
  const lines = { held: limit(heldAtOnce), ofUser: limitByName(atOnceOfOne, mostWaitingOfOne, tooManyAtOnce) }
  const spend = callBudget(portal.config.callsPerMinute)
  app.decorateRequest('caller', null)
  app.decorateRequest('hasLateBody', false)
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
          request.caller = await callerOf(portal, route, tokenOf(request), request.place.visitor)
          request.hasLateBody = request.raw.complete === false
          if (request.caller.userId) spend(request.caller.userId)
        },
        config: {
          ...(route.raw ? { raw: true } : {}),
          ...(route.perMinute ? { rateLimit: { max: route.perMinute, timeWindow: 60_000 } } : {}),
        },
        handler: handlerOf(portal, each, key, lines),
      })
    }
  }
}
