import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/** Bytes of a call that anybody may make. */
export const longestOpen = 16_384
const deepest = 64

/** Whether JSON text nests deeper than any call needs. Looks at each character once, before anything is parsed. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      // To the end of a string; a quote after a backslash is part of it.
      for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}

export const tooDeep = () => new HttpError(400, 'This is nested too deeply to be read')

/** JSON bodies, which a raw route gets as text; compressed ones are refused before they are read. */
export function jsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') done()
    else done(new HttpError(415, 'Compressed content cannot be read'))
  })
  // Many clients send a content type on every call, even without a body.
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // What is no UTF-8 would be stored as replacement characters: a name would be lost without a word.
    if (!isUtf8(bytes)) return done(new HttpError(400, 'The body is not UTF-8'))
    const body = bytes.toString()
    if (request.routeOptions.config.raw) return done(null, body)
    if (body === '') return done(null, undefined)
    return isTooDeep(body) ? done(tooDeep()) : parseJson(request, body, done)
  })
}
