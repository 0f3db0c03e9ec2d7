import type { FastifyInstance } from 'fastify'
import { errorBody } from '../http/errors.ts'
import { filesPath } from './files-link.ts'
import type { PictureStore } from './pictures.ts'

const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png' }

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Serves stored files to holders of a signed link whose session goes on. A wrong, expired or missing one is a 404 like any
 * absent file.
 */
export function serveFiles(
  app: FastifyInstance,
  { files, links }: PictureStore,
  isSession: (id: string) => Promise<boolean>,
): void {
  app.get<{ Params: { key: string }; Querystring: Record<string, unknown> }>(
    `${filesPath}/:key`,
    async ({ params: { key }, query: { e, u, s } }, reply) => {
      const session = textOf(u)
      const left = links.secondsLeft({ key, expires: textOf(e), session, signature: textOf(s) })
      const bytes = left !== undefined && (await isSession(session)) ? await files.get(key) : undefined
      if (!bytes) return reply.code(404).header('cache-control', 'no-store').send(errorBody(404, 'File not found'))
      return reply
        .headers({
          'content-type': types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
          'x-content-type-options': 'nosniff',
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
          // a stored file never changes; a new picture has a new key
          'cache-control': `private, max-age=${left}, immutable`,
        })
        .send(bytes)
    },
  )
}
