/** A bucket of S3-compatible storage with back-ups in it. The library is loaded where it is used. */
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3CommonPrefix, S3Object } from '@bradenmacdonald/s3-lite-client'
import type { BucketAddress } from '../platform/runtime/index.ts'

/** Bytes of a piece of a large file; four at a time are held in memory. */
const partSize = 8 * 1024 * 1024

export interface StoredFile {
  key: string
  bytes: number
}

export interface Bucket {
  /** The folders right below the top whose name begins so. */
  folders(begin: string): Promise<string[]>
  files(folder: string): Promise<StoredFile[]>
  /** A file is there as a whole or not at all. */
  put(key: string, file: string, bytes: number): Promise<void>
  get(key: string, file: string): Promise<void>
  remove(key: string): Promise<void>
}

/** Says which storage it was that refused or did not answer. */
const naming = (address: BucketAddress) => (error: unknown) => {
  const { message = '', cause } = error as Error
  const why = cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
  throw new Error(`${address.bucket} at ${address.endpoint}: ${why}`, { cause: error })
}

async function all<Entry, T>(entries: AsyncIterable<Entry>, take: (entry: Entry) => T | undefined): Promise<T[]> {
  const found: T[] = []
  for await (const entry of entries) {
    const taken = take(entry)
    if (taken !== undefined) found.push(taken)
  }
  return found
}

const folderOf = (entry: S3CommonPrefix | S3Object) =>
  entry.type === 'CommonPrefix' ? entry.prefix.slice(0, -1) : undefined
const fileOf = ({ key, size }: S3Object): StoredFile => ({ key, bytes: size })

export async function openBucket(address: BucketAddress): Promise<Bucket> {
  const { S3Client } = await import('@bradenmacdonald/s3-lite-client')
  const client = new S3Client({
    endPoint: address.endpoint,
    bucket: address.bucket,
    region: address.region,
    accessKey: address.accessKeyId,
    secretKey: address.secretAccessKey,
  })
  const named = <T>(work: Promise<T>) => work.catch(naming(address))
  return {
    folders: (begin) => named(all(client.listObjectsGrouped({ prefix: begin, delimiter: '/' }), folderOf)),
    files: (folder) => named(all(client.listObjects({ prefix: `${folder}/` }), fileOf)),
    put: (key, file, bytes) =>
      named(
        client
          .putObject(key, Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>, {
            size: bytes,
            partSize,
          })
          .then(() => undefined),
      ),
    get: (key, file) =>
      named(
        client.getObject(key).then(async ({ body }) => {
          if (!body) throw new Error(`${key} has no content`)
          await pipeline(body, createWriteStream(file, { mode: 0o600, flush: true }))
        }),
      ),
    remove: (key) => named(client.deleteObject(key)),
  }
}
