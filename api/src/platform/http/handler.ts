/** What a module gives to be served: its endpoints and their handlers. */
import type { Endpoint, Endpoints } from '@academy/contract/platform/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Tx } from '../data/tx.ts'
import type { Portal } from '../runtime/portal.ts'
import type { FileAnswer } from './answer.ts'
import type { Call } from './call.ts'
import type { Caller } from './caller.ts'
import type { VersionOf } from './document-version.ts'
import type { Conflicts } from './errors.ts'

type AnswerOf<R extends Endpoint> = R['result'] extends z.ZodType ? z.input<R['result']> : FileAnswer
export type Handler<R extends Endpoint> = (tx: Tx, call: Call<R>) => Promise<AnswerOf<R>>
/**
 * Runs work in a transaction of its own; as a snapshot it sees one instant throughout, and writes nothing. What is written
 * aside is none of what the call answers.
 */
export type Transact = <Result>(
  work: (tx: Tx) => Promise<Result>,
  how?: { readonly isSnapshot?: boolean; readonly isAside?: boolean },
) => Promise<Result>

/** For what stays whatever comes of a call of one change, such as a wrong password that is counted. */
export const aside =
  (transact: Transact): Transact =>
  (work, how = { isAside: true }) =>
    transact(work, how)

export interface Stepwise<R extends Endpoint> {
  steps: (transact: Transact, call: Call<R>, portal: Portal, by: Caller) => Promise<AnswerOf<R>>
  /** One transaction, neither a snapshot nor aside, makes all that changes, and the answer. */
  isOneChange?: true
}

/** A handler of several transactions (a bulk action, each item its own) or with slow work outside of one. */
export const stepwise = <R extends Endpoint>(steps: Stepwise<R>['steps']): Stepwise<R> => ({ steps })

/**
 * A handler with slow work before its one change, a transaction that gives the answer; before it come snapshots, and what is
 * done aside. With an idempotency key the answer is kept in that transaction.
 */
export const preparing = <R extends Endpoint>(steps: Stepwise<R>['steps']): Stepwise<R> => ({
  steps,
  isOneChange: true,
})

export type Handlers<R extends Endpoints> = { [K in keyof R]: Handler<R[K]> | Stepwise<R[K]> }

/** A module as main mounts it: its endpoints and their handlers. */
export interface ApiModule {
  routes: Endpoints
  handlers: Record<string, Handler<Endpoint> | Stepwise<Endpoint>>
  conflicts: Conflicts
  /** The version of the document that this module reads and changes under one path. */
  version?: VersionOf | undefined
  /** Whether its reading calls may be answered from a standby, which they then say. */
  fromStandby?: boolean
  /** Adds routes outside the contract, which a browser or an external server calls in a format of its own. */
  mount?: (app: FastifyInstance, portal: Portal) => void
  /** Pages of the screens with a content security policy of their own, by path. */
  pagePolicies?: (portal: Portal) => Record<string, string>
  /** A sheet of styles for the screens, laid over their own: its address now. */
  pageSheet?: (portal: Portal) => Promise<string | undefined>
}

/** Binds handlers to endpoints; an endpoint without a handler does not compile. */
export const apiModule = <const R extends Endpoints>(
  routes: R,
  handlers: Handlers<R>,
  conflicts: Conflicts = {},
  version?: VersionOf,
): ApiModule => ({ routes, handlers: handlers as unknown as ApiModule['handlers'], conflicts, version })
