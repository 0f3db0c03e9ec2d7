/** Directus 11 on the tables of a portal's database, with what a row of ours shows declared to it. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePorts } from '../../api/test/support/platform/nginx.ts'

export const version = '11.17.4'
const token = 'peer'

interface Peer {
  address: string
  pid: number
  headers: Record<string, string>
  stop(): Promise<void>
}

const run = promisify(execFile)

/** From npm, without what its packages would compile: its sandbox for scripts in flows is not used here. */
async function install(folder: string) {
  const sandbox = join(folder, 'no-sandbox')
  await mkdir(sandbox, { recursive: true })
  await writeFile(join(sandbox, 'package.json'), '{"name":"isolated-vm","version":"5.0.3","main":"index.js"}')
  await writeFile(join(sandbox, 'index.js'), 'module.exports = {}')
  const overrides = { 'isolated-vm': 'file:./no-sandbox' }
  const manifest = {
    private: true,
    dependencies: { directus: version, 'isolated-vm': overrides['isolated-vm'] },
    overrides,
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'], { cwd: folder })
}

/**
 * What its administrator would click together: a member has wallets, parents and children. It takes no table without a key
 * of one column, so that the families get one that has it.
 */
const relations = `
  create table peer_family (id serial primary key, child uuid references member, parent uuid references member);
  insert into peer_family (child, parent) select child, parent from member_parent;
  create index on peer_family (child);
  create index on peer_family (parent);
  analyze peer_family;
  insert into directus_collections (collection, accountability)
    select unnest('{member,wallet,peer_family,enrolment,belt,coach,member_type,relationship}'::text[]), 'all';
  insert into directus_fields (collection, field, special)
    values ('member', 'wallets', 'o2m'), ('member', 'parents', 'm2m'), ('member', 'children', 'm2m');
  insert into directus_relations (many_collection, many_field, one_collection, one_field, junction_field) values
    ('wallet', 'member', 'member', 'wallets', null),
    ('peer_family', 'child', 'member', 'parents', 'parent'), ('peer_family', 'parent', 'member', 'children', 'child')`

/** Installs and starts Directus as the owner of the database; its own tables are `directus_*`. */
export async function startDirectus(folder: string, ownerUrl: string): Promise<Peer> {
  await install(folder)
  const { hostname, port: databasePort, username, password, pathname } = new URL(ownerUrl)
  const [port] = await freePorts(1)
  const address = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    NODE_ENV: 'production',
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: databasePort,
    DB_USER: decodeURIComponent(username),
    DB_PASSWORD: decodeURIComponent(password),
    DB_DATABASE: pathname.slice(1),
    SECRET: crypto.randomUUID(),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: crypto.randomUUID(),
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: address,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    QUERY_LIMIT_MAX: '-1',
    // It would refuse calls while the machine is busy, which they are to measure.
    PRESSURE_LIMITER_ENABLED: 'false',
  }
  const cli = join(folder, 'node_modules/directus/cli.js')
  await run(process.execPath, [cli, 'bootstrap'], { cwd: folder, env })
  const database = new pg.Client({ connectionString: ownerUrl })
  await database.connect()
  await database.query(relations)
  await database.end()
  const child = spawn(process.execPath, [cli, 'start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const isUp = () =>
    fetch(`${address}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('Directus did not start')
    await pause(200)
  }
  return {
    address,
    headers: { authorization: `Bearer ${token}` },
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', end)
      child.kill('SIGTERM')
      await ended
    },
  }
}
