import { CamelCasePlugin } from 'kysely'
import { onServer } from './database.ts'

/** What the driver makes of PostgreSQL's types, with the parsers of platform/data/database.ts. */
const typeOf: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  bigint: 'string',
  integer: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Day',
  'time without time zone': 'TimeOfDay',
  'timestamp with time zone': 'Instant',
  numeric: 'Decimal',
}

/** What is in a jsonb column whose shape the code relies on; assigning it to the contract's types checks it. */
const shapes: Record<string, string> = {
  'audit_record.change_from': 'Change[]',
  'audit_record.change_to': 'Change[]',
  'books_proof.findings': 'ProofFinding[]',
  'cash_close.pieces': 'Record<string, number>',
  'holiday.holiday': '{ holidayName: string; date: Day }[]',
  'user_group.permissions': 'PermissionMap',
}

/** What a trigger fills, so that PostgreSQL does not say it of the column. */
const filled: Record<string, string> = {
  'wallet.kind': "Generated<Schema['member']['kind']>",
}

const head = `import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Change } from './audit.ts'

/** \`YYYY-MM-DD\` */
export type Day = string
/** \`HH:mm\` */
export type TimeOfDay = string
/** ISO text */
export type Instant = string
/** Exact, with the digits of its column, as text: \`12.50\`. */
export type Decimal = string
type ProofFinding = { name: string; count: number; note: string | null; fault: { row: string; problem: string } | null }
`

type Column = {
  table: string
  name: string
  type: string
  required: boolean
  defaulted: boolean
  /** Always the database's: an identity or computed from other columns. */
  generated: boolean
  /** The column's own check, as PostgreSQL prints it. */
  checks: string[]
}

const columns = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
    a.atthasdef as defaulted, a.attgenerated <> '' or a.attidentity = 'a' as generated,
    array(select pg_get_constraintdef(oid) from pg_constraint
      where conrelid = c.oid and contype = 'c' and conkey = array[a.attnum] order by conname) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and c.relname not like 'kysely%'
  order by c.relname collate "C", a.attnum`

class Names extends CamelCasePlugin {
  of = (name: string) => this.camelCase(name)
}
const names = new Names()

/** `check (status in ('P', 'A'))` allows `'P' | 'A'`. */
function allowed(check: string): string[] | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[('.*)\]\)\)\)$/.exec(check)?.[1]
  return list?.split(', ').map((text) => text.replace(/::text$/, ''))
}

function valuesOf({ table, name, type, checks }: Column): string[] {
  const shape = shapes[`${table}.${name}`]
  if (shape) return [shape]
  if (type === 'jsonb') return ['unknown']
  const element = type.replace(/\[\]$/, '')
  const plain = typeOf[element]
  if (!plain)
    throw new Error(`${table}.${name} is of type ${type}; say in schema-source.ts what the driver makes of it`)
  if (element !== type) return [`${plain}[]`]
  return checks.map(allowed).find(Boolean) ?? [plain]
}

const width = 120

function lineOf(column: Column): string {
  const { table, name, type, required, defaulted, generated } = column
  const field = `    ${names.of(name)}: `
  const given = filled[`${table}.${name}`]
  if (given) return `${field}${given}`
  const values = valuesOf(column)
  if (!required && values[0] !== 'unknown') values.push('null')
  const value = values.join(' | ')
  if (type === 'jsonb') {
    const written = required ? 'string' : 'string | null'
    const parts = [value, defaulted ? `${written} | undefined` : written, written]
    const line = `${field}ColumnType<${parts.join(', ')}>`
    if (line.length <= width) return line
    return `${field}ColumnType<\n${parts.map((part) => `      ${part}`).join(',\n')}\n    >`
  }
  if (generated) return `${field}GeneratedAlways<${value}>`
  if (defaulted) return `${field}Generated<${value}>`
  if (field.length + value.length <= width) return `${field}${value}`
  return [field.trimEnd(), ...values.map((each) => `      | ${each}`)].join('\n')
}

/** The TypeScript source of platform/data/schema.ts for a migrated database; `npm run schema` writes it. */
export async function schemaSource(url: string): Promise<string> {
  const found = (await onServer(url, columns)) as Column[]
  const tables = Object.entries(Object.groupBy(found, ({ table }) => table)).map(
    ([table, within = []]) => `  ${names.of(table)}: {\n${within.map(lineOf).join('\n')}\n  }\n`,
  )
  return `${head}
/** The tables as the migrations leave them. Written by \`npm run schema\`, never by hand. */
export interface Schema {
${tables.join('')}}
`
}
