import { HttpError } from './errors.ts'

interface Purse {
  calls: number
  at: number
}

/** Users that are remembered; who is forgotten starts with a full purse. */
const most = 10_000
/** Somebody who was away has so many minutes' calls saved up. */
const minutesSaved = 5

/** Each user may make so many calls a minute, and a few minutes' calls at once. 429 says when the next one may come. */
export function callBudget(perMinute: number, now: () => number = () => performance.now()) {
  const purses = new Map<string, Purse>()
  const full = perMinute * minutesSaved
  const perMillisecond = perMinute / 60_000
  return (userId: string): void => {
    const at = now()
    let purse = purses.get(userId)
    if (!purse) {
      if (purses.size >= most) purses.clear()
      purse = { calls: full, at }
      purses.set(userId, purse)
    }
    purse.calls = Math.min(full, purse.calls + (at - purse.at) * perMillisecond)
    purse.at = at
    if (purse.calls < 1) {
      const seconds = Math.ceil((1 - purse.calls) / perMillisecond / 1000)
      throw new HttpError(429, `Too many calls. Please try again in ${seconds} s.`, { retryAfter: seconds })
    }
    purse.calls--
  }
}
