import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { copyBinaries } from './binaries.ts'

const NOBODY = 65534

/** How to run PostgreSQL, which refuses to run as root, and where its programs are. */
export type Launcher = {
  name: 'self' | 'userns' | 'nobody' | 'nobody with passage'
  /** Folder of `postgres` and `initdb`. */
  bin: string
  /** Arguments before the program. */
  prefix: string[]
  /** The user (and group) to switch to, who also owns the data, if not the portal's own. */
  uid?: number
}

/** Ways to run as root that a machine may lack; a test turns them off by name. */
export type Way = 'userns' | 'passage'

/**
 * Chooses how to run PostgreSQL for data below `place`. As root: in a user namespace if the machine allows one, else as
 * nobody, where need be with the capability to pass through closed folders.
 */
export function chooseLauncher(native: string, place: string, without: readonly Way[] = []): Launcher {
  const bin = path.join(native, 'bin')
  if (process.getuid?.() !== 0) return { name: 'self', bin, prefix: [] }

  const namespace = ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (!without.includes('userns') && runs(namespace)) return { name: 'userns', bin, prefix: namespace }

  const dataOpen = isOpenToAll(place, 0o001)
  if (dataOpen && isOpenToAll(path.join(bin, 'postgres'), 0o005))
    return { name: 'nobody', bin, prefix: [], uid: NOBODY }

  for (const right of without.includes('passage') ? [] : ['dac_read_search', 'dac_override']) {
    const person = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
    // Without the securebit the kernel drops the capability when the program checks its own access.
    const passage = [...person, '--securebits=+no_setuid_fixup', `--inh-caps=+${right}`, `--ambient-caps=+${right}`]
    if (runs([...passage, path.join(bin, 'postgres'), '--version'])) {
      return { name: 'nobody with passage', bin, prefix: passage, uid: NOBODY }
    }
  }
  if (dataOpen) return { name: 'nobody', bin: path.join(copyBinaries(native), 'bin'), prefix: [], uid: NOBODY }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can pass through to ${place}. ` +
      'Set DATA_DIR to a folder others may pass through, such as /var/lib/academy, or start the portal as an ordinary user.',
  )
}

/** Program, arguments and options that start `program` of PostgreSQL with this launcher. */
export function launch(launcher: Launcher, program: string, args: string[]) {
  const [command, ...rest] = [...launcher.prefix, path.join(launcher.bin, program), ...args]
  // The prefix switches users itself where there is one.
  const switchTo = launcher.prefix.length === 0 ? launcher.uid : undefined
  return {
    command: command ?? program,
    args: rest,
    options: {
      cwd: '/',
      // Nothing of the caller's locale or PG* variables may reach the server.
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...(switchTo === undefined ? {} : { uid: switchTo, gid: switchTo }),
    },
  }
}

function runs([command = 'true', ...args]: string[]): boolean {
  const real = command === 'unshare' ? [...args, 'true'] : args
  return spawnSync(command, real, { cwd: '/', stdio: 'ignore' }).status === 0
}

/** Whether everybody may pass through the folders above `target`, and has the given rights on it. */
function isOpenToAll(target: string, rights: number): boolean {
  if ((statSync(target).mode & rights) !== rights) return false
  const parent = path.dirname(target)
  return parent === target || isOpenToAll(parent, 0o001)
}
