import { existsSync, mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { nightlyProofs } from './books/nightly.ts'
import { reconciling } from './checkout/reconcile.ts'
import { buildApp } from './kit/app.ts'
import { readConfig } from './kit/config.ts'
import { claimDataDir } from './kit/data-dir.ts'
import { migrate } from './kit/database.ts'
import { keepEmbedded } from './kit/embedded-keeper.ts'
import { writeEarlierReceipts } from './payments/payments.ts'
import { rooms } from './rooms.ts'
import { firstStart } from './seed.ts'
import { openPortal } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start() {
  const config = readConfig(process.env)
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const claim = await claimDataDir(config.dataDir)
  const undo: (() => Promise<unknown>)[] = [() => claim.release()]
  const stopAll = async () => {
    for (const step of undo.reverse()) await step().catch((error) => say(`While stopping: ${error}`))
    undo.length = 0
  }
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    say(`Stopping (${signal})`)
    await stopAll()
    say('Stopped')
    process.exit(0)
  }
  process.on('SIGINT', () => void stop('Ctrl-C'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGHUP', () => void stop('SIGHUP'))
  try {
    const log = pino(
      { level: config.logLevel },
      pino.destination({ dest: join(config.dataDir, 'portal.log'), sync: false }),
    )
    let database: () => string
    if (config.databaseUrl) {
      const { databaseUrl } = config
      database = () => databaseUrl
    } else {
      say('Starting the embedded database')
      const tell = (line: string) => {
        say(line)
        log.warn(line)
      }
      const embedded = await keepEmbedded(join(config.dataDir, 'postgres'), tell)
      undo.push(() => embedded.stop())
      database = embedded.url
    }
    await migrate(database(), say)
    const portal = await openPortal(config, database, log)
    undo.push(() => portal.close())
    const earlier = await writeEarlierReceipts(portal)
    if (earlier > 0) say(`Wrote down ${earlier} receipts that were issued before`)
    const signIn = await firstStart(portal, say)
    const screens = fileURLToPath(new URL('../../web/dist', import.meta.url))
    const app = await buildApp(portal, rooms, log, { screens, version: manifest.version })
    undo.push(() => app.close())
    const cards = reconciling(portal)
    undo.push(async () => cards.stop())
    const address = await app.listen({ port: config.port, host: config.host })
    const proofs = nightlyProofs(portal)
    undo.push(async () => proofs.stop())
    if (!existsSync(join(screens, 'index.html'))) say('The screens are not built; only the calls are served')
    say(`${config.company.name} is ready at ${address}`)
    for (const line of signIn) say(line)
    if (config.payment.sandbox)
      say(
        'Card payments go to the sandbox: no money moves. PAYMENT_BASE_URL names a provider, PAYMENT_SANDBOX=off ends it',
      )
  } catch (error) {
    await stopAll()
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

await start().catch((error) => {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
