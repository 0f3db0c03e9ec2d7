/** What a connection, or behind a pooler a transaction, asks for, whatever the server, its database or the role says. */
import { type RawBuilder, sql } from 'kysely'

export interface Limits {
  statement_timeout: string
  lock_timeout: string
  idle_in_transaction_session_timeout: string
}

/** For calls, which somebody waits for. */
export const withinCalls: Limits = {
  statement_timeout: '10s',
  lock_timeout: '8s',
  idle_in_transaction_session_timeout: '30s',
}

/** For migrations, back-ups and proofs. */
export const unlimited: Limits = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** What texts mean that go to the database and come from it, and what a transaction sees. */
const meanings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
}

const asked = (limits: Limits): [string, string][] => Object.entries({ ...meanings, ...limits })

/** In the form of PostgreSQL's command line, where a space is written with a backslash. */
export const settingsText = (limits: Limits): string =>
  asked(limits)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

/** The same for one transaction, whose isolation was given when it began. */
export const settingsOfTransaction = (limits: Limits): string =>
  asked(limits)
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ')

export interface Setting {
  name: string
  value: string
}

const namesOf = (limits: Limits) => asked(limits).map(([name]) => name)

export const settingsNow = (limits: Limits): RawBuilder<Setting> =>
  sql<Setting>`select name, current_setting(name) as value from unnest(${namesOf(limits)}::text[]) as name`

/** The same for a connection of its own. */
export const settingsAsked = (limits: Limits) => ({
  text: 'select name, current_setting(name) as value from unnest($1::text[]) as name',
  values: [namesOf(limits)],
})

/** What to do about a connection that does not get its settings. */
export const whereSettingsGo =
  'Take options out of its address; where that is a pooler, name the server itself in DATABASE_DIRECT_URL (docs/operations.md, Poolers)'

/** Which of them a connection does not have, and what to do; null where it has all. */
export function settingsFault(limits: Limits, now: readonly Setting[]): string | null {
  const values = new Map(now.map(({ name, value }) => [name, value]))
  const others = asked(limits).filter(([name, value]) => values.get(name) !== value)
  if (others.length === 0) return null
  const found = others.map(([name]) => `${name} is ${values.get(name)}`).join(', ')
  return `The database does not take the portal's settings: ${found}. ${whereSettingsGo}`
}

/** In which encoding a database keeps its texts. */
export const encodingKept = `
  select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`

/** The settings without which a change that was acknowledged may be gone after a crash, if they are off. */
export const durabilityOff = `select name from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`

/** Whether a database knows letters beyond A to Z, on which the index of names and the search without case rest. */
export const lettersKnown = `select lower('É') = 'é' and '陈' ~ '^[[:alpha:]]$' as "areKnown"`
