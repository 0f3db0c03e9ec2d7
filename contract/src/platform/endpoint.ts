import type { z } from 'zod'
import type { Permission } from './permission.ts'
import './plain-errors.ts'

/** Who may call: nobody is let in by default. Of several permissions any one opens the route; the module narrows further. */
export type May = 'public' | 'session' | Permission | readonly [Permission, ...Permission[]]

/** An answer that is a file and not JSON. */
export interface FileResult {
  file: 'pdf' | 'xlsx'
}

export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

/** One promise, told once: the server binds it, the client calls it, OpenAPI and the permission matrix are read from it. */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType | FileResult = z.ZodType | FileResult,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/api/admin`, with `:name` for parameters. */
  path: Path
  may: May
  summary?: string
  /** A list that whoever is signed in may read with `isDisable=false`, to fill a form: what of each entry they are answered. */
  forChoosing?: z.ZodType
  /** Of such a list: who may read it so, and which queries are meant; instead of everybody signed in and `isDisable=false`. */
  choosing?: { may: readonly Permission[]; when(query: Readonly<Record<string, unknown>>): boolean }
  /** Parameters that are not ids of documents; an id that is no UUID answers 404. */
  params?: z.ZodType<Record<string, string | number>>
  query?: Query
  body?: Body
  result: Result
  /** Also accepts multipart: fields as text, the file as `picture` (or the name given). */
  upload?: 'picture' | 'file'
  /** May take as long as a file does. */
  slow?: true
  /** Calls a minute that one address may make; for what anybody may call. */
  perMinute?: number
  /** The body is handed over as the text that was sent, for what is signed as a whole. */
  raw?: true
  /** Success status, 201 for a POST that creates. */
  status?: 200 | 201
  /** The specification's question before the call, and its success notice. */
  confirm?: string
  done?: string
}

export function endpoint<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Result extends z.ZodType | FileResult,
>(promise: Endpoint<Path, Query, Body, Result>): Endpoint<Path, Query, Body, Result> {
  return promise
}

export const isFile = (result: z.ZodType | FileResult): result is FileResult => 'file' in result

/** What the room's function answers and the client receives. */
export type ResultOf<R extends Endpoint> = R['result'] extends z.ZodType ? z.output<R['result']> : Blob
/** What a client sends as body: before defaults and transforms. */
export type BodyIn<R extends Endpoint> = z.input<NonNullable<R['body']>>

/** What the room's function is given: parsed, with defaults and transforms. */
export type QueryOf<R extends Endpoint> = z.output<NonNullable<R['query']>>
export type BodyOf<R extends Endpoint> = z.output<NonNullable<R['body']>>

/** A group of routes, the unit a room serves. */
export type Endpoints = Record<string, Endpoint>

/** Every API path starts here. */
export const apiRoot = '/api/admin'

/** One shape for every failure. */
export interface ErrorBody {
  statusCode: number
  error: string
  message: string
  details?: { path: string; message: string }[]
}
