/**
 * Every call to the portal goes through here, typed by the contract's route:
 *
 *   const { items } = await call(belts.list, { query: { limit: 50, searchText } })
 *   await call(members.update, { params: { id }, body: { name } })       // PUT, JSON
 *   await call(coaches.create, { body: { ...values, picture: file } })   // a File in the body makes it multipart
 *
 * Failures are always an ApiError in the server's shape, and told as a toast: whoever says them in place, or takes them
 * for an answer, need not tell them too. For reading in a component use `useCall` (query.ts), for changing something
 * `useAction` (use-action.ts): it asks, sends once and tells the outcome; for files `useDownload`.
 */
import { apiRoot } from '@academy/contract/platform/api-root.ts'
import type { Endpoint, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { notice } from '../feedback/notices.tsx'
import { takeEarly } from './answers/early.ts'
import { ApiError, errorMessage, errorOf, isAway, isOutOfReach, unreachable } from './api-error.ts'
import { encodeBody } from './body.ts'
import { type AnyInput, addressOf, anyInput, type InputArgument } from './call-input.ts'
import { currentConfig } from './config/config.ts'
import { documentIn } from './document-tag.ts'
import { entranceCalls } from './entrance.ts'
import { setReached } from './reachability.ts'
import { browserTokens, type Tokens } from './session/tokens.ts'
import { setPortalTime } from './today.ts'

interface ClientOptions {
  /** Origin before `/api/admin`, empty in the browser. */
  origin: string
  tokens: Tokens
  /** Called once the session is lost for good. */
  onUnauthorized: () => void
  /** Asks the user to sign in again when unsaved work would be lost; all calls wait meanwhile. */
  signInAgain?: () => Promise<boolean>
  /** Asks the user for the second factor again; the call is repeated when it was given. */
  confirmAgain?: () => Promise<boolean>
  /** Called when a permission is missing: the rights known here may be outdated. */
  onForbidden?: () => void
  /** Shows a failed call to the user. */
  onFailure?: (error: unknown) => void
  /** Called with whether the portal answered, after every call but one that is answered because it is away: that says neither. */
  onReach?: (reached: boolean) => void
  /** Called with the `Date` header of every response. */
  onTime?: (date: string | null) => void
  timeoutMs?: () => number
}

const defaultTimeoutMs = 30_000
/** Milliseconds a file may take to be sent, or to be created and sent. */
export const fileTimeoutMs = 180_000
const refreshPath = '/auth/refresh'

/** An answer that breaks off, because the page is left for example, is a portal out of reach like one that never came. */
const whole = <Body>(body: Promise<Body>): Promise<Body> =>
  body.catch((cause) => {
    if (cause instanceof SyntaxError) throw cause
    throw unreachable(false)
  })

/** What all calls that ask for it at the same time do once: one exchange of the token, one question. */
function shared<Given extends unknown[]>(work: (...given: Given) => Promise<boolean>) {
  let answer: Promise<boolean> | undefined
  return {
    ask(...given: Given): Promise<boolean> {
      answer ??= work(...given).finally(() => {
        answer = undefined
      })
      return answer
    },
    underWay: () => answer,
  }
}

export type Client = ReturnType<typeof createClient>

export function createClient({
  origin,
  tokens,
  onUnauthorized,
  signInAgain = async () => false,
  confirmAgain = async () => false,
  onForbidden = () => undefined,
  onFailure = () => undefined,
  onReach = () => undefined,
  onTime = () => undefined,
  timeoutMs = () => defaultTimeoutMs,
}: ClientOptions) {
  async function attempt(method: string, address: string, input: AnyInput, token: string | null): Promise<Response> {
    const headers = new Headers({ accept: 'application/json' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
    if (input.ifMatch) headers.set('if-match', input.ifMatch)
    const body = encodeBody(input.body, headers)
    const isFile = body instanceof FormData
    const clock = AbortSignal.timeout(input.timeoutMs ?? (isFile ? fileTimeoutMs : timeoutMs()))
    const signal = input.signal ? AbortSignal.any([input.signal, clock]) : clock
    try {
      const early = method === 'GET' && origin === '' ? takeEarly(address, token, signal) : undefined
      const answer = await (early ??
        fetch(origin + address, { method, headers, body, signal, credentials: 'same-origin' }))
      onTime(answer.headers.get('date'))
      // A portal without its database answers, or a proxy without its portal, but nothing of what was asked: it is not back.
      if (!isAway(answer.status)) onReach(true)
      return answer
    } catch (cause) {
      if (input.signal?.aborted) throw cause
      onReach(false)
      throw unreachable(clock.aborted)
    }
  }

  /** Exchanges the refresh token; true when a fresh access token is stored. */
  async function exchange(failed: string | null): Promise<boolean> {
    // Another tab may have refreshed while this one waited; its token is as good.
    if (tokens.access() && tokens.access() !== failed) return true
    const refreshToken = tokens.refresh()
    if (!refreshToken) return false
    const answer = await attempt('POST', apiRoot + refreshPath, { body: { refreshToken } }, null)
    if (!answer.ok) {
      if (answer.status !== 401 && answer.status !== 400 && answer.status !== 403) throw await errorOf(answer)
      return tokens.refresh() !== refreshToken && tokens.access() !== failed && tokens.access() !== null
    }
    tokens.renew(await answer.json())
    return true
  }

  // With locks, other tabs wait for an exchange too.
  const refresh = shared((failed: string | null) => tokens.withLock(() => exchange(failed)))
  const renewal = shared(signInAgain)
  const confirmation = shared(confirmAgain)

  function lose(error: ApiError): never {
    error.sessionLost = true
    onUnauthorized()
    throw error
  }

  async function request(method: string, path: string, input: AnyInput = {}): Promise<Response> {
    const address = addressOf(path, input)
    await renewal.underWay()
    const token = tokens.access()
    const first = await attempt(method, address, input, token)
    if (first.ok) return first
    const failure = await errorOf(first)
    if (input.inBackground) throw failure
    if (failure.isUnconfirmed && (await confirmation.ask())) {
      const confirmed = await attempt(method, address, input, tokens.access())
      if (confirmed.ok) return confirmed
      throw await errorOf(confirmed)
    }
    if (first.status === 403) onForbidden()
    if (first.status !== 401 || !token) throw failure
    if (!(await refresh.ask(token)) && !(await renewal.ask())) return lose(failure)
    const second = await attempt(method, address, input, tokens.access())
    if (second.ok) return second
    const again = await errorOf(second)
    if (second.status === 401) return lose(again)
    throw again
  }

  /** Reports a failed request, unless it was cancelled or the lost session was reported already. */
  async function reported<Answer>(
    route: Endpoint,
    given: unknown,
    read: (answer: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const input = anyInput(given)
    try {
      return await read(await request(route.method, route.path, input))
    } catch (error) {
      const isOver = input.signal?.aborted || (error instanceof ApiError && error.sessionLost)
      if (!input.quiet && !isOver) onFailure(error)
      throw error
    }
  }

  return {
    request,
    regain: renewal.ask,
    call: <R extends Endpoint>(route: R, ...[input]: InputArgument<R>): Promise<ResultOf<R>> =>
      reported(route, input, (answer) => {
        // The screens' build leaves out results that are no files (lean-contract.ts).
        const isFile = route.result && 'file' in route.result
        return whole<unknown>(isFile ? answer.blob() : documentIn(answer)) as Promise<ResultOf<R>>
      }),
  }
}

let leave: () => void = () => undefined
/** Sets what happens when the session is lost; called by the router at start. */
export const onSessionLost = (handler: () => void) => {
  leave = handler
}

let refused: () => void = () => undefined
/** Sets what happens when the server refuses for a missing permission. */
export const onRefused = (handler: () => void) => {
  refused = handler
}

let askAgain = async () => false
/** Sets how the user is asked to sign in again; called at start. */
export const onSessionOver = (handler: () => Promise<boolean>) => {
  askAgain = handler
}

let confirm = async () => false
/** Sets how the user is asked for the second factor again; called at start. */
export const onUnconfirmed = (handler: () => Promise<boolean>) => {
  confirm = handler
}

const tellFailure = (error: unknown) => notice.error(errorMessage(error))

const client = createClient({
  origin: '',
  tokens: browserTokens,
  onUnauthorized: () => leave(),
  signInAgain: () => askAgain(),
  confirmAgain: () => confirm(),
  onForbidden: () => refused(),
  onFailure: tellFailure,
  onReach: setReached,
  onTime: setPortalTime,
  timeoutMs: () => currentConfig()?.requestTimeout ?? defaultTimeoutMs,
})
export const call = client.call
export const request = client.request
/** Asks the user to sign in again when something is unsaved; false when nothing is. */
export const regain = client.regain

/** For calls without a session, which never wait for one. */
export const publicClient = createClient({
  origin: '',
  tokens: { access: () => null, refresh: () => null, renew: () => undefined, withLock: (work) => work() },
  onUnauthorized: () => undefined,
  onFailure: tellFailure,
})

/** Longer than a reachable portal takes for its smallest response. */
const reachTimeoutMs = 8_000

/** Whether the portal answers now. */
export const reaches = (): Promise<boolean> =>
  call(entranceCalls.config, { timeoutMs: reachTimeoutMs }).then(
    () => true,
    (error) => !isOutOfReach(error),
  )
