import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The network between a portal and its database, and what may become of it. */
export interface DatabaseProxy {
  /** The same database through this proxy. */
  url: string
  /** Drops everything from now on without an error; open connections are lost for good. */
  fallSilent(): void
  /** New connections get through again. */
  speak(): void
  /** From now on everything takes so many milliseconds, each way. */
  delay(ms: number): void
  /** Keeps everything back. */
  hold(): void
  /** Delivers what was kept back, also of connections that were given up meanwhile. */
  release(): void
  /** Ends all connections; new ones lead to the server on this port. */
  leadTo(port: number): void
  close(): Promise<void>
}

export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl)
  const host = url.hostname
  let port = Number(url.port || 5432)
  const pairs = new Set<{ isLost: boolean; ends: Socket[] }>()
  let isSilent = false
  let [latency, held] = [0, Promise.withResolvers<void>()]
  held.resolve()
  const server = createServer((near) => {
    const far = connect(port, host)
    const pair = { isLost: isSilent, ends: [near, far] }
    pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let before = Promise.resolve()
      /** Later, in the order in which it came. */
      const pass = (deliver: () => void) => {
        const due = performance.now() + latency
        before = before.then(async () => {
          await held.promise
          const left = due - performance.now()
          if (left > 0) await pause(left)
          if (!pair.isLost) deliver()
        })
      }
      from.on('data', (bytes) => pass(() => to.write(bytes)))
      from.on('error', () => {})
      from.on('close', () =>
        pass(() => {
          to.destroySoon()
          pairs.delete(pair)
        }),
      )
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    fallSilent() {
      isSilent = true
      for (const pair of pairs) pair.isLost = true
    },
    speak() {
      isSilent = false
    },
    delay(ms) {
      latency = ms
    },
    hold() {
      held = Promise.withResolvers()
    },
    release: () => held.resolve(),
    leadTo(other) {
      port = other
      for (const { ends } of pairs) for (const end of ends) end.destroy()
    },
    async close() {
      held.resolve()
      for (const { ends } of pairs) for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
