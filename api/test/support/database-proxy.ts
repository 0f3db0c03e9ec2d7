import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The network between a portal and its database, which can go silent: packets are dropped without an error. */
export interface DatabaseProxy {
  /** The same database through this proxy. */
  url: string
  /** Drops everything from now on; open connections are lost for good. */
  fallSilent(): void
  /** New connections get through again. */
  speak(): void
  close(): Promise<void>
}

export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl)
  const [port, host] = [Number(url.port || 5432), url.hostname]
  const pairs = new Set<{ isLost: boolean; ends: Socket[] }>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(port, host)
    const pair = { isLost: isSilent, ends: [near, far] }
    pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (!pair.isLost) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        if (!pair.isLost) to.destroy()
      })
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
    async close() {
      for (const { ends } of pairs) for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
