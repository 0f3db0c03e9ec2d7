import type { z } from 'zod'
import type { Permission } from './permission.ts'
import './plain-errors.ts'

/** Who may call; nobody by default. Any one of several permissions opens the endpoint; the module may restrict further. */
export type May = 'public' | 'session' | Permission | readonly [Permission, ...Permission[]]

/** A response that is a file and not JSON; declared in place, where the screens' build looks for it (lean-contract.ts). */
export interface FileResult {
  file: 'pdf' | 'xlsx' | 'zip' | 'json'
}

export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

/** One endpoint: the server binds it, the client calls it, OpenAPI and the permission matrix are derived from it. */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType | FileResult = z.ZodType | FileResult,
  Sends extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/api/admin`, with `:name` for parameters. */
  path: Path
  may: May
  /** The path of the document that this changes, where it is not its own: If-Match is compared with that. */
  changes?: string
  /** The permission to read the document that is answered, of an edit under another path: who lacks it is told its id alone. */
  reads?: Permission
  /** The description of the call in the API documentation; its summary there is in `docs/calls.ts`. */
  summary?: string
  /** A list that every signed-in user may read with `isDisable=false` to fill a form: the fields they get of each entry. */
  forChoosing?: z.ZodType
  /** Restricts this: who may read the list so, and with which queries; instead of everybody signed in and `isDisable=false`. */
  choosing?: { may: readonly Permission[]; when(query: Readonly<Record<string, unknown>>): boolean }
  /** Parameters that are not ids of documents; an id that is no UUID answers 404. */
  params?: z.ZodType<Record<string, string | number>>
  query?: Query
  body?: Body
  /** What a client is meant to send, where `body` reads more than that or checks it later. */
  sends?: Sends
  result: Result
  /** Also accepts multipart: fields as text, the file as `picture` (or the name given). */
  upload?: 'picture' | 'file'
  /** The message where the picture is missing: it is told with the problems of the other fields. */
  pictureRequired?: string | undefined
  /** May take as long as a file does. */
  slow?: true
  /** Also for whoever has to choose a password of their own first. */
  beforeOwnPassword?: true
  /** The answer tells of the portal and of nobody: names of sensitive fields in it are only names. */
  namesNobody?: true
  /** Also answered to whoever has to add a second factor first. */
  beforeSecondFactor?: true
  /** Asks who has a second factor for it again, when that is some minutes ago (403 with `secondFactor` among the details). */
  confirmed?: true
  /** The answer holds a secret and is not kept for a repeat under the same idempotency key. */
  toldOnce?: true
  /** Calls per minute and client address; for public calls. */
  perMinute?: number
  /** The body is passed as raw text, because its signature covers the text. */
  raw?: true
  /** Success status, 201 for a POST that creates. */
  status?: 200 | 201
  /** The specification's confirmation question before the call, and its success message. */
  confirm?: string
  done?: string
}

export function endpoint<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Result extends z.ZodType | FileResult,
  Sends extends z.ZodType,
>(declared: Endpoint<Path, Query, Body, Result, Sends>): Endpoint<Path, Query, Body, Result, Sends> {
  return declared
}

export const isFile = (result: z.ZodType | FileResult): result is FileResult => 'file' in result

/** What the handler returns and the client receives. */
export type ResultOf<R extends Endpoint> = R['result'] extends z.ZodType ? z.output<R['result']> : Blob
/** The body a client sends: before defaults and transforms. */
export type BodyIn<R extends Endpoint> = z.input<NonNullable<R['body']>>

/** The body the handler gets: parsed, with defaults and transforms. */
export type QueryOf<R extends Endpoint> = z.output<NonNullable<R['query']>>
export type BodyOf<R extends Endpoint> = z.output<NonNullable<R['body']>>

/** The endpoints of a module. */
export type Endpoints = Record<string, Endpoint>

export { apiRoot } from './api-root.ts'

/** The shape of every error response. */
export interface ErrorBody {
  statusCode: number
  error: string
  message: string
  details?: { path: string; message: string }[]
}
