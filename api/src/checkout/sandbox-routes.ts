import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { errorBody, HttpError } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { receiveEvent } from './events.ts'
import { providerOf, sandboxRoot } from './provider.ts'
import { transactFor } from './reconcile.ts'
import { attempt, type SandboxEvent, sandboxSend } from './sandbox.ts'
import { isSame } from './signature.ts'

const script = readFileSync(new URL('./sandbox-checkout.js', import.meta.url), 'utf8')

const choice = z.object({ key: z.string(), order_id: z.string().max(100), pays: z.boolean() })

/** The keys of `Authorization: Basic`. */
function keysIn(header = ''): [string, string] {
  const text = Buffer.from(header.replace(/^Basic /i, ''), 'base64').toString()
  const colon = text.indexOf(':')
  return [text.slice(0, colon), text.slice(colon + 1)]
}

/** The sandbox over HTTP: the provider's REST calls, its checkout script, and the buttons in it. */
export function serveSandbox(app: FastifyInstance, portal: Portal): void {
  const transact = transactFor(portal)

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: `${sandboxRoot}/v1/*`,
    handler: async (request, reply) => {
      const { keyId, keySecret } = await providerOf(portal, transact)
      const [id, secret] = keysIn(request.headers.authorization)
      if (!isSame(keyId, id) || !isSame(keySecret, secret))
        return reply
          .code(401)
          .send({ error: { code: 'BAD_REQUEST_ERROR', description: 'The api key provided is invalid' } })
      const method = request.method === 'POST' ? 'POST' : 'GET'
      const path = request.params['*'].split('/').map(encodeURIComponent).join('/')
      const answer = await sandboxSend(transact)(method, `/${path}`, Object(request.body))
      return reply.code(answer.status).send(answer.body)
    },
  })

  app.get(`${sandboxRoot}/checkout.js`, (_request, reply) =>
    reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }).send(script),
  )

  app.post(
    `${sandboxRoot}/checkout`,
    { config: { rateLimit: { max: 300, timeWindow: 60_000 } } },
    async (request, reply) => {
      const given = choice.safeParse(request.body)
      if (!given.success) throw new HttpError(400, 'key, order_id and pays are required')
      const provider = await providerOf(portal, transact)
      if (!isSame(provider.keyId, given.data.key)) return reply.code(401).send(errorBody(401, 'The key is unknown'))
      const { answer, events } = await attempt(transact, provider, given.data.order_id, given.data.pays)
      portal.background.run(() => deliver(portal, events))
      return reply.header('cache-control', 'no-store').send(answer)
    },
  )
}

/** Delivers to the portal's own webhook as the provider does: signed, and each event more than once. */
async function deliver(portal: Portal, events: readonly SandboxEvent[]) {
  for (const { id, body, signature } of [...events, ...events])
    await receiveEvent(transactFor(portal), portal, { raw: body, signature, id })
}
