import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hindrances } from './migration-rules.mjs'

interface Release {
  version: string
  oldest: string
  migrations: Record<string, string>
}

const folder = 'api/migrations'
const read = (file: string) => readFileSync(file, 'utf8')
const releases: Release[] = JSON.parse(read(`${folder}/releases.json`))
const released = Object.assign({}, ...releases.map(({ migrations }) => migrations)) as Release['migrations']
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const { version } = JSON.parse(read('package.json')) as { version: string }

test('the version of package.json is the last release, whose migrations are what they were', () => {
  const last = releases.at(-1)
  expect(last?.version, 'npm run upgrades -- --mark adds a release').toBe(version)
  const now = files.map((name) => [
    name,
    createHash('sha256')
      .update(read(`${folder}/${name}`))
      .digest('hex'),
  ])
  expect(Object.fromEntries(now)).toMatchObject(released)
})

test('a new migration comes after those that databases have', () => {
  const last = Object.keys(released).toSorted().at(-1) ?? ''
  const early = files.filter((name) => !released[name] && name < last)
  expect(early, `Databases refuse what is named before ${last}: take a later date`).toEqual([])
})

test('the version before goes on working on what the new migrations make', async () => {
  const fresh = files.filter((name) => !released[name]).map((name) => ({ name, text: read(`${folder}/${name}`) }))
  expect(await hindrances(fresh, version), 'api/migrations/README.md, Two versions at once').toEqual([])
})

const told = async (text: string) => hindrances([{ name: 'a.sql', text }], '0.3.0')

test.each([
  ['alter table belt drop column remark', 'drops the column belt.remark'],
  ['alter table belt rename column remark to note', 'renames remark'],
  ['alter table belt rename to rank', 'renames belt'],
  ['drop table belt', 'drops belt'],
  ['drop function raise_version()', 'drops raise_version'],
  ['alter table belt add column grade int not null', 'asks for belt.grade, which has no default'],
  ['alter table belt alter column remark set not null', 'asks for belt.remark, which could be null'],
  ['alter table belt alter column remark drop default', 'takes the default from belt.remark'],
  ['alter table belt alter column remark type varchar(9)', 'changes the type of belt.remark'],
  ['alter table belt add constraint short check (length(remark) < 9)', 'gives belt the constraint short'],
  ['alter table belt add constraint once unique (remark)', 'gives belt the constraint once'],
  [
    'alter table belt add constraint tied foreign key (remark) references rank (grade)',
    'gives belt the constraint tied',
  ],
  ['create unique index once on belt (lower(remark))', 'makes once unique'],
  [
    'create trigger asks before insert on belt for each row execute function refuse_change()',
    'gives belt the trigger asks',
  ],
])('%s', async (text, fault) => {
  expect(await told(text)).toEqual([`a.sql: ${fault}`])
})

test('what portals of the last release do not know is free', async () => {
  const text = `
    create table rank (id uuid primary key, grade int);
    alter table rank add constraint positive check (grade > 0), alter column grade set not null, drop column grade;
    create unique index rank_once on rank (grade);
    create trigger asks before insert on rank for each row execute function refuse_change();
    alter table belt add column grade int not null default 1 check (grade > 0), add column rank uuid references rank;
    alter table belt add constraint pair check ((grade is null) = (rank is null));
    create unique index belt_rank_once on belt (rank);
    drop index belt_old; alter table belt drop constraint belt_remark_check;`
  expect(await told(text)).toEqual([])
})

test('what they no longer use since a release may go, and says since which', async () => {
  const drop = 'alter table belt drop column remark'
  expect(await told(`-- É\n-- Since 0.3.0: nothing reads remarks any more.\n${drop};\nselect 1;`)).toEqual([])
  // The next release is not there yet: portals of the last one still read it.
  expect(await told(`-- Since 0.4.0: nothing reads remarks any more.\n${drop}`)).toHaveLength(1)
  expect(await told(`-- Since 0.3.0: nothing reads it.\nselect 1; ${drop}`)).toHaveLength(1)
})
