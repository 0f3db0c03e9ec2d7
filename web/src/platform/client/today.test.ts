import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  kept.clear()
})

const httpDate = (iso: string) => new Date(iso).toUTCString()

/** A freshly loaded page on a device whose clock shows this. */
async function load(deviceTime: string) {
  vi.setSystemTime(new Date(deviceTime))
  vi.resetModules()
  return import('./today.ts')
}
const hours = (n: number) => vi.setSystemTime(Date.now() + n * 3_600_000)

test('the day is the portal’s, and the next one from midnight in Malaysia on, whatever the device’s clock shows', async () => {
  for (const device of ['2026-11-20T15:00:00Z', '2026-11-23T15:00:00Z', '2025-01-01T04:00:00Z']) {
    const clock = await load(device)
    clock.setPortalTime(httpDate('2026-11-20T15:00:00Z'))
    clock.setBusinessDay('2026-11-20')
    expect([device, clock.today()]).toEqual([device, '2026-11-20'])
    hours(0.9)
    expect(clock.today()).toBe('2026-11-20')
    hours(0.2)
    expect(clock.today()).toBe('2026-11-21')
    hours(48)
    expect(clock.today()).toBe('2026-11-23')
  }
})

test('a page opened without signal begins with the day it is by now, not with that of the last visit', async () => {
  const online = await load('2026-11-22T15:00:00Z')
  online.setPortalTime(httpDate('2026-11-20T15:00:00Z'))
  online.setBusinessDay('2026-11-20')
  const offline = await load('2026-11-23T03:00:00Z')
  expect(offline.today()).toBe('2026-11-21')
})

test('without any word of the portal the day is the one in Malaysia', async () => {
  expect((await load('2026-11-20T16:30:00Z')).today()).toBe('2026-11-21')
  kept.set('clock', '{"day":"2026-13-41","at":0,"ahead":0}')
  expect((await load('2026-11-20T16:30:00Z')).today()).toBe('2026-11-21')
})

test('an answer on its way over midnight does not skip a day or hold one back', async () => {
  const late = await load('2026-11-20T16:00:00Z')
  late.setPortalTime(httpDate('2026-11-20T15:59:59Z'))
  late.setBusinessDay('2026-11-21')
  vi.setSystemTime(Date.now() + 5000)
  expect(late.today()).toBe('2026-11-21')
  const early = await load('2026-11-20T16:00:00Z')
  early.setPortalTime(httpDate('2026-11-20T16:00:00Z'))
  early.setBusinessDay('2026-11-20')
  expect(early.today()).toBe('2026-11-21')
})

test('whoever follows the day is told when it changes, and a clock that is turned back changes nothing', async () => {
  const clock = await load('2026-11-20T15:00:00Z')
  clock.setPortalTime(httpDate('2026-11-20T15:00:00Z'))
  clock.setBusinessDay('2026-11-20')
  const told = vi.fn()
  clock.onToday(told)
  clock.setPortalTime(httpDate('2026-11-20T15:00:00Z'))
  expect(told).not.toHaveBeenCalled()
  clock.setBusinessDay('2026-11-21')
  expect([told.mock.calls.length, clock.today()]).toEqual([1, '2026-11-21'])
  hours(-72)
  expect(clock.today()).toBe('2026-11-21')
})
