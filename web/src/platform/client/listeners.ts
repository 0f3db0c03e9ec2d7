interface Listeners {
  notify(): void
  /** For `useSyncExternalStore`, and for what is no component; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

/** Who is told that a value outside of React has changed. */
export function listeners(): Listeners {
  const all = new Set<() => void>()
  return {
    notify() {
      // One that is called may subscribe or unsubscribe.
      for (const listener of [...all]) listener()
    },
    subscribe(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}
