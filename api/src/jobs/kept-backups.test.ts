import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { keptBackups, makeBackup, outlived, pastIn } from './kept-backups.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-kept-'))
const portal = await testPortal({ BACKUP_DIR: folder, BACKUP_KEEP: '2,0,1' })
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})
const { signal } = new AbortController()

/** The instant of two in the morning of that day in Kuala Lumpur. */
const night = (day: string) => new Date(`${day}T02:00:00+08:00`).toISOString()

test('the last of each of the latest days, weeks and months is kept', () => {
  const days = Array.from({ length: 120 }, (_, day) =>
    new Date(Date.parse('2026-08-01') + day * 86_400_000).toISOString().slice(0, 10),
  )
  const gone = outlived(days.map(night), { days: 3, weeks: 2, months: 3 })
  const left = days.filter((day) => !gone.includes(night(day)))
  // 28 November 2026 is a Saturday: the 22nd ended the week before.
  expect(left).toEqual(['2026-09-30', '2026-10-31', '2026-11-22', '2026-11-26', '2026-11-27', '2026-11-28'])
})

test('of several of one day the last one counts, also where that is another day in UTC', () => {
  const [early, late, next] = ['2026-11-19T15:59:00.000Z', '2026-11-19T16:01:00.000Z', '2026-11-20T15:00:00.000Z']
  expect(outlived([early, late, next], { days: 2, weeks: 0, months: 0 })).toEqual([late])
})

test('a back-up that is made pushes out those that nothing keeps, and touches nothing else', async () => {
  await mkdir(join(folder, 'academy-2026-11-17-180000.partial', 'tables'), { recursive: true })
  await mkdir(join(folder, 'photos of the academy'))
  await writeFile(join(folder, 'academy-list.txt'), 'by hand')
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) {
    portal.clock.set(night(day))
    expect(await makeBackup(portal.portal, signal)).toMatch(/^[\d,]+ rows and 0 pictures in academy-/)
  }
  const kept = ['academy-2026-11-18-180000', 'academy-2026-11-19-180000']
  expect((await readdir(folder)).toSorted()).toEqual([...kept, 'academy-list.txt', 'photos of the academy'].toSorted())
  const listed = await keptBackups(folder)
  expect(listed.map(({ name }) => name)).toEqual(kept.toReversed())
  for (const { rows, bytes, at } of listed) {
    expect(rows).toBeGreaterThan(0)
    expect(bytes).toBeGreaterThan(1000)
    expect([night('2026-11-19'), night('2026-11-20')]).toContain(at)
  }
})

test('those that a clock which was ahead dated later push nothing out, and are not the latest', async () => {
  const later = ['academy-2027-11-18-180000', 'academy-2027-11-19-180000']
  for (const name of later) await mkdir(join(folder, name))
  portal.clock.set(night('2026-11-21'))
  await makeBackup(portal.portal, signal)
  expect(await readdir(folder)).toEqual(expect.arrayContaining([...later, 'academy-2026-11-20-180000']))
  expect(await pastIn(folder, night('2026-11-22'))).toEqual(['academy-2026-11-20-180000', 'academy-2026-11-19-180000'])
  for (const name of later) await rm(join(folder, name), { recursive: true })
})

test('one that is broken off leaves nothing and pushes nothing out', async () => {
  const before = (await readdir(folder)).toSorted()
  portal.clock.set(night('2026-11-25'))
  await expect(makeBackup(portal.portal, AbortSignal.abort())).rejects.toThrow()
  expect((await readdir(folder)).toSorted()).toEqual(before)
})

test('a folder that cannot be read is no folder without back-ups', async () => {
  const file = join(folder, 'not-a-folder')
  await writeFile(file, '')
  await expect(keptBackups(file)).rejects.toThrow('ENOTDIR')
  expect(await keptBackups(join(folder, 'not there yet'))).toEqual([])
})

test('the page of jobs says that the folder cannot be read', async () => {
  const lost = join(folder, 'lost')
  const other = await testPortal({ BACKUP_DIR: lost })
  try {
    await rm(lost, { recursive: true, force: true })
    await writeFile(lost, '')
    const answer = await (await other.as()).get('/job')
    expect([answer.statusCode, answer.json().backups]).toMatchObject([
      200,
      { list: [], problem: expect.stringContaining('ENOTDIR') },
    ])
  } finally {
    await other.close()
  }
})
