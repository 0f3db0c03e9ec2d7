import { expect, test, vi } from 'vitest'

test('groups that were put aside come back after their time, those put aside for good do not, and others are named', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  const { notPutAside, putAside } = await import('./put-aside.ts')
  const [clerks, owners, coaches] = [{ _id: 'clerks' }, { _id: 'owners' }, { _id: 'coaches' }]
  const all = [clerks, owners, coaches]
  putAside('me', [clerks], '2026-11-23', false)
  putAside('me', [owners], '2026-11-23', true)
  expect(notPutAside('me', all, '2026-12-22')).toEqual([coaches])
  expect(notPutAside('me', all, '2026-12-23')).toEqual([clerks, coaches])
  expect(notPutAside('me', all, '2036-12-23')).toEqual([clerks, coaches])
  expect(notPutAside('somebody else', all, '2026-11-23')).toEqual(all)
  for (const key of kept.keys()) kept.set(key, 'garbage')
  expect(notPutAside('me', all, '2026-11-23')).toEqual(all)
  vi.unstubAllGlobals()
})
