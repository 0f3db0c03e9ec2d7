import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../src/command/run-command.ts'
import { locationOf } from '../../../src/platform/runtime/index.ts'
import { databaseUrl, partsOf } from '../../../src/postgres/cluster.ts'
import { startEmbedded } from '../../../src/postgres/postgres.ts'
import { findServer, isServerOf } from '../../../src/postgres/server.ts'
import { firstStart } from '../../../src/seed.ts'
import { databaseUrlOf, emptyDatabase } from '../../support/books/books.ts'
import { onServer } from '../../support/platform/database.ts'
import { freePorts } from '../../support/platform/nginx.ts'
import { childEnvironment, type PortalProcess, portalProcess } from '../../support/platform/process.ts'
import { testPortal } from '../../support/portal.ts'
import { deskOf } from '../../support/staff/sign-in.ts'

const portal = await testPortal()
const desk = deskOf(portal)
/** As the owner of the tables, which the portal should not run as. */
const ownerUrl = await databaseUrlOf(portal, 'owner')
const ownsTables = 'owns the tables and could switch off what guards the books'
const environment = {
  ...childEnvironment,
  DATABASE_URL: await databaseUrlOf(portal),
  DATA_DIR: portal.portal.config.dataDir,
}
afterAll(() => portal.close())

/** The command line in a process of its own, as npm starts it; `meet` runs meanwhile. */
async function run(
  args: string[],
  more: Record<string, string> = {},
  meet?: (child: ChildProcess) => Promise<unknown>,
) {
  const script = fileURLToPath(new URL('../../../../bootstrap/portal.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { env: { ...environment, ...more } })
  let [said, complained] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    said += text
  })
  child.stderr.on('data', (text: Buffer) => {
    complained += text
  })
  const closed = once(child, 'close')
  await meet?.(child)
  const [code] = await closed
  return { code, said, complained }
}

/** The same without a process, for what is not about processes: starting one takes a second. */
async function runHere(args: string[], more: Record<string, string> = {}) {
  const [said, complained]: [string[], string[]] = [[], []]
  const code = await runCommand(
    args,
    { ...environment, ...more },
    {
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
    },
  )
  const text = (lines: string[]) => lines.map((line) => `${line}\n`).join('')
  return { code, said: text(said), complained: text(complained) }
}

test('works on the embedded database, while the portal runs and while it does not', async () => {
  const home = await mkdtemp(join(tmpdir(), 'academy-commands-'))
  const own = { DATABASE_URL: '', DATA_DIR: join(home, 'data') }
  const embedded = await portalProcess({ ...own, ADMIN_PASSWORD: 'correct_horse_1' })
  try {
    await embedded.start()
    expect((await run(['verify'], own)).said).toContain('Everything holds.')
    expect((await run(['backup', join(home, 'running')], own)).said).toContain('Backed up')
    expect((await run(['restore', join(home, 'running')], own)).complained).toContain('Stop it first.')
    // still there, since the command line must not stop what it did not start
    await embedded.signIn('admin', 'correct_horse_1')
    await embedded.stop()
    expect((await run(['reset-password', 'admin', '--password', 'correct_horse_2'], own)).code).toBe(0)
    const moved = { ...own, DATA_DIR: join(home, 'moved') }
    expect((await run(['restore', join(home, 'running')], moved)).said).toContain('Restored')
    expect((await run(['verify'], moved)).said).toContain('Everything holds.')
    await embedded.start()
    await embedded.signIn('admin', 'correct_horse_2')
    await leavesNoServer(embedded, own)
    await refusesWhatMoved(own, home)
  } finally {
    await embedded.remove()
    await rm(home, { recursive: true, force: true })
  }
}, 300_000)

/** A command that is terminated or killed while its database starts or runs ends the database with it. */
async function leavesNoServer(embedded: PortalProcess, own: { DATA_DIR: string }) {
  const folder = join(own.DATA_DIR, 'postgres')
  const asSuperuser = async (statement: string) => {
    const server = await findServer(folder)
    const url = new URL(databaseUrl(folder, server?.port ?? 0, 'superuser'))
    url.pathname = 'academy'
    await onServer(url.href, statement)
  }
  // Further connections of the portal's role hang, so that the command does not end by itself.
  await asSuperuser(`create function hold() returns event_trigger language plpgsql as
    $$ begin if session_user = 'portal' then perform pg_sleep(50); end if; end $$;
    create event trigger hold on login execute function hold()`)
  await embedded.stop()
  const { cluster } = partsOf(folder)
  const pidFile = join(cluster, 'postmaster.pid')
  const starting = async () =>
    existsSync(pidFile) ? { pid: Number.parseInt(await readFile(pidFile, 'utf8'), 10) } : undefined
  const running = () => findServer(folder)
  for (const [signal, moment] of [
    ['SIGTERM', starting],
    ['SIGTERM', running],
    ['SIGKILL', running],
  ] as const) {
    let server: { pid: number } | undefined
    const backup = join(own.DATA_DIR, `backup ${signal}`)
    const { code, complained } = await run(['backup', backup], own, async (child) => {
      server = await vi.waitUntil<{ pid: number } | undefined>(moment, { timeout: 60_000, interval: 5 })
      child.kill(signal)
    })
    expect(code, complained).toBe(signal === 'SIGTERM' ? 143 : null)
    await vi.waitUntil(() => !isServerOf(server?.pid ?? 0, cluster), { timeout: 60_000 })
    expect(await findServer(folder)).toBeUndefined()
    expect(existsSync(backup)).toBe(false)
  }
  const again = await startEmbedded(folder, () => {})
  await asSuperuser('drop event trigger hold; drop function hold()')
  await again.stop()
}

/** A portal with DATABASE_URL runs on the folder: the folder's earlier data are no longer taken for the academy's. */
async function refusesWhatMoved(own: { DATA_DIR: string }, home: string) {
  const folder = join(own.DATA_DIR, 'postgres')
  const key = { AUDIT_KEY_FILE: portal.portal.config.auditKeyFile }
  const later = await portalProcess({ ...own, ...key, DATABASE_URL: ownerUrl })
  const place = locationOf(environment.DATABASE_URL)
  const words = new RegExp(`moved to ${place} on .+ Set DATABASE_URL`)
  try {
    expect(await later.start()).toContain(ownsTables)
    for (const when of ['while it runs', 'later']) {
      for (const args of when === 'later'
        ? [['backup', join(home, when)]]
        : [['backup', join(home, when)], ['verify']]) {
        const answer = await run(args, own)
        expect([args, answer.code, words.test(answer.complained)]).toEqual([args, 1, true])
      }
      expect(existsSync(join(home, when))).toBe(false)
      expect(await findServer(folder)).toBeUndefined()
      await later.stop()
    }
    const forgetful = await portalProcess(own)
    await expect(forgetful.start()).rejects.toThrow(words)
    const saved = await run(['backup', join(home, 'right')], { DATA_DIR: own.DATA_DIR })
    expect(saved.said).toMatch(new RegExp(`It is of ${place}, where something was last done at 2\\d{3}-\\d\\d-\\d\\dT`))
    await rm(join(own.DATA_DIR, 'database-moved.json'))
    expect((await run(['verify'], own)).said).toContain('Everything holds.')
    expect((await run(['moved-to', 'db.example.com/academy'], own)).code).toBe(0)
    expect((await run(['verify'], own)).complained).toContain('moved to db.example.com/academy on ')
  } finally {
    await later.stop()
  }
}

describe('the command line', () => {
  test('tells its commands, and each of them itself', async () => {
    const overview = await run(['--help'])
    expect(overview.code).toBe(0)
    for (const name of ['create-admin', 'reset-password', 'seed-demo', 'backup', 'restore', 'verify'])
      expect(overview.said).toMatch(new RegExp(`^  ${name} +\\w`, 'm'))
    const one = await runHere(['backup', '--help'])
    expect([one.code, one.complained]).toEqual([0, ''])
    expect(one.said).toMatch(/^npm run portal -- backup \[FOLDER\] \[--standby\]\n\n/)
  })

  test.each([
    [[], ''],
    [['constructor'], 'There is no command constructor.'],
    [['verify', '--fly'], "Unknown option '--fly'.\n\nnpm run portal -- verify"],
    [['seed-demo', 'backup'], 'seed-demo takes no words.'],
    [['create-admin'], 'Say the username.'],
    [['create-admin', 'a!'], 'Only letters, numbers, spaces, dots, and underscores are allowed.'],
    [['create-admin', 'abc', '--password', 'short'], 'Password must be at least 8 characters long'],
    [['restore'], 'Say the folder of the back-up.'],
    [['backup', '--identity', 'x', 'folder'], 'backup has no option --identity.'],
    [['verify', '--password', 'x'], 'verify has no option --password.'],
  ])('used as %j says what is wrong', async (args, words) => {
    const answer = await runHere(args)
    expect(answer.code).toBe(2)
    expect(answer.complained).toContain(words)
  })

  test('used wrongly ends its process as it says', async () => {
    const answer = await run(['fly'])
    expect([answer.code, answer.said]).toEqual([2, ''])
    expect(answer.complained).toMatch(/^There is no command fly\.\n\nThe tools of whoever keeps the portal\.\n/)
  })

  test('adds an administrator who can do everything', async () => {
    const answer = await run(['create-admin', 'rescue', '--password', 'rescued_me_1'])
    expect([answer.code, answer.complained]).toEqual([0, ''])
    const [stored] = await portal.run((tx) =>
      tx.query<{ password: string }>(sql`select password from staff_user where username = 'rescue'`),
    )
    expect(stored?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const signedIn = await desk.signIn('rescue', 'rescued_me_1')
    expect(signedIn.json().user.userGroup.permissions.user).toEqual(['view', 'create', 'edit', 'delete'])
    const again = await runHere(['create-admin', 'RESCUE'])
    expect([again.code, again.complained]).toEqual([1, 'There is already a user RESCUE\n'])
  })

  test('adds one even where the group of administrators was stripped and disabled', async () => {
    await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        sql`update user_group set permissions = '{}', is_disable = true`.execute(on()),
      ),
    )
    const answer = await run(['create-admin', 'second.rescue'], { NEW_PASSWORD: 'rescued_me_2' })
    expect(answer.said).toContain('in the group Administrator 2')
    expect(answer.said).not.toContain('rescued_me_2')
    expect(
      (await desk.signIn('second.rescue', 'rescued_me_2')).json().user.userGroup.permissions.userGroup,
    ).toBeDefined()
  })

  test('gives a new password, once shown, and ends the sessions', async () => {
    const person = await portal.as({}, { username: 'forgetful' })
    const answer = await runHere(['reset-password', 'Forgetful'])
    const password = /the password (\S+) \(shown only this once\)/.exec(answer.said)?.[1] ?? ''
    expect((await desk.profileOf(person.token)).statusCode).toBe(401)
    expect((await desk.signIn('forgetful', password)).statusCode).toBe(200)
    expect((await runHere(['reset-password', 'nobody'])).complained).toBe('There is no user nobody\n')
  })

  test('enables a user when asked', async () => {
    await portal.as({}, { username: 'locked out' })
    await desk.disable('locked out')
    const told = await runHere(['reset-password', 'locked out', '--password', 'back_again_1'])
    expect(told.said).toContain('locked out is disabled, though. Say --enable to change that.')
    expect((await desk.signIn('locked out', 'back_again_1')).statusCode).toBe(401)
    await runHere(['reset-password', 'locked out', '--password', 'back_again_1', '--enable'])
    expect((await desk.signIn('locked out', 'back_again_1')).statusCode).toBe(200)
  })

  test('makes no key of the audit trail where there was one: verify keeps no result, what would leave a record is refused', async () => {
    // Which leaves a record with its mark.
    await portal.as({}, { username: 'marked' })
    const key = join(environment.DATA_DIR, 'another place', 'audit-key')
    const { code, said } = await runHere(['verify'], { DATABASE_OWNER_URL: ownerUrl, AUDIT_KEY_FILE: key })
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(
        /This could not be kept: The key that marks the audit trail is not here \(AUDIT_KEY_FILE .*audit-key\)/,
      ),
    ])
    const reset = await runHere(['reset-password', 'marked'], { AUDIT_KEY_FILE: key })
    expect([reset.code, reset.complained]).toEqual([1, expect.stringContaining('The key that marks the audit trail')])
    expect(existsSync(key)).toBe(false)
  })

  test('verifies, and says so by its exit code', async () => {
    const well = await runHere(['verify'], { DATABASE_OWNER_URL: ownerUrl })
    expect(well.said).not.toContain(ownsTables)
    expect([well.code, well.complained]).toEqual([0, ''])
    expect(well.said).toContain('Everything holds.')
    const member = await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, async (on) => {
        const id = tx.newId()
        await sql`insert into member (id, kind, name, is_independent, created_at, updated_at)
          values (${id}, 'parent', 'Without a wallet', true, ${tx.now}, ${tx.now})`.execute(on())
        return id
      }),
    )
    const broken = await runHere(['verify'], { DATABASE_URL: ownerUrl })
    expect(broken.said).toContain(ownsTables)
    expect(broken.code).toBe(1)
    expect(broken.said).toContain(`FAULT  every member has a wallet: member ${member}: there is no wallet`)
    const kept = await portal.run((tx) =>
      tx.query<{ byName: string; faults: number }>(sql`select by_name, faults from books_proof order by started_at`),
    )
    expect(kept).toEqual([
      { byName: 'command line', faults: 0 },
      { byName: 'command line', faults: 1 },
    ])
  })

  test('migrates as the owner, so that the portal needs its own role alone', async () => {
    const { url, ownerUrl: owner, drop } = await emptyDatabase()
    try {
      const alone = await runHere(['migrate'], { DATABASE_URL: url })
      expect([alone.code, alone.complained]).toEqual([1, expect.stringContaining('set DATABASE_OWNER_URL as well')])
      const { code, said } = await runHere(['migrate'], { DATABASE_URL: url, DATABASE_OWNER_URL: owner })
      expect([code, said]).toEqual([
        0,
        expect.stringMatching(/migrated 0001-platform\n.*The database is up to date\n$/s),
      ])
      expect(await onServer(url, 'select count(*)::int as members from member')).toEqual([{ members: 0 }])
    } finally {
      await drop()
    }
  })

  test('a first start that fails after it made the administrator prints the password all the same', async () => {
    const { url, ownerUrl: owner, drop } = await emptyDatabase()
    const [port] = await freePorts(1)
    // The same address in two spellings: each is free until the portal listens at the other.
    const places = { PORT: `${port}`, HOST: '127.0.0.1', METRICS_PORT: `${port}`, METRICS_HOST: '127.1' }
    const fresh = await portalProcess({ DATABASE_URL: url, DATABASE_OWNER_URL: owner, ...places })
    try {
      await expect(fresh.start()).rejects.toThrow(/Sign in as admin with the password \S+ .*EADDRINUSE/s)
    } finally {
      await fresh.remove()
      await drop()
    }
  })

  test('a first start names only users that there are, and makes none whom no form would take', async () => {
    const { url, ownerUrl: owner, drop } = await emptyDatabase()
    try {
      const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: owner, ADMIN_USERNAME: 'a@b' }
      const refused = await runHere(['seed-demo'], settings)
      expect([refused.code, refused.complained]).toEqual([1, expect.stringMatching(/^ADMIN_USERNAME: Only letters/)])
    } finally {
      await drop()
    }
    await portal.as(undefined, { username: 'present' })
    const started = (username: string) =>
      firstStart(
        { ...portal.portal, config: { ...portal.portal.config, admin: { username, password: undefined } } },
        () => {},
      )
    expect(await started('Present')).toEqual(['Sign in as Present with the password from the first start'])
    expect(await started('absent')).toEqual(['Sign in with a username and password of this academy'])
  })

  test('finds no portal where there is none', async () => {
    const answer = await runHere(['verify'], { DATABASE_URL: '', DATA_DIR: `${environment.DATA_DIR}/nowhere` })
    expect(answer.code).toBe(1)
    expect(answer.complained).toContain('There is no portal in DATA_DIR')
    const { ownerUrl: owner, drop } = await emptyDatabase()
    for (const args of [['verify'], ['backup', `${environment.DATA_DIR}/of nothing`], ['rebuild']])
      expect(await runHere(args, { DATABASE_URL: owner })).toEqual({
        ...{ code: 1, said: '' },
        complained: 'There is no portal in this database yet. Start the portal, or restore a back-up into it\n',
      })
    await drop()
  })
})
