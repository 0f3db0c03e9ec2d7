/** What a call is given, as its endpoint declares it. */
import { apiRoot } from '@academy/contract/platform/api-root.ts'
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import type { z } from 'zod'

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
/**
 * Fields whose input zod types as unknown (cleared text becomes null and the like) take the output type, or nothing.
 */
type Given<In, Out> = In extends readonly unknown[]
  ? In
  : In extends object
    ? { [K in keyof In as unknown extends In[K] ? never : K]: In[K] } & {
        [K in keyof In as unknown extends In[K] ? K : never]?: K extends keyof Out ? Out[K] : unknown
      }
    : In
type BodyOf<R extends Endpoint> =
  unknown extends z.output<NonNullable<R['sends']>> ? ReadBodyOf<R> : z.output<NonNullable<R['sends']>>
type ReadBodyOf<R extends Endpoint> =
  NonNullable<R['body']> extends z.ZodType
    ? // One without fields, beside which a picture is sent.
      z.input<NonNullable<R['body']>> extends Record<string, never>
      ? object
      : Given<z.input<NonNullable<R['body']>>, z.output<NonNullable<R['body']>>>
    : undefined
type QueryOf<R extends Endpoint> =
  NonNullable<R['query']> extends z.ZodType ? z.input<NonNullable<R['query']>> : undefined
/** A picture is sent beside the declared fields, as a File. */
type WithPicture<B, R extends Endpoint> = R['upload'] extends undefined ? B : B & { picture?: unknown; file?: unknown }

/** The input of a call: path parameters, query and body as the endpoint declares them. */
export type CallInput<R extends Endpoint> = ([ParamsOf<R['path']>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamsOf<R['path']>, string | number> }) &
  (unknown extends BodyOf<R> ? { body?: unknown } : { body: WithPicture<BodyOf<R>, R> }) & {
    /** Arrays are joined with commas, undefined and empty text are left out. */
    query?: unknown extends QueryOf<R> ? Record<string, QueryValue> : { [K in keyof QueryOf<R>]?: QueryValue }
    signal?: AbortSignal | undefined
    /** Milliseconds to wait for the response instead of REQUEST_TIMEOUT, for files. */
    timeoutMs?: number | undefined
    /** A repeat under the same idempotency key gets the first answer. */
    idempotencyKey?: string | undefined
    /** The tag a document was answered with (`tagOf`): a 412 when it has changed since. */
    ifMatch?: string | undefined
    /** The caller handles failures itself. */
    quiet?: boolean | undefined
    /** Nobody asked for it just now: it neither renews a session nor finds one ended. */
    inBackground?: boolean | undefined
  }

/** CallInput for code that handles any endpoint. */
export interface AnyInput {
  params?: Record<string, string | number> | undefined
  query?: Record<string, QueryValue> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
  quiet?: boolean | undefined
  inBackground?: boolean | undefined
}

/** The input is optional when the endpoint needs neither parameters nor a body. */
export type InputArgument<R extends Endpoint> =
  Partial<CallInput<R>> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

/** The typed input without its endpoint type. */
export const anyInput = (input: unknown): AnyInput => (input ?? {}) as AnyInput

/** A reading call that is made before whoever wants its answer is there. */
export interface PrefetchCall {
  /** An endpoint without parameters. */
  path: string
  query: Record<string, QueryValue>
}

/** `/member/:id` with its parameters and the query filled in. */
export function addressOf(path: string, input: AnyInput = {}): string {
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = query.toString()
  return `${apiRoot}${filled}${text ? `?${text}` : ''}`
}
