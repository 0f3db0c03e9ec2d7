import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { adjustmentPaper } from './adjustments/document.ts'
import { readyAnchors } from './books/anchors.ts'
import { closePaper } from './cashdesk/document.ts'
import { jobsOf } from './jobs/jobs.ts'
import { checkListening, listenError } from './listening.ts'
import { portalMetrics, serveMetrics } from './metrics.ts'
import { modules } from './modules.ts'
import { writeEarlierReceipts } from './payments/payments.ts'
import {
  beforeMigrating,
  bringUpToDate,
  durabilityRemark,
  encryptingTo,
  refuseHalfRestored,
  type ScratchServer,
} from './platform/data/index.ts'
import { buildApp, callLog } from './platform/http/index.ts'
import { scheduled, tellingExports, watchClock } from './platform/jobs/index.ts'
import { closePdf, writeEarlierPapers } from './platform/pdf/index.ts'
import {
  type Config,
  claimDataDir,
  type Endings,
  endings,
  folderFor,
  type LineWriter,
  lineWriter,
  locationOf,
  noteMoved,
  readConfig,
  refuseMoved,
  serverOf,
  startTracing,
  systemClock,
  type Tracing,
} from './platform/runtime/index.ts'
import { superviseEmbedded } from './postgres/supervisor.ts'
import { firstStart, refuseFirstSettings, refuseSettings } from './seed.ts'
import { checkFiles, openPortal } from './start.ts'
import { worksOf } from './works.ts'

const out = lineWriter(1, (lost) => `${lost} lines were lost here\n`)
const say = (line: string) => out.write(`${line}\n`)
// The reader of our output may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const isInTerminal = [process.stdin, process.stdout].some(({ isTTY }) => isTTY)

/** Milliseconds. Whatever blocks the end of the portal is given up then: docs/operations.md. */
const longestEnd = 19_000
const longest = { calls: 6500, work: 4000, lines: 500 }

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Standard output, or the file of LOG_FILE. In a terminal, where people read, a file in DATA_DIR. */
function openLog({ dataDir, logFile, logLevel }: Config) {
  const file = logFile ?? (process.stdout.isTTY ? join(dataDir, 'portal.log') : undefined)
  if (!file) return { log: callLog(logLevel, out), lines: out }
  const lossLine = (linesLost: number) =>
    `${JSON.stringify({ level: 50, time: Date.now(), linesLost, msg: `${linesLost} lines were lost here` })}\n`
  const lines = lineWriter(file, lossLine, (error) =>
    say(
      `The log cannot be written: ${wordsOf(error)}. The portal goes on; /health/ready counts the lines that are lost`,
    ),
  )
  return { log: callLog(logLevel, lines), lines }
}

interface StartContext {
  config: Config
  log: Logger
  lines: LineWriter
  report: (line: string) => void
  ending: Endings
  signal: AbortSignal
  isDraining: () => boolean
}

/** The server of DATABASE_URL, or the embedded one, which is started; brought up to date. */
async function databaseOf(context: StartContext): Promise<{ url: () => string; server: ScratchServer }> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = context.config
  const embedded = databaseUrl === undefined ? await embeddedOf(context) : undefined
  const url = () => embedded?.url() ?? databaseUrl ?? ''
  const direct = () => databaseDirectUrl ?? url()
  const owner = () => embedded?.ownerUrl() ?? databaseOwnerUrl ?? direct()
  await refuseHalfRestored(owner())
  await refuseFirstSettings(context.config, owner())
  const backup = beforeMigrating(context.config, context.signal)
  const remarks = [
    ...(await bringUpToDate({ owner: owner(), portal: direct() }, say, backup)),
    await durabilityRemark(direct()),
  ]
  for (const remark of remarks) if (remark) context.report(remark)
  return { url, server: { owner, ...(embedded && { create: embedded.createDatabase }) } }
}

async function embeddedOf({ config, report, ending, signal }: StartContext) {
  refuseMoved(config.dataDir)
  const folder = join(config.dataDir, 'postgres')
  if (!existsSync(folder)) refuseSettings(config)
  say('Starting the embedded database')
  const embedded = superviseEmbedded(folder, report, { signal })
  ending.add('The database server', longestEnd, async (timeout) =>
    (await embedded.catch(() => undefined))?.stop(timeout - longest.lines),
  )
  return embedded
}

type OpenPortal = Awaited<ReturnType<typeof openPortal>>

/** Starts everything a portal consists of; each started part is registered with `ending`. */
async function open(context: StartContext) {
  const { config, log, ending, report } = context
  await checkListening(config)
  await checkFiles(config)
  const { folder } = config.backups
  if (folder && folderFor('BACKUP_DIR', folder)) report(`BACKUP_DIR: ${folder} was not there and was made`)
  const { file: anchors } = config.anchors
  if (await readyAnchors(anchors)) report(`ANCHOR_FILE: ${dirname(anchors)} was not there and was made`)
  const { url, server } = await databaseOf(context)
  // A later start without DATABASE_URL fails instead of serving this folder's old data.
  const elsewhere = serverOf(config)
  if (elsewhere) noteMoved(config.dataDir, locationOf(elsewhere), systemClock.now().toISOString())
  ending.add('The drawing of documents', longest.work, closePdf)
  const tracing = await startTracing(process.env)
  if (tracing) ending.add('The traces', longest.work, () => tracing.stop())
  const portal = await openPortal(config, url, log, systemClock, server, tracing)
  ending.add('The work in the background', longest.work, () => portal.close())
  const earlier = await writeEarlierReceipts(portal)
  if (earlier > 0) say(`Wrote down ${earlier} receipts that were issued before`)
  const papers = (await writeEarlierPapers(portal, adjustmentPaper)) + (await writeEarlierPapers(portal, closePaper))
  if (papers > 0) say(`Wrote down ${papers} credit adjustments and cash closes that were issued before`)
  const signIn = await firstStart(portal, say)
  // A password that was made is printed also where the rest of the start fails: nobody could read it again.
  const listening = await serve(context, portal, tracing).catch((error) => {
    for (const line of signIn) say(line)
    throw error
  })
  return { ...listening, signIn }
}

/** The portal's addresses, and what it does by itself. */
async function serve(context: StartContext, portal: OpenPortal, tracing: Tracing | undefined) {
  const { config, log, lines, ending, isDraining } = context
  const screens = fileURLToPath(new URL('../../web/dist', import.meta.url))
  const metrics = config.metrics && portalMetrics(portal, () => lines.state().linesLost)
  const app = await buildApp(portal, modules, log, {
    screens,
    logState: lines.state,
    isDraining,
    tracing,
    ...(metrics && { onCall: metrics.called, onShed: metrics.shed }),
  })
  ending.add('The calls under way', longest.calls, () => app.close())
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(config, error)
  })
  if (metrics && config.metrics) {
    const told = await serveMetrics(metrics, config.metrics)
    ending.add('The figures', longest.work, () => told.close())
    say(`Its figures are at ${told.address}`)
  }
  const progress = tellingExports(portal)
  ending.add('The progress of exports', longest.work, () => progress.stop())
  const clocks = watchClock(portal)
  ending.add('The watch of the clock', longest.work, () => clocks.stop())
  const jobs = scheduled(portal, jobsOf(portal, worksOf(portal)))
  ending.add('The jobs', longest.work, () => jobs.stop())
  return { address, hasScreens: existsSync(join(screens, 'index.html')) }
}

async function start() {
  const config = readConfig(process.env)
  if (config.backups.recipient) await encryptingTo(config.backups.recipient)
  // Nothing that runs later needs it.
  delete process.env.DATABASE_OWNER_URL
  const claim = await claimDataDir(config.dataDir, (holder) =>
    say(`Waiting for the portal that is stopping (process ${holder})`),
  )
  const { log, lines } = openLog(config)
  const report = (line: string) => {
    if (lines !== out) say(line)
    log.warn(line)
  }
  const ending = endings(longestEnd, report)
  const stopping = new AbortController()
  let isServing = false
  const leave = async (code: number) => {
    const written = await Promise.all([out, lines].map((each) => each.close(longest.lines)))
    // The exit would wait for a write that nobody reads.
    if (written.includes(false)) process.kill(process.pid, 'SIGKILL')
    process.exit(code)
  }
  const stop = async (why: string, code = 0) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    claim.stopping()
    say(`Stopping (${why})`)
    await ending.run()
    say('Stopped')
    await leave(code)
  }
  process.on('SIGINT', () => void stop('Ctrl-C'))
  let isDraining = false
  process.on('SIGTERM', () => {
    if (!isServing || config.drainMs === 0) return void stop('SIGTERM')
    // It may come twice: from systemd, and from npm, which passes its own on.
    if (isDraining) return
    isDraining = true
    claim.stopping()
    say(`Serving for ${config.drainMs / 1000} s more, while calls go to others; Ctrl-C (SIGINT) stops at once`)
    setTimeout(() => void stop('SIGTERM'), config.drainMs)
  })
  process.on('SIGHUP', () => {
    // Of a terminal that is closed, which nobody can stop the portal from any more; else of a program that rotates logs.
    if (isInTerminal) return void stop('SIGHUP')
    if (lines !== out) lines.reopen()
    log.info('the log was opened anew')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault of ours ends the portal')
    say(`A fault of ours: ${error.stack}`)
    void stop('a fault of ours', 1)
  })
  ending.add('the hold on DATA_DIR', longest.lines, () => claim.release())
  try {
    const context = { config, log, lines, report, ending, signal: stopping.signal, isDraining: () => isDraining }
    const { signIn, address, hasScreens } = await open(context)
    isServing = true
    if (!hasScreens) say('The screens are not built; only the calls are served')
    say(`${config.company.name} is ready at ${address}`)
    for (const line of signIn) say(line)
    if (config.payment.sandbox)
      say('Test payments: no card is charged. PAYMENT_BASE_URL names a provider, PAYMENT_SANDBOX=off ends it')
  } catch (error) {
    if (stopping.signal.aborted) return
    stopping.abort()
    await ending.run()
    say(wordsOf(error))
    await leave(1)
  }
}

await start().catch(async (error) => {
  say(wordsOf(error))
  await out.close(longest.lines)
  process.exit(1)
})
