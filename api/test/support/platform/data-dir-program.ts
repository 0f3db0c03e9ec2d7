// A process for the tests of platform and postgres: locks a folder or starts an embedded database, prints one line of
// JSON, and holds it until SIGTERM. By hand: node data-dir-program.ts claim|start <folder> [options as JSON]
import { claimDataDir } from '../../../src/platform/runtime/data-dir/data-dir.ts'
import { startEmbedded } from '../../../src/postgres/postgres.ts'

const [job, folder = '', options = '{}'] = process.argv.slice(2)
const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`)

try {
  const held = job === 'claim' ? await claimDataDir(folder) : await startEmbedded(folder, () => {}, JSON.parse(options))
  const stay = setInterval(() => {}, 60_000)
  process.on('SIGTERM', async () => {
    await ('stop' in held ? held.stop() : held.release())
    clearInterval(stay)
  })
  say({ held: true, ...held, ...('ownerUrl' in held ? { ownerUrl: held.ownerUrl() } : {}) })
} catch (error) {
  say({ held: false, message: error instanceof Error ? error.message : String(error) })
}
