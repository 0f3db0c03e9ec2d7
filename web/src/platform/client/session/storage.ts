/** Reads and writes the browser's storage. What stands there may be anything, and a full device must not stop the caller. */

const cachePrefix = 'kept '

/** The keys of cached answers (offline-cache.ts). */
export const cachedKeys = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(cachePrefix))
export const cacheKey = (address: string): string => cachePrefix + address

/** Stores text if there is room. */
export function storeIfRoom(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text)
    return true
  } catch {
    return false
  }
}

/** Stores text, replacing cached answers if necessary. False when there is no room even then. */
export function store(name: string, text: string): boolean {
  if (storeIfRoom(name, text)) return true
  for (const read of cachedKeys()) localStorage.removeItem(read)
  return storeIfRoom(name, text)
}

/** Text of the browser's storage as JSON; null when it is invalid. */
export function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An entry of the browser's storage as JSON; null when it is missing or invalid. */
export const parsedItem = (name: string): unknown => parsedText(localStorage.getItem(name) ?? 'null')
