import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type Launcher, launch } from './launcher.ts'

/** The paths in the folder of the embedded database. */
export const partsOf = (folder: string) => ({
  cluster: path.join(folder, 'cluster'),
  log: path.join(folder, 'server.log'),
  superuserPassword: path.join(folder, 'superuser-password'),
  ownerPassword: path.join(folder, 'owner-password'),
  portalPassword: path.join(folder, 'portal-password'),
})

/**
 * Creates the database in `folder` unless it exists: created beside it and renamed, so that a kill leaves nothing half
 * done and of two at once one wins.
 */
export function makeCluster(folder: string, launcher: Launcher, log: (line: string) => void): void {
  removeDrafts(folder)
  if (existsSync(partsOf(folder).cluster)) {
    giveTo(partsOf(folder).cluster, launcher.uid)
    return
  }
  log('Making the database')
  const draft = `${folder}.draft-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  const { cluster, superuserPassword, ownerPassword, portalPassword } = partsOf(draft)
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  // Another user must pass through to the cluster; everything beside it stays closed.
  chmodSync(draft, launcher.uid === undefined ? 0o700 : 0o711)
  writePassword(superuserPassword)
  const [owner, portal] = [ownerPassword, portalPassword].map(writePassword)
  try {
    if (launcher.uid !== undefined) {
      for (const file of [cluster, superuserPassword]) chownSync(file, launcher.uid, launcher.uid)
    }
    run(launcher, 'initdb', initdbOptions(cluster, superuserPassword))
    if (launcher.uid !== undefined) chownSync(superuserPassword, 0, 0)
    run(
      launcher,
      'postgres',
      ['--single', '-D', cluster, '-j', 'postgres'],
      [
        `CREATE ROLE portal ${plain} PASSWORD '${portal}'`,
        `CREATE ROLE academy_owner ${plain} PASSWORD '${owner}'`,
        'CREATE DATABASE academy OWNER academy_owner',
        ...closedDatabases,
      ],
    )
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(partsOf(folder).cluster)) throw error
    log('Another start made it first')
  }
}

/** A role that may log in and has no other attribute. */
export const plain = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'

/** Everybody may connect to a new database and make temporary tables there; of the portal's roles each has its place. */
export const closedDatabases = [
  'REVOKE ALL ON DATABASE academy, postgres, template1 FROM PUBLIC',
  'GRANT CONNECT ON DATABASE academy TO portal',
]

/** Writes a new random password, and answers it. */
export function writePassword(file: string): string {
  const password = randomBytes(24).toString('base64url')
  // On the disk before the server knows it: after a power cut nobody could sign in with an empty file.
  writeFileSync(file, password, { mode: 0o600, flush: true })
  return password
}

type ClusterRole = 'portal' | 'owner' | 'superuser'

/**
 * Connection URLs with their passwords; never written to a log. `superuser` is for the supervisor itself, `owner` for
 * migrations and commands; the portal runs as the plain role `portal`, which owns nothing.
 */
export function databaseUrl(folder: string, port: number, as: ClusterRole): string {
  const parts = partsOf(folder)
  // In a folder of a version before the owner's role, which still runs, the portal's role is the owner.
  const role = as === 'owner' && !existsSync(parts.ownerPassword) ? 'portal' : as
  const [user, file, database] = {
    portal: ['portal', parts.portalPassword, 'academy'],
    owner: ['academy_owner', parts.ownerPassword, 'academy'],
    superuser: ['postgres', parts.superuserPassword, 'postgres'],
  }[role] as [string, string, string]
  return `postgres://${user}:${readFileSync(file, 'utf8').trim()}@127.0.0.1:${port}/${database}`
}

const initdbOptions = (cluster: string, passwordFile: string) => [
  ...['-D', cluster, '-U', 'postgres', '--pwfile', passwordFile, '--auth=scram-sha-256', '--data-checksums'],
  // With the plain C character type a trigram index ignores Chinese.
  ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'}`,
]

function run(launcher: Launcher, program: string, args: string[], statements: string[] = []): void {
  const { command, args: words, options } = launch(launcher, program, args)
  // With -j a statement in single-user mode ends at an empty line.
  const input = statements.map((statement) => `${statement};\n\n`).join('')
  const done = spawnSync(command, words, { ...options, input, encoding: 'utf8' })
  const said = done.error?.message ?? `${done.stderr}`
  // Single-user mode reports a failed statement and still exits with success.
  if (done.status !== 0 || /^\S* ?(ERROR|FATAL|PANIC): /m.test(said) || /\b(ERROR|FATAL|PANIC): {2}/.test(said)) {
    throw new Error(`The database could not be made (${program}, run as ${launcher.name}): ${said.trim()}`)
  }
}

/** Removes what killed starts left half done. */
function removeDrafts(folder: string): void {
  const parent = path.dirname(folder)
  const prefix = `${path.basename(folder)}.draft-`
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    if (!name.startsWith(prefix) || existsProcess(Number(name.slice(prefix.length)))) continue
    rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function existsProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * PostgreSQL requires its folder to be owned by its user and closed to others. One created by another user is handed
 * over; one that was opened, as copying does, is closed.
 */
function giveTo(cluster: string, uid = process.getuid?.()): void {
  const { uid: owner, mode } = statSync(cluster)
  if ((mode & 0o027) !== 0) chmodSync(cluster, 0o700)
  if (uid === undefined || process.getuid?.() !== 0 || owner === uid) return
  chmodSync(path.dirname(cluster), 0o711)
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(cluster, name), uid, uid)
  }
  chownSync(cluster, uid, uid)
}
