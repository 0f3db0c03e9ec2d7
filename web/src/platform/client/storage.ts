/** What is written into the browser's storage. A device may be full: nobody who writes is stopped by that. */

const readPrefix = 'kept '

/** The names of answers that were only read (kept.ts). */
export const readNames = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(readPrefix))
export const readName = (address: string): string => readPrefix + address

/** Keeps text, if there is room for it. */
export function storeIfRoom(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text)
    return true
  } catch {
    return false
  }
}

/** Keeps text, if need be in the place of what was only read. False when there is no room even so. */
export function store(name: string, text: string): boolean {
  if (storeIfRoom(name, text)) return true
  for (const read of readNames()) localStorage.removeItem(read)
  return storeIfRoom(name, text)
}
