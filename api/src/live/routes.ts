import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ApiModule, apiModule, HttpError, neverShed, sessionOf } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { beatMs, liveStreams } from './streams.ts'

const missedSeconds = z.object({ missed: z.coerce.number().int().min(0).default(86_400) })

/** Bytes that may wait for a reader; who is slower asks again. */
const mostUnread = 65_536

/** Sends the head of an answer that goes on. */
function begin(request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Or nginx would keep it until there is more.
    'x-accel-buffering': 'no',
  })
  // Or it would be given up after the time that an answer may take.
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200)
  request.raw.socket.setTimeout(3 * beatMs)
  return raw
}

/** The stream of what changed. Outside the contract, because its answer has no end. */
function serveEvents(app: FastifyInstance, portal: Portal): void {
  const streams = liveStreams(portal)
  app.addHook('preClose', async () => streams.close())
  app.get(
    `${apiRoot}/events`,
    { exposeHeadRoute: false, config: { ...neverShed, rateLimit: { max: 240, timeWindow: 60_000 } } },
    async (request, reply) => {
      const session = await sessionOf(portal, request)
      const given = missedSeconds.safeParse(request.query)
      if (!given.success) throw new HttpError(400, 'missed is a number of seconds')
      streams.refuseTooMany(session.caller)
      const raw = begin(request, reply)
      const outlet = {
        write(text: string) {
          if (raw.destroyed || raw.writableEnded) return
          raw.write(text)
          if (raw.writableLength > mostUnread) raw.destroy()
        },
        end: () => raw.end(),
      }
      raw.once('close', streams.open({ ...session, outlet }, given.data.missed))
    },
  )
}

export const liveModule: ApiModule = { ...apiModule({}, {}), mount: serveEvents }
