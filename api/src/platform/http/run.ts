/** Runs the handler of a call in its transactions: once under its idempotency key, and on the version its If-Match names. */
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../data/tx.ts'
import type { limit } from '../runtime/limit.ts'
import type { Portal } from '../runtime/portal.ts'
import { checked } from './answer.ts'
import type { Call } from './call.ts'
import type { Caller } from './caller.ts'
import { lockDocuments, locksOf } from './document-lock.ts'
import { etagOf, guardOf, type VersionOf } from './document-version.ts'
import { conflict } from './errors.ts'
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

/** Of a handler of one change that transaction gives the answer, which is kept in it. */
function transactOf(work: Work, isOneChange: boolean): Transact {
  const { portal, caller, route, once } = work
  const { options, guarded } = waysOf(work)
  const reading = <Result>(run: (tx: Tx) => Promise<Result>) =>
    inTransaction(portal, caller, { ...options, beforeChange: undefined, readOnly: true }, run)
  const changing = <Result>(run: (tx: Tx) => Promise<Result>) =>
    inTransaction(portal, caller, options, (tx) => guarded(tx, () => run(tx)))
  /**
   * Nothing of it stays, and it tells nothing, once the first call with the key has ended: what that did, such as a new password, would put
   * the repeat in the wrong. Asked last, so that it has seen whatever the work has.
   */
  const besides = <Result>(run: (tx: Tx) => Promise<Result>) =>
    changing(async (tx) => {
      const done = await run(tx)
      if (once && (await keptAnswer(tx, portal, once))) throw conflict('This call was answered already')
      return done
    })
  const answering = <Result>(run: (tx: Tx) => Promise<Result>) =>
    inTransaction(portal, caller, { ...options, once }, async (tx) => {
      const made = await guarded(tx, () => run(tx))
      return checked(route, made) as Result
    })
  return (run, { isSnapshot = false, isAside = false } = {}) => {
    if (isSnapshot) return reading(run)
    if (!isOneChange) return changing(run)
    return isAside ? besides(run) : answering(run)
  }
}

/** What the first call with the key answered, before the steps or where they fail: what it did may be what refuses them. */
async function unlessKept(run: () => Promise<unknown>, transact: Transact, { portal }: Work, repeated: RepeatableCall) {
  const kept = () => transact((tx) => keptAnswer(tx, portal, repeated), { isSnapshot: true })
  const first = await kept()
  if (first) return first.answer
  return run().catch(async (error: unknown) => {
    // An answer may be kept that was not heard.
    const done = await kept().catch(() => undefined)
    if (done) return done.answer
    throw error
  })
}

/** The key is kept in a transaction around those of the steps. */
const withinKey = (run: () => Promise<unknown>, { portal, caller, requestId, once, held }: Work) =>
  held(() =>
    inTransaction(portal, caller, { requestId, once }, async (tx) => {
      await waitsLong(tx)
      return run()
    }),
  )

async function inSteps({ steps, isOneChange }: Stepwise<Endpoint>, work: Work): Promise<unknown> {
  const { portal, caller, route, call, once } = work
  const transact = transactOf(work, isOneChange === true)
  const run = async () => checked(route, await steps(transact, call, portal, caller))
  if (!once) return run()
  return isOneChange ? unlessKept(run, transact, work, once) : withinKey(run, work)
}

/** The answer in the declared shape, and the version of a document that was read. */
export async function runHandler(handler: Handler<Endpoint> | Stepwise<Endpoint>, work: Work): Promise<Ran> {
  const ran = 'steps' in handler ? { answer: await inSteps(handler, work) } : await inOne(handler, work)
  // jsonb loses key order; parsing it again restores it.
  return work.once ? { ...ran, answer: checked(work.route, ran.answer) } : ran
}
