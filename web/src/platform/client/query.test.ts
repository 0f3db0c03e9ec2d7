import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './query.ts'
import { setReached } from './reachability.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function loseAndFind() {
  setReached(false)
  setReached(true)
  vi.advanceTimersByTime(1)
}

test('what is shown is read as soon as the portal answers again, and once in a while when it comes and goes', () => {
  const read = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  loseAndFind()
  expect(read).toHaveBeenCalledTimes(1)
  for (let times = 0; times < 20; times++) loseAndFind()
  expect(read).toHaveBeenCalledTimes(1)
  // The last time is not forgotten.
  vi.advanceTimersByTime(5_000)
  expect(read).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  expect(read).toHaveBeenCalledTimes(2)
})
