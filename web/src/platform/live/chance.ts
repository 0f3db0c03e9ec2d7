/** From 0 up to 1, so that not all screens do something in the same moment. */
export const chance = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256
