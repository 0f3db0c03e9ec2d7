/**
 * Two portals on one database behind nginx, with deploy/nginx.conf, restarted in turn while eight callers read and write:
 * `npm run bench rolling`. Needs nginx on the PATH.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { freePorts, startNginx } from '../api/test/support/platform/nginx.ts'
import { signIn } from './support/caller.ts'
import { print } from './support/figures.ts'
import { password, type RunningPortal, startPortal, withDataDir } from './support/portal.ts'

const restarts = 8
const callers = 8
const readings = ['/belt?limit=10', '/member?limit=10', '/dashboard/overview']
/** One call in so many writes. */
const writes = 3

await withDataDir(async (folder) => {
  const ports = await freePorts(2)
  const database = await startEmbedded(join(folder, 'postgres'), () => {})
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl(),
    FILES_DIR: join(folder, 'files'),
    AUDIT_KEY_FILE: join(folder, 'audit-key'),
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '5',
  }
  const start = (n: number) =>
    startPortal(join(folder, `portal ${n}`), false, false, { ...settings, PORT: String(ports[n]) })
  const portals: RunningPortal[] = [await start(0), await start(1)]
  const nginx = await startNginx(folder, ports)
  const { address } = nginx
  const { token } = await signIn(`http://127.0.0.1:${ports[0]}`, 'admin', password)

  let isOver = false
  let [read, written] = [0, 0]
  const errors = new Map<string, number>()
  const note = (error: string) => errors.set(error, (errors.get(error) ?? 0) + 1)

  async function call(path: string, body?: object) {
    const answer = await fetch(`${address}/api/admin${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 80)}`)
    return JSON.parse(text)
  }

  async function keepCalling(caller: number) {
    for (let n = 0; !isOver; n++)
      try {
        if (n % writes === 0) {
          await call('/belt', { beltColor: `Belt ${n} of ${caller}` })
          written += 1
        } else {
          await call(readings[n % readings.length] ?? '')
          read += 1
        }
      } catch (error) {
        note(String(error))
      }
  }

  const calling = Array.from({ length: callers }, (_, caller) => keepCalling(caller))
  for (let n = 0; n < restarts; n++) {
    await portals[n % 2]?.stop()
    portals[n % 2] = await start(n % 2)
    // nginx leaves it out for five seconds after it was gone.
    await pause(6000)
  }
  isOver = true
  await Promise.all(calling)
  const { total } = await call('/belt?limit=1')
  await nginx.stop()
  await Promise.all(portals.map((portal) => portal.stop()))
  await database.stop()

  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  print(['restarts', 'reads', 'writes', 'there', 'errors'], [[restarts, read, written, total, failed]])
  for (const [error, count] of errors) console.log(`${count} times ${error}`)
  if (failed > 0 || total !== written) process.exitCode = 1
})
