import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { embeddedTests, expectMarker, writeMarker } from '../../test/support/platform/embedded.ts'
import { copyBinaries, installedBinaries, withLibraries } from './binaries.ts'
import { partsOf } from './cluster.ts'
import { chooseLauncher } from './launcher.ts'

const { home, folder, start, ready, child } = embeddedTests()
const nobody = 65534

/** A copy of the binaries' package; `closed` puts it in a folder only its owner can enter, like a checkout there. */
function copyOfPackage(closed: boolean): string {
  const place = path.join(home(), 'checkout')
  mkdirSync(place, { mode: closed ? 0o700 : 0o755 })
  cpSync(path.join(installedBinaries(), '..'), place, { recursive: true, verbatimSymlinks: true })
  return path.join(place, 'native')
}

test('the library links are made again when the installation ran no scripts', () => {
  const native = copyOfPackage(false)
  const links: { target: string }[] = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))
  const targets = links.map(({ target }) => path.join(native, '..', target))
  for (const target of targets) rmSync(target, { force: true })
  const initdb = path.join(native, 'bin/initdb')
  expect(spawnSync(initdb, ['--version']).status).not.toBe(0)
  expect(withLibraries(native)).toBe(native)
  for (const target of targets) expect(existsSync(target)).toBe(true)
  expect(spawnSync(initdb, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^initdb \(PostgreSQL\) 18/)
})

test('binaries that must be copied are copied once, and not taken from a folder others can write to', () => {
  const native = copyOfPackage(true)
  const copy = copyBinaries(native, home())
  const made = statSync(path.join(copy, 'bin/postgres')).ino
  expect(statSync(path.join(copyBinaries(native, home()), 'bin/postgres')).ino).toBe(made)
  chmodSync(copy, 0o777)
  expect(() => copyBinaries(native, home())).toThrow('was not made by this portal')
})

/** Whether this machine allows user namespaces; some containers do not. */
const hasNamespaces = spawnSync('unshare', ['-U', 'true']).status === 0

if (process.getuid?.() === 0) {
  test('an ordinary user starts it as they are', async () => {
    const person = chooseLauncher(installedBinaries(), home(), ['userns'])
    chownSync(home(), nobody, nobody)
    const { message, launcher, ownerUrl } = await child(person)
    expect({ message, launcher }).toEqual({ message: '', launcher: 'self' })
    await writeMarker({ ownerUrl })
  })

  if (hasNamespaces) {
    test('root runs it in a user namespace, also under a folder only root can enter', async () => {
      const embedded = await start({ binaries: copyOfPackage(true) })
      expect(embedded.launcher).toBe('userns')
      await writeMarker(embedded)
      expect(statSync(partsOf(folder()).cluster).uid).toBe(0)
    })

    test('data made in a user namespace serve nobody where there is none, and the other way round', async () => {
      await ready()
      const first = await start()
      await writeMarker(first)
      await first.stop()
      const second = await start({ without: ['userns'] })
      await expectMarker(second)
      await second.stop()
      await expectMarker(await start())
    })
  }

  test('root without user namespaces runs it as nobody', async () => {
    chmodSync(home(), 0o755)
    const embedded = await start({ binaries: copyOfPackage(false), without: ['userns'] })
    expect(embedded.launcher).toBe('nobody')
    await writeMarker(embedded)
    expect(statSync(partsOf(folder()).cluster).uid).toBe(nobody)
  })

  test('root without user namespaces runs it as nobody also under a folder only root can enter', async () => {
    const embedded = await start({ binaries: copyOfPackage(true), without: ['userns'] })
    expect(embedded.launcher).toBe('nobody with passage')
    await writeMarker(embedded)
  })

  test('where nobody can be given no passage, the binaries are copied to where nobody can read them', async () => {
    chmodSync(home(), 0o755)
    const embedded = await start({ binaries: copyOfPackage(true), without: ['userns', 'passage'] })
    expect(embedded.launcher).toBe('nobody')
    await writeMarker(embedded)
  })

  test('data that no user but root can reach are refused with a place to put them', async () => {
    const refused = start({ without: ['userns', 'passage'] })
    await expect(refused).rejects.toThrow('Set DATA_DIR to a folder others may pass through')
  })
} else {
  test('an ordinary user starts it as they are', async () => {
    const embedded = await start()
    expect(embedded.launcher).toBe('self')
    await writeMarker(embedded)
  })
}
