import { expect, test } from 'vitest'
import { canonicalAddress, networkOf, visitorOf } from './addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
])('%s is one visitor of %s in %s', (address, visitor, network) => {
  expect([visitorOf(address), networkOf(address)]).toEqual([visitor, network])
})

test.each(['', 'localhost', '1.2.3', '01.2.3.4', '1.2.3.4:80', '[::1]', "' or 1=1", '\u0000'])(
  '%j is no address',
  (text) => {
    expect(canonicalAddress(text)).toBeUndefined()
  },
)
