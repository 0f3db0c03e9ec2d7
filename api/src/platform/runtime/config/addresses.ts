import { BlockList, isIP, SocketAddress } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The one way to write an IP address; undefined for anything else. An IPv4 address written as IPv6 is the IPv4 address. */
export function canonicalAddress(text: string | undefined): string | undefined {
  // A zone names an interface of this machine and may be any text.
  const plain = (text ?? '').trim().replace(/%.*$/, '')
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : undefined
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
}

/** The first groups of four digits of a canonical IPv6 address. */
function leading(address: string, count: number): string {
  const [head = '', tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const given = [head, tail ?? []].flat()
  const gap = tail ? 8 - given.length - given.filter((group) => group.includes('.')).length : 0
  return [...head, ...Array<string>(gap).fill('0'), ...(tail ?? [])].slice(0, count).join(':')
}

/** What one visitor has: an IPv4 address or the 64 bits that a connection gets of IPv6. */
export const visitorOf = (address: string): string =>
  familyOf(address) === 'ipv6' ? `${leading(address, 4)}::/64` : address

/** What one customer of a provider may have: 24 bits of IPv4, 48 of IPv6. */
export const networkOf = (address: string): string =>
  familyOf(address) === 'ipv6' ? `${leading(address, 3)}::/48` : address.replace(/\d+$/, '0/24')

/** Addresses and ranges in CIDR notation, or undefined where one of them is neither. */
export function rangesIn(texts: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const text of texts) {
    const [given, bits, ...rest] = text.split('/')
    const address = canonicalAddress(given)
    const longest = address && familyOf(address) === 'ipv6' ? 128 : 32
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : 0
    // A prefix of no bits is everybody.
    if (!address || rest.length > 0 || prefix < 1 || prefix > longest) return undefined
    list.addSubnet(address, prefix, familyOf(address))
  }
  return list
}

const nearby = rangesIn([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

/** Which proxies are believed: so many of them, or those at these addresses. */
export type ProxySetting = { hops: number } | { ranges: readonly string[] }

/** Whether the proxy at an address, so many hops away, is believed about the one before it. */
export type ProxyTrust = (address: string, hop: number) => boolean

/**
 * A number alone would believe whoever reaches the portal directly, so then the nearest proxy must stand on this machine or
 * in a private network; one elsewhere is named by its address.
 */
export function proxyTrust(setting: ProxySetting | undefined): ProxyTrust {
  if (!setting) return () => false
  const within = 'ranges' in setting ? rangesIn(setting.ranges) : nearby
  const isWithin = (text: string) => {
    const address = canonicalAddress(text)
    return address !== undefined && (within?.check(address, familyOf(address)) ?? false)
  }
  if ('ranges' in setting) return isWithin
  return (address, hop) => hop < setting.hops && (hop > 0 || isWithin(address))
}
