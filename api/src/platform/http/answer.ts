/** What goes out: an answer, held against the promise of its route and sent. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import type { FastifyReply } from 'fastify'
import { unsigned } from '../files/files-link.ts'

export interface FileAnswer {
  name: string
  content: Buffer | Readable
  /** The screen's name for the trail, where the permission's does not say it. */
  section?: string
  /** For the trail: the documents in it, where the address and the name do not tell. */
  holds?: readonly string[]
}

const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** What a document is known by; a link to its picture that was only signed anew changes nothing. */
export const etagOf = (answer: unknown) =>
  `"${createHash('sha256')
    .update(unsigned(JSON.stringify(answer)))
    .digest('base64url')
    .slice(0, 22)}"`

/** The answer as promised: unknown keys stripped, a wrong shape is our fault and a 500. */
export function checked(route: Endpoint, answer: unknown): unknown {
  return isFile(route.result) ? answer : route.result.parse(answer)
}

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, '_')

export async function send(reply: FastifyReply, route: Endpoint, status: number, answer: unknown) {
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
