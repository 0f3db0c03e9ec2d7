import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { pictureLimit } from '@academy/contract/platform/messages.ts'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import { serveFiles } from '../files/files-route.ts'
import { proxyTrust } from '../runtime/config/addresses.ts'
import { limit } from '../runtime/limit.ts'
import type { WriterState } from '../runtime/log-writer.ts'
import type { Portal } from '../runtime/portal.ts'
import { slowMs } from '../runtime/slow.ts'
import type { CallSpan, Tracing } from '../runtime/tracing.ts'
import { jsonBodies } from './body.ts'
import { callerAddresses } from './caller-address.ts'
import { type Conflicts, diskIsFull, errorBody, HttpError, isAway, meaningOf, ours } from './errors.ts'
import type { ApiModule } from './handler.ts'
import { userOf } from './records/call-log.ts'
import { serveScreens } from './screens.ts'
import { serve } from './serve.ts'
import { neverShed, type ShedReason, shedLoad } from './shedding.ts'

const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // The one of web/src/platform/offline/service-worker.ts.
  'trusted-types': ['academy-offline'],
}

interface Options {
  /** Folder of the built screens; none in tests of the API. */
  screens?: string
  /** State of the log, for the health check. */
  logState?: () => WriterState
  /** Told of every call that was answered: its route, status and seconds. */
  onCall?: (call: { method: string; route: string; status: number; seconds: number }) => void
  /** Told of every call that was refused because the portal could not keep up. */
  onShed?: (reason: ShedReason) => void
  tracing?: Tracing | undefined
  /** Whether the portal is about to stop. Calls are served still, each on a connection that ends with it. */
  isDraining?: () => boolean
}

/** Refusals of the server itself, before a call is handled. */
const serverWords = (status: number): string =>
  ({
    404: 'There is nothing at this address',
    408: 'It took too long until everything had arrived, please try again',
    413: 'This is more than can be sent at once',
    415: 'This kind of content cannot be read',
    503: 'The portal took too long, please try again',
  })[status] ?? 'What was sent cannot be read'

/** Of a refusal that comes before any hook, which sets the headers of all other answers. */
const bareHeaders = (isSecure: boolean) => ({
  'content-security-policy': Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';'),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** Why somebody was refused whom nothing but the portal kept; whoever is gone was refused nothing. */
const logRefusal = (err: Error, request: FastifyRequest, { raw }: FastifyReply) => {
  if (!raw.destroyed) request.log.warn({ err, ...userOf(request) }, 'refused')
}

/** Where in the portal a refusal was thrown: that tells its cause without the names which its message may hold. */
const placeOf = ({ stack = '' }: Error) => /\/api\/src\/(?!platform\/http\/errors\.ts)([^\s)]+)/.exec(stack)?.[1]

/** What the caller was refused by a rule, and told. */
const logRule = (error: Error, { statusCode, details }: HttpError, request: FastifyRequest) =>
  request.log.info(
    {
      status: statusCode,
      from: placeOf(error),
      ...('constraint' in error ? { constraint: error.constraint } : {}),
      ...(details ? { at: details.slice(0, 5).map(({ path }) => path.slice(0, 60)) } : {}),
      ...userOf(request),
    },
    'refused by a rule',
  )

/** Files come at their reader's speed, and a stream of changes never ends. */
const takesItsTime = (reply: FastifyReply) =>
  reply.hasHeader('content-disposition') || String(reply.getHeader('content-type')).startsWith('text/event-stream')

/** How long a stopping portal still answers calls that have arrived. */
const lastAnswersMs = 5_000

/** The limits of the server itself, and what it answers before a call has a route. */
const serverOptions = ({ config }: Portal, isSecure: boolean) =>
  ({
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 1_048_576,
    connectionTimeout: 20_000,
    requestTimeout: config.slowest.bodyMs,
    handlerTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Before a portal closes, calls go elsewhere (DRAIN_SECONDS); what comes all the same is served like what is under way.
    return503OnClosing: false,
    http: {
      headersTimeout: config.slowest.headersMs,
      // Node looks every half minute unless told, and whoever drips has so much longer.
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    maxRequestsPerSocket: 10_000,
    // The specification writes some of its paths with a trailing slash.
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Handles requests without a route before any route with its own error handler exists.
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      const status = isTooLong ? 404 : (error.statusCode ?? 400)
      return reply
        .code(status)
        .headers(bareHeaders(isSecure))
        .send(errorBody(status, isTooLong ? 'Document not found' : 'The address is malformed'))
    },
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
  }) satisfies FastifyHttpOptions<RawServerDefault>

/** Builds the server: limits, headers, errors, health, every module's calls and the screens. */
export async function buildApp(
  portal: Portal,
  modules: readonly ApiModule[],
  log: FastifyBaseLogger,
  options: Options,
): Promise<FastifyInstance> {
  const isBelieved = proxyTrust(portal.config.trustProxy)
  const secure = portal.config.publicUrl?.startsWith('https:') ?? false
  const app = Fastify({ ...serverOptions(portal, secure), loggerInstance: log, trustProxy: isBelieved })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Both would break a plain-http office network.
    strictTransportSecurity: secure,
    crossOriginOpenerPolicy: secure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  // Pages of other origins sign in by a token in a header, so the browser adds no credentials by itself.
  if (portal.config.allowedOrigins.length > 0)
    await app.register(cors, {
      origin: portal.config.allowedOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['etag', 'x-sort-ignored', 'retry-after', 'content-disposition', 'x-request-id'],
      maxAge: 600,
    })
  await app.register(multipart, {
    limits: { fileSize: pictureLimit.kilobytes * 1024, files: 2, fields: 60, fieldSize: 100_000, parts: 62 },
    throwFileSizeLimit: true,
  })
  jsonBodies(app)
  callerAddresses(app, portal, isBelieved)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (options.isDraining?.()) reply.header('connection', 'close')
  })
  if (options.tracing) traceCalls(app, options.tracing)
  await shedLoad(app, portal.config.shed, options.onShed)
  observeCalls(app, options)
  // Connections that browsers open ahead count as busy until their timeout, though nothing was ever asked on them.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref()
  })
  answerErrors(app, portal, options)
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ place }) => place.visitor,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000)
      return new HttpError(429, `Too many calls. Please try again in ${seconds} s.`, { retryAfter: seconds })
    },
  })
  serve(app, portal, modules)
  serveFiles(app, portal.pictures, portal.isSession)
  health(app, portal, options)
  await serveScreens(app, portal, modules, options.screens)
  return app
}

function observeCalls(app: FastifyInstance, { onCall }: Options) {
  app.addHook('onResponse', async (request, reply) => {
    const { elapsedTime: ms } = reply
    const { method, routeOptions } = request
    // Of the addresses that nobody serves there is no end.
    onCall?.({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, seconds: ms / 1000 })
    if (ms < slowMs || takesItsTime(reply)) return
    request.log.warn({ ms: Math.round(ms), call: `${method} ${routeOptions.url}`, ...userOf(request) }, 'a slow call')
  })
}

function answerErrors(app: FastifyInstance, portal: Portal, { isDraining }: Options) {
  app.setErrorHandler(async (error: FastifyError & { conflicts?: Conflicts }, request, reply) => {
    const isFull = isAway(error) && (await isDatabaseDiskFull(portal))
    const meaning = isFull ? diskIsFull() : meaningOf(error, error.conflicts ?? {})
    if (meaning) {
      if (meaning.statusCode >= 500) logRefusal(error, request, reply)
      else logRule(error, meaning, request)
      if (meaning.retryAfter) reply.header('retry-after', String(meaning.retryAfter))
      return reply
        .code(meaning.statusCode)
        .send({ ...errorBody(meaning.statusCode, meaning.message, meaning.details), ...meaning.more })
    }
    // What still comes is read, as after any refusal: a connection that closes on its sender takes the answer along.
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && !isDraining?.()) reply.removeHeader('connection')
    // Of the server itself: a path that leads out of the folder of the screens, where nothing is.
    const status = error.statusCode === 403 ? 404 : (error.statusCode ?? 500)
    if (status === 503) reply.header('retry-after', '2')
    if (status === 503) logRefusal(error, request, reply)
    if (status < 500 || status === 503) return reply.code(status).send(errorBody(status, serverWords(status)))
    request.log.error({ err: error }, 'a fault of ours')
    return reply.code(500).send(errorBody(500, ours))
  })
}

/** A span for each call; the stream of changes and what asks for health have none. */
function traceCalls(app: FastifyInstance, tracing: Tracing) {
  const spans = new WeakMap<FastifyRequest, CallSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, routeOptions } = request
    if (!routeOptions.url || routeOptions.config.pressureHandler) return done()
    const span = tracing.begin({ method, route: routeOptions.url, id })
    spans.set(request, span)
    span.within(done)
  })
  // Reading the body leaves the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => spans.get(request)?.end(statusCode))
}

/** The size of a file of the database's log: without room for one it stops. */
const logFile = 16 * 2 ** 20

/** Whether that is why the embedded database is away: it says so in its own log alone. */
async function isDatabaseDiskFull({ config }: Portal): Promise<boolean> {
  if (config.databaseUrl !== undefined) return false
  const room = await statfs(config.dataDir).catch(() => undefined)
  return room !== undefined && room.bavail * room.bsize < logFile
}

/** Reports a log that cannot be written and a disk without room for a picture; calls are answered all the same. */
function health(app: FastifyInstance, portal: Portal, { logState, isDraining }: Options) {
  // Anybody may ask.
  const pings = limit(2)
  const healthOf = (status: string) => ({ status, ...(logState ? { log: logState() } : {}) })
  const ready = async () => {
    await pings(() => portal.database.ping())
    await portal.pictures.check()
    return { ...healthOf('ready'), files: { hasRoom: await portal.pictures.hasRoom() } }
  }
  for (const root of ['', apiRoot]) {
    app.get(`${root}/health/live`, { logLevel: 'warn', config: neverShed }, async () => healthOf('live'))
    app.get(`${root}/health/ready`, { logLevel: 'warn', config: neverShed }, async (_request, reply) => {
      if (isDraining?.()) return reply.code(503).send(errorBody(503, 'The portal is about to stop'))
      try {
        return await ready()
      } catch (error) {
        portal.log.warn({ error }, 'the portal is not ready')
        const why = (await isDatabaseDiskFull(portal)) ? ': the disk of its database is full' : ''
        return reply
          .code(503)
          .header('retry-after', '2')
          .send(errorBody(503, `The portal is not ready${why}`))
      }
    })
  }
}
