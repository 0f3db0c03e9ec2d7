/** The response: checked against its endpoint, compressed and sent. */
import type { Readable } from 'node:stream'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import type { Told } from '@academy/contract/platform/sensitive.ts'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

export interface FileAnswer {
  name: string
  content: Buffer | Readable
  /** The screen's name in the audit trail, where the permission's does not say it. */
  section?: string
  /** The ids of the documents in the file for the audit trail, where path and name do not tell. */
  holds?: readonly string[]
  /** How many rows it has, for the audit trail. */
  rows?: number | undefined
  /** It counts as an export though its path names a document: a single paper is downloaded. */
  isExport?: boolean | undefined
  /** The medical notes and I/C numbers in it, as soon as it is made; of a file of many how many, not whose. */
  tells?: Promise<Told> | undefined
}

export const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  // To be saved: clients take JSON where they wait for a file as a refusal.
  json: 'application/octet-stream',
} as const

/** The answer in the declared shape: unknown keys stripped; a wrong shape is our fault and a 500. */
export function checked(route: Endpoint, answer: unknown): unknown {
  return isFile(route.result) ? answer : route.result.parse(answer)
}

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, '_')

/** Characters that fit into a packet of the network: compressed they take one as well. */
const onePacket = 1400
/** The quickest: it takes no longer than writing the eight times as much that it saves. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** JSON, compressed where it is long and the client reads Brotli, as browsers do over https. */
function sendJson(reply: FastifyReply, answer: unknown) {
  const text = JSON.stringify(answer)
  reply.header('content-type', 'application/json; charset=utf-8')
  const encoding = text.length > onePacket && negotiate(reply.request.headers['accept-encoding'] ?? '', ['br'])
  return encoding
    ? reply.header('content-encoding', encoding).send(brotliCompressSync(Buffer.from(text), quickly))
    : reply.send(text)
}

interface Sent {
  route: Endpoint
  status: number
  /** For a document: the version that If-Match of a change may name. */
  etag: string | undefined
}

export async function send(reply: FastifyReply, { route, status, etag }: Sent, answer: unknown) {
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
  reply.header('cache-control', 'no-store').code(status)
  // An ETag is of these very bytes; documents that have one are short.
  return etag ? reply.header('etag', etag).send(answer) : sendJson(reply, answer)
}
