/** The response: checked against its endpoint and sent. */
import type { Readable } from 'node:stream'
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import type { Told } from '@academy/contract/platform/sensitive.ts'
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

const contentTypes = {
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
  reply.header('cache-control', 'no-store')
  if (etag) reply.header('etag', etag)
  return reply.code(status).send(answer)
}
