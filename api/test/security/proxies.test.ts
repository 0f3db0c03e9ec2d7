import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/platform/runtime/index.ts'
import { type TestPortal, testPortal } from '../support/portal.ts'
import { password } from '../support/staff/sign-in.ts'

/** Signs in from an address, with what a proxy or a liar says about it. */
const signIn = (portal: TestPortal, username: string, forwarded: string | undefined, peer: string, secret = password) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/admin/auth/login',
    payload: { username, password: secret },
    remoteAddress: peer,
    ...(forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } }),
  })

const addressesOf = async (portal: TestPortal, username: string) =>
  (
    await sql<{ address: string }>`select address from staff_session join staff_user u on u.id = user_id
      where u.username = ${username} and address <> '127.0.0.1' order by staff_session.created_at`.execute(
      portal.handle,
    )
  ).rows.map(({ address }) => address)

describe('TRUST_PROXY', () => {
  const proxies = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy
  test('is a number of proxies, their addresses or nothing', () => {
    expect(['', 'off', '0'].map(proxies)).toEqual([undefined, undefined, undefined])
    expect(proxies('2')).toEqual({ hops: 2 })
    expect(proxies('10.0.0.5, 2001:db8::/32')).toEqual({ ranges: ['10.0.0.5', '2001:db8::/32'] })
  })

  test.each(['on', 'true', 'yes'])('%s is refused with the reason in one line', (said) => {
    expect(() => proxies(said)).toThrow(
      `TRUST_PROXY: "${said}" would believe any address that a caller makes up; name the number of proxies (1), or`,
    )
  })

  test.each(['0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0', 'proxy.example.com', '-1', '10.0.0.5,', '10.0.0.5/8/8'])(
    '%s is refused',
    (said) => expect(() => proxies(said)).toThrow('TRUST_PROXY: the number of proxies (1), or their addresses'),
  )
})

describe('behind the proxies that are named', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await testPortal({ TRUST_PROXY: '10.9.0.0/16, 2001:db8:9::1' })
    await portal.as({}, { username: 'visitor' })
  })
  afterAll(() => portal.close())

  test.each([
    ['the visitor has the address the proxy saw', '10.9.0.1', '203.0.113.7', '203.0.113.7'],
    ['what the visitor wrote before it is not believed', '10.9.0.1', '1.1.1.1, 203.0.113.8', '203.0.113.8'],
    ['two proxies in a row are passed over', '2001:db8:9:0:0::1', '203.0.113.9, 10.9.4.4', '203.0.113.9'],
    ['an address is written in one way', '10.9.0.1', '2001:DB8:0:0::7', '2001:db8::7'],
    ['an IPv4 address in the clothes of IPv6 is one', '10.9.0.1', '::ffff:203.0.113.10', '203.0.113.10'],
    ['garbage is not kept', '10.9.0.1', '<script>alert(1)</script>', '10.9.0.1'],
    ['a zone is not kept', '10.9.0.1', 'fe80::5%correct-horse', 'fe80::5'],
    ['somebody else is nobody’s proxy', '198.51.100.1', '203.0.113.11', '198.51.100.1'],
  ])('%s', async (_what, peer, forwarded, expected) => {
    expect((await signIn(portal, 'visitor', forwarded, peer)).statusCode).toBe(200)
    expect((await addressesOf(portal, 'visitor')).at(-1)).toBe(expected)
  })

  test('garbage in the header reaches neither the audit trail nor the limits', async () => {
    const garbage = 'garbage-in-the-header'
    expect((await signIn(portal, 'visitor', garbage, '10.9.0.1', 'wrong_guess_1')).statusCode).toBe(401)
    const dump = await sql<{ row: string }>`select audit_record::text as row from audit_record
      union all select sign_in_limit::text from sign_in_limit`.execute(portal.handle)
    expect(dump.rows.map(({ row }) => row).join('\n')).not.toContain(garbage)
  })
})

test('a number of proxies is not believed from a stranger who reaches the portal directly', async () => {
  const portal = await testPortal({ TRUST_PROXY: '1' })
  try {
    await portal.as({}, { username: 'counted' })
    await signIn(portal, 'counted', '1.1.1.1, 203.0.113.7', '127.0.0.1')
    await signIn(portal, 'counted', '203.0.113.8', '198.51.100.1')
    expect(await addressesOf(portal, 'counted')).toEqual(['203.0.113.7', '198.51.100.1'])
  } finally {
    await portal.close()
  }
})

test('behind a proxy that is not named one visitor does not lock out all, and who makes up visitors is stopped as a network', async () => {
  const portal = await testPortal({})
  try {
    await portal.as({}, { username: 'neighbour' })
    const guess = (number: number, visitor: string) =>
      signIn(portal, `no such name ${number}`, visitor, '10.9.0.1', 'wrong_guess')
    for (let number = 0; number < 50; number++) await guess(number, '203.0.113.7')
    expect((await guess(50, '203.0.113.7')).statusCode).toBe(429)
    expect((await signIn(portal, 'neighbour', '203.0.113.8', '10.9.0.1')).statusCode).toBe(200)
    await sql`update sign_in_limit set level = free where free = 250`.execute(portal.handle)
    expect((await guess(51, '203.0.113.9')).statusCode).toBe(429)
  } finally {
    await portal.close()
  }
})

test('a proxy that is not named is said once in the log, and only where there is one', async () => {
  const portal = await testPortal({})
  try {
    const warned = vi.spyOn(portal.portal.log, 'warn')
    await portal.app.inject('/api/admin/config')
    expect(warned).not.toHaveBeenCalled()
    for (const visitor of ['203.0.113.7', '203.0.113.8', 'garbage'])
      await portal.app.inject({ url: '/api/admin/config', headers: { 'x-forwarded-for': visitor } })
    expect(warned).toHaveBeenCalledOnce()
    expect(warned.mock.lastCall).toEqual([{ proxy: '127.0.0.1' }, expect.stringContaining('TRUST_PROXY')])
  } finally {
    await portal.close()
  }
})
