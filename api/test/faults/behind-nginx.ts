import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseProxy } from '../support/platform/database-proxy.ts'
import { freePorts, hasNginx, startNginx } from '../support/platform/nginx.ts'
import { type PortalProcess, portalProcess } from '../support/platform/process.ts'
import { administrator, clientAt, until } from './client.ts'
import { serverPair } from './server-pair.ts'
import type { Fault, Ground } from './strikes.ts'

/** Milliseconds for which deploy/nginx.conf leaves a portal out that was gone, and one more second. */
const leftOutFor = 6000
/** Each way, on every statement: a database in another town. */
const slow = 5
/** Longer than a portal waits for what says nothing. */
const longHold = 20_000

/** Two portals behind nginx (deploy/nginx.conf) on a server with a standby, over a network of its own. */
export async function behindNginx({ leftOut }: { leftOut(line: string): void }): Promise<Ground | undefined> {
  if (!hasNginx()) {
    leftOut('Left out: two portals, rolling restart, network and fail-over: nginx is not installed')
    return undefined
  }
  const home = await mkdtemp(join(tmpdir(), 'academy-faults-'))
  const servers = await serverPair(home)
  const network = await databaseProxy(servers.url)
  const owner = new URL(servers.ownerUrl)
  owner.port = new URL(network.url).port
  const ports = await freePorts(2)
  const portals: PortalProcess[] = []
  for (const [n, port] of ports.entries()) {
    mkdirSync(join(home, `portal-${n}`))
    const portal = await portalProcess({
      ADMIN_PASSWORD: administrator.password,
      PORT: String(port),
      DATA_DIR: join(home, `portal-${n}`),
      DATABASE_URL: network.url,
      DATABASE_OWNER_URL: owner.href,
      FILES_DIR: join(home, 'files'),
      AUDIT_KEY_FILE: join(home, 'audit-key'),
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '5',
    })
    await portal.start()
    portals.push(portal)
  }
  mkdirSync(join(home, 'nginx'))
  const nginx = await startNginx(join(home, 'nginx'), ports)
  const client = clientAt(() => nginx.address)
  const isReady = async (portal: PortalProcess) =>
    (await portal.ask('/health/ready').catch(() => undefined))?.status === 200
  async function heal() {
    for (const portal of portals) await until('a portal is ready', () => isReady(portal))
    await client.heal()
  }

  let turn = 0
  const nextPortal = () => portals[turn++ % portals.length] as PortalProcess
  let killed = nextPortal()
  const faults: Fault[] = [
    {
      name: 'one of two portals is killed',
      strike() {
        killed = nextPortal()
        killed.kill()
      },
      async recover() {
        await killed.gone()
        await killed.start()
        await heal()
      },
    },
    {
      name: 'the network is slow',
      strike: () => network.delay(slow),
      async recover() {
        network.delay(0)
        await heal()
      },
    },
    {
      name: 'the server is killed and its standby takes over',
      strike: () => servers.kill(),
      async recover() {
        network.leadTo(await servers.promote())
        await servers.addStandby()
        await heal()
      },
    },
    {
      name: 'the network goes silent',
      strike: () => network.fallSilent(),
      async recover() {
        network.speak()
        await heal()
      },
    },
    {
      name: 'the portals are restarted in turn',
      async strike() {
        for (const portal of portals) {
          await portal.stop()
          await portal.start()
          await pause(leftOutFor)
        }
      },
      recover: heal,
    },
    {
      name: 'the network keeps everything back and delivers it late',
      async strike() {
        network.hold()
        await pause(longHold)
        network.release()
      },
      recover: heal,
    },
  ]
  return {
    client,
    faults,
    async end() {
      await nginx.stop()
      for (const portal of portals) await portal.remove()
      await network.close()
      await servers.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
