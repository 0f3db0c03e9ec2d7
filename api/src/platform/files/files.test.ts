import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '../runtime/clock.ts'
import { localStore } from './files.ts'
import { fileLinks, linkSecret } from './files-link.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const key = `${'0a'.repeat(16)}.jpg`

describe('the folder', () => {
  test('keeps what is put into it and leaves nothing else behind', async () => {
    const store = localStore(join(folder, 'files'))
    await store.check()
    await store.put(key, Buffer.from('one'))
    await store.put(key, Buffer.from('two'))
    expect(await store.get(key)).toEqual(Buffer.from('two'))
    expect(await readdir(join(folder, 'files'))).toEqual([key])
    await store.remove(key)
    await store.remove(key)
    expect(await store.get(key)).toBeUndefined()
    expect(await readdir(join(folder, 'files'))).toEqual([])
  })

  test('knows no name but its own keys', async () => {
    const store = localStore(folder)
    for (const name of ['../link.key', '/etc/passwd', `../${key}`, `${key}/..`, 'a.jpg', '', key.toUpperCase()]) {
      await expect(store.get(name)).rejects.toThrow(RangeError)
      await expect(store.put(name, Buffer.from('x'))).rejects.toThrow(RangeError)
      await expect(store.remove(name)).rejects.toThrow(RangeError)
    }
  })

  test('says whether there is room', async () => {
    const store = localStore(folder)
    expect(await store.hasRoom(1)).toBe(true)
    expect(await store.hasRoom(2 ** 60)).toBe(false)
  })

  test('says when it cannot be written', async () => {
    await localStore(folder).put(key, Buffer.from('a file where the folder should be'))
    await expect(localStore(join(folder, key)).check()).rejects.toThrow()
  })
})

describe('the key that signs links', () => {
  test('is made once, even by several starts at once, and only its owner can read it', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => linkSecret(join(folder, 'data'))))
    expect(new Set(keys.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(await readdir(join(folder, 'data'))).toEqual(['link.key'])
    expect((await stat(join(folder, 'data', 'link.key'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(folder, 'data', 'link.key'), 'utf8')).toBe(keys[0]?.toString('hex'))
  })

  test('is different in every place', async () => {
    expect(await linkSecret(join(folder, 'a'))).not.toEqual(await linkSecret(join(folder, 'b')))
    const key = join(folder, 'a', 'link.key')
    await expect(linkSecret(key)).rejects.toThrow(`FILES_DIR ${key} cannot be used: `)
  })
})

describe('a link', () => {
  const clock = fixedClock('2026-11-21T04:20:00Z')
  const links = fileLinks(Buffer.alloc(32, 7), clock)
  const left = (key: string, expires: string, signature: string, session = 'session') =>
    links.secondsLeft({ key, expires, session, signature })
  const partsOf = (path: string) => {
    const url = new URL(path, 'http://portal')
    const query = url.searchParams
    return { key: url.pathname.split('/').at(-1) ?? '', e: query.get('e') ?? '', s: query.get('s') ?? '' }
  }

  test('ends in the key, stays the same within the hour and holds one to two hours', () => {
    clock.set('2026-11-21T04:00:00Z')
    const path = links.signedPath(key, 'session')
    expect(path).toMatch(new RegExp(`^/api/files/${key}\\?e=\\d+&u=session&s=[\\w-]{43}$`))
    clock.set('2026-11-21T04:59:59Z')
    expect(links.signedPath(key, 'session')).toBe(path)
    const { e, s } = partsOf(path)
    expect(left(key, e, s)).toBe(3601)
    clock.set('2026-11-21T05:00:00Z')
    expect(links.signedPath(key, 'session')).not.toBe(path)
    expect(left(key, e, s)).toBe(3600)
    clock.set('2026-11-21T06:00:00Z')
    expect(left(key, e, s)).toBeUndefined()
  })

  test('opens nothing else, cannot be prolonged, and nobody else can make one', () => {
    clock.set('2026-11-21T04:00:00Z')
    const { e, s } = partsOf(links.signedPath(key, 'session'))
    const other = `${'0b'.repeat(16)}.jpg`
    expect(left(other, e, s)).toBeUndefined()
    expect(left(key, String(Number(e) + 3600), s)).toBeUndefined()
    expect(left(key, e, s.slice(1))).toBeUndefined()
    expect(left(key, e, '')).toBeUndefined()
    expect(left(key, e, s, 'another session')).toBeUndefined()
    expect(left(key, `${e}.0`, s)).toBeUndefined()
    expect(left('../link.key', e, s)).toBeUndefined()
    const foreign = partsOf(fileLinks(Buffer.alloc(32, 8), clock).signedPath(key, 'session'))
    expect(left(key, foreign.e, foreign.s)).toBeUndefined()
  })
})
