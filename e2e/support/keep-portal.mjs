/**
 * Runs the portal like `npm start`, on its own data. Ends when its standard input does, that is when its starter ends,
 * even by kill -9; then the portal is stopped and its data removed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clockOfDay } from '../../bootstrap/children.mjs'

const patience = 20_000
const { PATH = '', HOME = '', PORTAL_PASSWORD = '' } = process.env

const dataDir = await mkdtemp(join(tmpdir(), 'academy-browser-'))
process.stdout.write(`Its data are in ${dataDir}\n`)
const portal = spawn(process.execPath, ['bootstrap/run.mjs', 'start'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  env: {
    PATH,
    HOME,
    ...clockOfDay,
    DATA_DIR: dataDir,
    LOG_FILE: join(dataDir, 'portal.log'),
    BACKUP_DIR: join(dataDir, 'backups'),
    PORT: '0',
    HOST: '127.0.0.1',
    ADMIN_PASSWORD: PORTAL_PASSWORD,
    // One user plays many at once.
    CALLS_PER_MINUTE: '1000000',
    DEMO_PASSWORD: PORTAL_PASSWORD,
    // A machine that is busy with tests is no reason to refuse calls.
    SHED_DELAY: '0',
    COMPANY_NAME: 'Harimau Academy Sdn Bhd',
    COMPANY_ADDRESS: '12 Jalan Ampang, 50450 Kuala Lumpur',
    CONTACT_PHONE: '03-2161 0000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(portal, 'exit')

// The reader may be gone.
process.stdout.on('error', () => undefined)
portal.stdout.pipe(process.stdout)

const stop = () => {
  portal.kill('SIGTERM')
  setTimeout(() => portal.kill('SIGKILL'), patience).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
process.stdin.resume().on('close', stop)

await ended
await rm(dataDir, { recursive: true, force: true })
process.exit(portal.exitCode ?? 1)
