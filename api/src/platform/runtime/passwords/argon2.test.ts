import { expect, test } from 'vitest'
import { hashPassword, needsRehash, randomPassword, verifyNothing, verifyPassword } from './argon2.ts'

test('a password is known again, another one is not', async () => {
  const stored = await hashPassword('Sparring!2026')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('Sparring!2026', stored)).toBe(true)
  expect(await verifyPassword('sparring!2026', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
})

test('the same password is stored differently each time', async () => {
  expect(await hashPassword('Sparring!2026')).not.toBe(await hashPassword('Sparring!2026'))
})

test('a hash made elsewhere with other parameters is understood', async () => {
  // from the reference implementation: printf password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', stored)).toBe(true)
  expect(needsRehash(stored)).toBe(false)
})

test('nothing matches a user who does not exist or a stored text that is no hash', async () => {
  expect(await verifyNothing('Sparring!2026')).toBe(false)
  for (const stored of ['', 'Sparring!2026', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abc']) {
    expect(await verifyPassword('Sparring!2026', stored)).toBe(false)
    expect(needsRehash(stored)).toBe(true)
  }
})

test('many at once are all answered', async () => {
  const stored = await hashPassword('a')
  const answers = await Promise.all(['a', 'b', 'a', 'c', 'a', 'd'].map((plain) => verifyPassword(plain, stored)))
  expect(answers).toEqual([true, false, true, false, true, false])
})

test('a password that the portal makes has 128 random bits, in letters that may stand in a command', () => {
  const made = Array.from({ length: 2000 }, randomPassword)
  for (const password of made) expect(password).toMatch(/^\w{24}$/)
  expect(new Set(made).size).toBe(made.length)
  const signs = new Map<string, number>()
  for (const sign of made.join('')) signs.set(sign, (signs.get(sign) ?? 0) + 1)
  const total = made.length * 24
  const bits = [...signs.values()].reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0)
  expect(bits * 24).toBeGreaterThan(128)
})
