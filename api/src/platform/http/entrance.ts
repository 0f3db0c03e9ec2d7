/** Who calls, and whether they may. */
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import type { FastifyRequest } from 'fastify'
import type { Portal } from '../runtime/portal.ts'
import { queryOf } from './call.ts'
import { type Caller, systemCaller } from './caller.ts'
import { forbidden, HttpError, unauthorized } from './errors.ts'

/** Of the Authorization header. */
export const tokenOf = (request: FastifyRequest) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

type Entrance = Pick<Endpoint, 'may' | 'beforeOwnPassword' | 'beforeSecondFactor'>

/** 401 without a session; 403 where something of one's own is to be set first. */
export async function callerOf(portal: Portal, route: Entrance, token: string | undefined): Promise<Caller> {
  if (route.may === 'public') return { ...systemCaller('public'), can: () => false }
  const caller = token ? await portal.authenticate(token) : null
  if (!caller) throw unauthorized()
  if (caller.mustChangePassword && !route.beforeOwnPassword) throw new HttpError(403, messages.mustChangePassword)
  if (caller.secondFactor === 'missing' && !route.beforeSecondFactor)
    throw new HttpError(403, messages.mustAddSecondFactor)
  return caller
}

/** Who calls a route outside the contract that needs a session, and with which token; 401 and 403 as for any other call. */
export async function sessionOf(portal: Portal, request: FastifyRequest): Promise<{ caller: Caller; token: string }> {
  const token = tokenOf(request)
  return { caller: await callerOf(portal, { may: 'session' }, token), token: token ?? '' }
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
