/** Who calls, and whether they may. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import type { FastifyRequest } from 'fastify'
import { limit, limitByName } from '../runtime/limit.ts'
import type { Portal } from '../runtime/portal.ts'
import { queryOf } from './call.ts'
import { type Caller, stranger } from './caller.ts'
import { forbidden, HttpError, tooManyAtOnce, unauthorized } from './errors.ts'

/** Of the Authorization header. */
export const tokenOf = (request: FastifyRequest) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

const ofVisitor = limitByName(2, 500, tooManyAtOnce)
const ofStrangers = limit(4)
/**
 * What strangers have looked up, in turn: whoever sends made-up tokens in numbers waits behind themselves, and all leave
 * connections to the database to those who are signed in.
 */
const strangersTurn = <T>(visitor: string, task: () => Promise<T>): Promise<T> =>
  ofVisitor(visitor, () => ofStrangers(task))

/** Digests of tokens that had a session when they were looked up last. */
const met = new Set<string>()
/** Beyond so many all are strangers once more. */
const mostMet = 10_000

/** The caller of a token. One that had a session is looked up at once, any other in its visitor's turn. */
async function holderOf(portal: Portal, token: string, visitor: string | undefined): Promise<Caller | null> {
  const digest = createHash('sha256').update(token).digest('base64url')
  const ask = () => portal.authenticate(token)
  const caller = await (visitor === undefined || met.has(digest) ? ask() : strangersTurn(visitor, ask))
  if (!caller) met.delete(digest)
  else if (met.size < mostMet) met.add(digest)
  else met.clear()
  return caller
}

type Entrance = Pick<Endpoint, 'may' | 'beforeOwnPassword' | 'beforeSecondFactor'>

/** 401 without a session; 403 where something of one's own is to be set first. */
export async function callerOf(
  portal: Portal,
  route: Entrance,
  token: string | undefined,
  visitor?: string,
): Promise<Caller> {
  if (route.may === 'public') return stranger
  const caller = token ? await holderOf(portal, token, visitor) : null
  if (!caller) throw unauthorized()
  if (caller.mustChangePassword && !route.beforeOwnPassword) throw new HttpError(403, messages.mustChangePassword)
  if (caller.secondFactor === 'missing' && !route.beforeSecondFactor)
    throw new HttpError(403, messages.mustAddSecondFactor)
  return caller
}

/** Who calls a route outside the contract that needs a session, and with which token; 401 and 403 as for any other call. */
export async function sessionOf(portal: Portal, request: FastifyRequest): Promise<{ caller: Caller; token: string }> {
  const token = tokenOf(request)
  return { caller: await callerOf(portal, { may: 'session' }, token, request.place.visitor), token: token ?? '' }
}

const permissionsIn = (may: Endpoint['may']): readonly Permission[] =>
  may === 'public' || may === 'session' ? [] : typeof may === 'string' ? [may] : may

export const holds = (caller: Caller, may: Endpoint['may']): boolean =>
  may === 'public' || may === 'session' || permissionsIn(may).some((permission) => caller.can(permission))

function isChoice({ forChoosing, choosing }: Endpoint, caller: Caller, query: Record<string, unknown>): boolean {
  if (!forChoosing) return false
  if (!choosing) return query.isDisable === 'false'
  return choosing.may.some((permission) => caller.can(permission)) && choosing.when(query)
}

/**
 * 403 unless the caller may call the endpoint. Returns whether a list may only be chosen from: then it is not sorted,
 * since the order would reveal hidden fields.
 */
export function checkMay(route: Endpoint, caller: Caller, query: unknown): { isChoosing: boolean } {
  if (holds(caller, route.may)) return { isChoosing: false }
  if (isChoice(route, caller, queryOf(query))) return { isChoosing: true }
  throw forbidden(...permissionsIn(route.may))
}

/** The caller as of now, where a call took its time: meanwhile they may have been signed out (401), or have lost the right (403). */
export async function callerNow(
  portal: Portal,
  route: Endpoint,
  token: string | undefined,
  query: unknown = {},
): Promise<Caller> {
  const caller = await callerOf(portal, route, token)
  checkMay(route, caller, query)
  return caller
}
