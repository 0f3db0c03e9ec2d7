const longestMs = 500

/** Runs once the opened page has loaded what it needs. */
export function whenIdle(work: () => void) {
  // Safari lacks requestIdleCallback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: longestMs })
  else setTimeout(work, longestMs)
}
