/** PgBouncer before the server of a test run, for `npm run pooler`: by the transaction, with the file that is shipped. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const shipped = new URL('../../../../deploy/pgbouncer.ini', import.meta.url)
const nobody = 65534

export interface Pooler {
  /** Folder of its Unix socket. */
  socket: string
  stop(): Promise<void>
}

/** The shipped configuration for every database of this server, at a Unix socket, with so few connections of the server. */
function configuration(folder: string, server: URL, size: number): string {
  const changes: [RegExp, string][] = [
    [/^academy = .*$/m, `* = host=${server.hostname} port=${server.port}`],
    [/^listen_addr = .*$/m, 'listen_addr ='],
    [/^unix_socket_dir =$/m, `unix_socket_dir = ${folder}`],
    [/^auth_file = .*$/m, `auth_file = ${path.join(folder, 'userlist.txt')}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${size}`],
  ]
  return changes.reduce(
    (text, [line, other]) => {
      if (!line.test(text)) throw new Error(`deploy/pgbouncer.ini has no line ${line}`)
      return text.replace(line, other)
    },
    readFileSync(shipped, 'utf8'),
  )
}

/** Starts PgBouncer before a server, for the role of its URL. */
export async function startPooler(serverUrl: string, size: number): Promise<Pooler> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-pooler-'))
  const server = new URL(serverUrl)
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, configuration(folder, server, size))
  writeFileSync(path.join(folder, 'userlist.txt'), `"${server.username}" "${server.password}"\n`)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid)
    for (const name of ['', 'pgbouncer.ini', 'userlist.txt']) chownSync(path.join(folder, name), nobody, nobody)
  const child = spawn('pgbouncer', ['--quiet', file], { cwd: '/', stdio: 'inherit', ...user })
  const ended = once(child, 'exit')
  const abandon = () => {
    child.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  const isUp = () => existsSync(path.join(folder, '.s.PGSQL.6432'))
  while (!isUp()) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start; see above')
    await Promise.race([pause(20), ended])
  }
  return {
    socket: folder,
    async stop() {
      process.off('exit', abandon)
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
