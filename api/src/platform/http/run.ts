/** Runs the handler of a call in its transactions: once under its idempotency key, and on the version its If-Match names. */
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import type { Tx } from '../data/tx.ts'
import { inTransaction } from '../data/tx.ts'
import type { limit } from '../runtime/limit.ts'
import type { Portal } from '../runtime/portal.ts'
import { checked } from './answer.ts'
import type { Call } from './call.ts'
import type { Caller } from './caller.ts'
import { lockDocuments, locksOf } from './document-lock.ts'
import { etagOf, guardOf, type VersionOf } from './document-version.ts'
import type { Handler, Stepwise, Transact } from './handler.ts'
import { keptAnswer, type RepeatableCall } from './idempotency.ts'

interface Work {
  portal: Portal
  caller: Caller
  requestId: string
  /** With the result that this caller gets. */
  route: Endpoint
  call: Call
  fromStandby: boolean
  /** Of a document that is guarded against changes of others. */
  version: VersionOf | undefined
  ifMatch: string | undefined
  /** The call with its idempotency key. */
  once: RepeatableCall | undefined
  /** Limits the calls that hold a second connection. */
  held: ReturnType<typeof limit>
}

interface Ran {
  answer: unknown
  /** Of a document that was read. */
  etag?: string | undefined
}

/** How the transactions of a call go, and how its documents are locked and compared before it changes them. */
function waysOf({ route, call, version, ifMatch, requestId, fromStandby }: Work) {
  const readOnly = route.method === 'GET'
  const locks = readOnly ? [] : locksOf(route.path, call.params)
  const guard = guardOf(readOnly ? undefined : version, call.params, ifMatch)
  return {
    options: { readOnly, requestId, fromStandby, beforeChange: guard.compare },
    async guarded<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
      await lockDocuments(tx, locks)
      return guard.around(tx, work)
    },
  }
}

async function inOne(handler: Handler<Endpoint>, work: Work): Promise<Ran> {
  const { portal, caller, route, call, version, once } = work
  const { options, guarded } = waysOf(work)
  let etag: string | undefined
  const run = async (tx: Tx) => {
    const answer = checked(route, await guarded(tx, () => handler(tx, call)))
    if (options.readOnly && version) etag = etagOf(await version(tx, call.params))
    return answer
  }
  const answer = await inTransaction(portal, caller, { ...options, once }, run)
  return { answer, etag }
}

/** That connection says nothing until the call has ended, which may take longer than others may idle. */
const waitsLong = (tx: Tx) => tx.query(sql`select set_config('idle_in_transaction_session_timeout', '5min', true)`)

async function inSteps({ steps, isOneChange }: Stepwise<Endpoint>, work: Work): Promise<unknown> {
  const { portal, caller, route, call, once, held } = work
  const { options, guarded } = waysOf(work)
  const reading = <Result>(work: (tx: Tx) => Promise<Result>) =>
    inTransaction(portal, caller, { ...options, beforeChange: undefined, readOnly: true }, work)
  const changing = <Result>(work: (tx: Tx) => Promise<Result>) =>
    inTransaction(portal, caller, options, (tx) => guarded(tx, () => work(tx)))
  /** The one change: what it gives is the answer, and kept. */
  const answering = <Result>(work: (tx: Tx) => Promise<Result>) =>
    inTransaction(portal, caller, { ...options, once }, async (tx) => {
      const made = await guarded(tx, () => work(tx))
      return checked(route, made) as Result
    })
  const transact: Transact = (work, { isSnapshot = false, isAside = false } = {}) => {
    if (isSnapshot) return reading(work)
    return isOneChange && !isAside ? answering(work) : changing(work)
  }
  const run = async () => checked(route, await steps(transact, call, portal, caller))

  async function unlessKept(repeated: RepeatableCall) {
    const kept = () => reading((tx) => keptAnswer(tx, portal, repeated))
    const first = await kept()
    if (first) return first.answer
    return run().catch(async (error: unknown) => {
      // What the first call did may be what refuses the second, and an answer may be kept that was not heard.
      const done = await kept().catch(() => undefined)
      if (done) return done.answer
      throw error
    })
  }
  /** The key is kept in a transaction around those of the steps. */
  const aroundSteps = () =>
    held(() =>
      inTransaction(portal, caller, { ...options, once }, async (tx) => {
        await waitsLong(tx)
        return run()
      }),
    )
  if (!once) return run()
  return isOneChange ? unlessKept(once) : aroundSteps()
}

/** The answer in the declared shape, and the version of a document that was read. */
export async function runHandler(handler: Handler<Endpoint> | Stepwise<Endpoint>, work: Work): Promise<Ran> {
  const ran = 'steps' in handler ? { answer: await inSteps(handler, work) } : await inOne(handler, work)
  // jsonb loses key order; parsing it again restores it.
  return work.once ? { ...ran, answer: checked(work.route, ran.answer) } : ran
}
