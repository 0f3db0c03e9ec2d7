import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canonicalAddress, networkOf, type ProxyTrust, visitorOf } from '../runtime/config/addresses.ts'
import type { Portal } from '../runtime/portal.ts'

/** Where a call comes from, as limits count it: the visitor's own place, and the wider one it shares. */
export interface Place {
  visitor: string
  network: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's IP address: the last one that a believed proxy names and that is one. */
    address: string
    place: Place
  }
}

/** A proxy may pass on what it was sent: what is no address is never taken for one. */
const addressOf = (request: FastifyRequest): string =>
  (request.ips ?? [request.ip]).map(canonicalAddress).findLast((address) => address !== undefined) ?? '0.0.0.0'

const forwardedBy = ({ headers }: FastifyRequest) => headers['x-forwarded-for']?.toString()

/**
 * Behind a proxy that is not in TRUST_PROXY all visitors have its address. What the proxy itself wrote, the last entry,
 * then tells them apart within that address, so that one does not lock out all; and as anybody can send such a header,
 * the address as a whole is limited like a network.
 */
function placeOf(request: FastifyRequest, isBelieved: ProxyTrust): Place {
  const { address } = request
  const peer = request.raw.socket.remoteAddress ?? ''
  const claimed = isBelieved(peer, 0) ? undefined : canonicalAddress(forwardedBy(request)?.split(',').at(-1))
  return claimed
    ? { visitor: `${visitorOf(claimed)} behind ${visitorOf(address)}`, network: visitorOf(address) }
    : { visitor: visitorOf(address), network: networkOf(address) }
}

/** Gives every request its address and place, and says once when a proxy is not in TRUST_PROXY. */
export function callerAddresses(app: FastifyInstance, portal: Portal, isBelieved: ProxyTrust): void {
  let isSaid = false
  app.decorateRequest('address', {
    getter() {
      return addressOf(this)
    },
  })
  app.decorateRequest('place', {
    getter() {
      return placeOf(this, isBelieved)
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && forwardedBy(request) !== undefined) {
      const proxy = canonicalAddress(request.raw.socket.remoteAddress) ?? ''
      if (!isBelieved(proxy, 0)) {
        isSaid = true
        portal.log.warn(
          { proxy },
          'A call came with X-Forwarded-For from an address that TRUST_PROXY does not name. If it is your proxy, name it there: until then all visitors behind it have its address',
        )
      }
    }
    done()
  })
}

/** The path alone, since queries hold names, signatures and tokens; with its pattern where the path itself is a token. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const route = routeOptions?.url
  return route?.includes(':token') ? route : url.replace(/[?#].*$/s, '')
}

/** A request in the log. */
export const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: loggedPath(request),
  host: request.host,
  remoteAddress: request.address,
})
