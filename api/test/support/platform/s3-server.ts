import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import aws4 from 'aws4'

const key = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' }
const region = 'eu-test-1'

/** What another implementation of Signature Version 4 makes of the request, over the headers that were signed. */
function signatureOf({ method = '', url: path = '', headers }: IncomingMessage): string | undefined {
  const names = /SignedHeaders=([^,]+)/.exec(`${headers.authorization}`)?.[1]?.split(';') ?? []
  const signed = Object.fromEntries(names.map((name) => [name, `${headers[name]}`]))
  const request = { service: 's3', region, method, path, headers: signed, host: `${headers.host}` }
  const made = aws4.sign(request, key).headers?.Authorization
  return /Signature=(\w+)/.exec(`${made}`)?.[1]
}

const xml = (name: string, content: string) => `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`

/**
 * A bucket of S3 in memory, on loopback: what is put, got, listed, sent in parts and deleted. Refuses a request that is not
 * signed by its key, or whose content is not what was signed.
 */
export async function s3Server() {
  const objects = new Map<string, Buffer>()
  const parts = new Map<string, Map<number, Buffer>>()
  const calls: string[] = []
  /** Answers 503 to requests that it fits. */
  let refuses: (call: string) => boolean = () => false
  /** Requests that wait for something before they are answered. */
  let held: { fits: (call: string) => boolean; until: Promise<unknown> } | undefined

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter') ?? ''
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted()
    const grouped = (name: string) => {
      const end = delimiter ? name.indexOf(delimiter, prefix.length) : -1
      return end < 0 ? name : name.slice(0, end + 1)
    }
    const entries = [...new Set(names.map(grouped))].filter((entry) => entry > after)
    // Few to a page, so that there is more than one.
    const page = entries.slice(0, 20)
    const more = entries.length > page.length
    return xml(
      'ListBucketResult',
      [
        `<IsTruncated>${more}</IsTruncated>`,
        more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '',
        ...page.map((entry) =>
          objects.has(entry)
            ? `<Contents><Key>${entry}</Key><Size>${objects.get(entry)?.length}</Size><ETag>"x"</ETag><LastModified>2026-11-20T00:00:00Z</LastModified></Contents>`
            : `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`,
        ),
      ].join(''),
    )
  }

  type Answer = [status: number, body?: string | Buffer]
  function answer(method: string, name: string, query: URLSearchParams, body: Buffer): Answer {
    const upload = query.get('uploadId')
    if (method === 'GET' && name === '') return [200, list(query)]
    if (method === 'POST' && query.has('uploads')) {
      parts.set(name, new Map())
      return [200, xml('InitiateMultipartUploadResult', `<UploadId>${name}</UploadId>`)]
    }
    if (method === 'PUT' && upload) {
      parts.get(upload)?.set(Number(query.get('partNumber')), body)
      return [200]
    }
    if (method === 'POST' && upload) {
      const sent = [...(parts.get(upload) ?? [])].toSorted(([one], [other]) => one - other)
      objects.set(name, Buffer.concat(sent.map(([, part]) => part)))
      return [200, xml('CompleteMultipartUploadResult', '<ETag>"x"</ETag>')]
    }
    if (method === 'PUT') {
      objects.set(name, body)
      return [200]
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return [204]
    }
    const found = objects.get(name)
    return found ? [200, found] : [404, xml('Error', '<Code>NoSuchKey</Code><Message>There is no such key</Message>')]
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const name = decodeURIComponent(pathname).replace(/^\/backups\/?/, '')
    const call = `${request.method} ${name}`
    calls.push(call)
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(xml('Error', `<Code>${code}</Code><Message>${code}</Message>`))
    const given = /Signature=(\w+)/.exec(`${request.headers.authorization}`)?.[1]
    if (!given || given !== signatureOf(request)) return void refuse(403, 'SignatureDoesNotMatch')
    const sum = createHash('sha256').update(body).digest('hex')
    if (request.headers['x-amz-content-sha256'] !== sum) return void refuse(400, 'XAmzContentSHA256Mismatch')
    if (refuses(call)) return void refuse(503, 'SlowDown')
    if (held?.fits(call)) await held.until
    const [status, content = ''] = answer(request.method ?? '', name, searchParams, body)
    const size = Buffer.byteLength(content)
    response.writeHead(status, {
      etag: '"x"',
      'content-length': `${status === 204 ? 0 : size}`,
      'last-modified': 'Fri, 20 Nov 2026 00:00:00 GMT',
    })
    response.end(request.method === 'HEAD' ? undefined : content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    calls,
    refuse: (fits: (call: string) => boolean) => {
      refuses = fits
    },
    hold: (fits: (call: string) => boolean, until: Promise<unknown>) => {
      held = { fits, until }
    },
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'backups',
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
      S3_REGION: region,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
