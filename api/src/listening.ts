/** Where the portal listens, and why it cannot. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './platform/runtime/index.ts'

/** Why the portal cannot listen, with the variable that says where. */
export function listenError({ port, host }: Pick<Config, 'port' | 'host'>, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
    return new Error(`HOST ${host} is no address of this machine`)
  if (error.code === 'EADDRINUSE')
    return new Error(`PORT ${port} is taken by another program: stop it, or set another PORT (${error.message})`)
  return new Error(`PORT ${port}: ${error.message}`)
}

/** The same for its figures. */
export const metricsListenError = (error: Error): Error => new Error(`METRICS_PORT, METRICS_HOST: ${error.message}`)

async function tryListening(place: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer().listen(place)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Throws where the portal could not listen, before a database is migrated for nothing. */
export async function checkListening(config: Config): Promise<void> {
  const { port, host, metrics } = config
  await tryListening({ port, host }).catch((error) => {
    throw listenError(config, error)
  })
  if (metrics)
    await tryListening(metrics).catch((error) => {
      throw metricsListenError(error)
    })
}
