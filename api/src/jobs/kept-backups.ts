/** The back-ups that the portal makes by itself: a folder each, of which some are kept. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { KeptBackup } from '@academy/contract/jobs/jobs.ts'
import { isEncrypted, manifestOf, openBackup } from '../platform/data/index.ts'
import { businessDate, type Config, type Portal, readFolder } from '../platform/runtime/index.ts'

/** `academy-2026-11-26-020005`, by the instant in UTC. What is called otherwise was laid there by somebody else. */
export const nameForm = /^academy-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)$/
const nameAt = (at: string) => `academy-${at.slice(0, 19).replaceAll(':', '').replace('T', '-')}`
export const instantOf = (name: string) => name.replace(nameForm, '$1T$2:$3:$4.000Z')

/** The first of January 1970 was a Thursday. */
const weekOf = (day: string) => String(Math.floor((Date.parse(day) / 86_400_000 + 3) / 7))

type Keep = Config['backups']['keep']
const periods: readonly [keyof Keep, (day: string) => string][] = [
  ['days', (day) => day],
  ['weeks', weekOf],
  ['months', (day) => day.slice(0, 7)],
]

/** Those of the instants that no day, week or month keeps. */
export function outlived(instants: readonly string[], keep: Keep): string[] {
  const latestFirst = instants.toSorted().reverse()
  const kept = periods.flatMap(([name, periodOf]) => {
    const seen = new Map<string, string>()
    for (const at of latestFirst) {
      const period = periodOf(businessDate(new Date(at)))
      if (!seen.has(period)) seen.set(period, at)
    }
    return [...seen.values()].slice(0, keep[name])
  })
  return latestFirst.filter((at) => !kept.includes(at))
}

/** Every file below a folder, by its path there. */
export async function filesIn(folder: string): Promise<{ path: string; bytes: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    files.map(async (file) => ({
      path: relative(folder, file).replaceAll(sep, '/'),
      bytes: (await stat(file)).size,
    })),
  )
}

/** The names of the back-ups in a folder, the latest first. */
export const namesIn = async (folder: string) =>
  (await readFolder(folder))
    .filter((name) => nameForm.test(name))
    .toSorted()
    .reverse()

/** The same without those that a clock which was ahead dated later than now: they are neither the latest nor outlived. */
export const pastIn = async (folder: string, now: string) =>
  (await namesIn(folder)).filter((name) => instantOf(name) <= now)

/** By its folder: a back-up that is made does not change, and thousands of pictures take long to weigh. */
const weighed = new Map<string, KeptBackup>()

async function weigh(place: string, name: string): Promise<KeptBackup | null> {
  const known = weighed.get(place)
  if (known) return known
  const read = await toldBy(place).catch(() => null)
  if (!read) return null
  const files = await filesIn(place)
  const backup = {
    name,
    at: instantOf(name),
    rows: read.rows,
    pictures: files.filter(({ path }) => path.startsWith('files/')).length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    isEncrypted: isEncrypted(place),
  }
  weighed.set(place, backup)
  return backup
}

/** What the manifest tells, where it can be read without a key. Throws where there is none. */
async function toldBy(place: string): Promise<{ rows: number | null }> {
  if (isEncrypted(place)) return { rows: null }
  const { tables } = await manifestOf(await openBackup(place))
  return { rows: tables.reduce((sum, table) => sum + table.rows, 0) }
}

/** The latest first; one that cannot be read is left out. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const names = await namesIn(folder)
  const found = await Promise.all(names.map((name) => weigh(join(folder, name), name)))
  return found.filter((backup) => backup !== null)
}

/** Makes one, then removes what is not kept any more, and what one that was cut short has left. */
export async function makeBackup(portal: Portal, signal: AbortSignal): Promise<string> {
  const { folder, keep } = portal.config.backups
  if (!folder) throw new Error('There is no BACKUP_DIR')
  for (const name of await readFolder(folder))
    if (name.endsWith('.partial') && nameForm.test(name.replace('.partial', '')))
      await rm(join(folder, name), { recursive: true, force: true })
  const at = portal.clock.now().toISOString()
  const manifest = await portal.backUp(join(folder, nameAt(at)), at, signal)
  const instants = (await pastIn(folder, at)).map(instantOf)
  for (const past of outlived(instants, keep)) await rm(join(folder, nameAt(past)), { recursive: true, force: true })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} rows and ${manifest.files} pictures in ${nameAt(at)}`
}
