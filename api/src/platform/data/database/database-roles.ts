/** The two roles of a database: one that owns it and brings it up to date, and one for the portal that reads and writes. */
import { locationOf } from '../../runtime/data-dir/data-location.ts'
import { type BeforeMigrating, backUpBeforeMigrating } from '../backup/before-migrating.ts'
import { type Granted, wantedOf } from '../privileges.ts'
import { type Connection, connect, migrate } from './database.ts'
import { durabilityOff, encodingKept, lettersKnown } from './database-settings.ts'
import { newerRemark } from './portals-beside.ts'

/** Connection URLs of one database; the same twice where there is only one role. */
export interface DatabaseUrls {
  owner: string
  portal: string
}

interface Held extends Granted {
  /** As a grant names it. */
  target: string
  held: string[]
  /** Whether everybody has a privilege. */
  isPublic: boolean
}

/** What belongs to the caller, and what the role named in $1, and everybody, hold of it. */
const catalog = `
  with object (kind, name, target, owner, acl, relation) as (
    select kind, relname::text, format('%s public.%I', kind, relname), relowner,
      coalesce(relacl, acldefault((case kind when 'table' then 'r' else 's' end)::"char", relowner)), oid
    from pg_class, lateral (select case relkind when 'S' then 'sequence' else 'table' end) as of (kind)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select case when prorettype in ('trigger'::regtype, 'event_trigger'::regtype) then 'trigger' else 'function' end,
      proname, format('function public.%I(%s)', proname, pg_get_function_identity_arguments(routine.oid)), proowner,
      coalesce(proacl, acldefault('f', proowner)), null
    from pg_proc as routine where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = routine.oid and classid = 'pg_proc'::regclass and deptype = 'e')
    union all
    select 'schema', nspname, format('schema %I', nspname), nspowner, coalesce(nspacl, acldefault('n', nspowner)), null
    from pg_namespace where nspname = 'public'
    union all
    select 'database', datname, format('database %I', datname), datdba, coalesce(datacl, acldefault('d', datdba)), null
    from pg_database where datname = current_database()
  ), holding (target, grantee, privilege) as (
    select target, grantee, lower(privilege_type) from object, aclexplode(acl)
    union all
    select target, grantee, lower(privilege_type) || '("' || attname || '")'
    from object join pg_attribute on attrelid = relation, aclexplode(attacl)
  )
  select kind, name, target, coalesce(bool_or(grantee = 0), false) as "isPublic",
    array_remove(array_agg(case when grantee = (select oid from pg_roles where rolname = $1) then privilege end), null)
      as held
  from object left join holding using (target)
  where pg_has_role(owner, 'usage') group by kind, name, target order by kind, target`

const isAsWanted = (object: Held): boolean =>
  !object.isPublic && object.held.toSorted().join() === wantedOf(object).toSorted().join()

/** Gives the portal's role what privileges.ts says, and takes what is more from it and from everybody. */
async function grantPrivileges(owner: Connection, role: string): Promise<void> {
  const name = owner.escapeIdentifier(role)
  await owner.query('begin')
  // Two portals that start together would change the same rows of the catalog.
  await owner.query(`select pg_advisory_xact_lock(hashtextextended('privileges', 0))`)
  const { rows } = await owner.query<Held>(catalog, [role])
  const statements = rows
    .filter((object) => !isAsWanted(object))
    .flatMap((object) => {
      const wanted = wantedOf(object)
      return [
        `revoke all on ${object.target} from public, ${name}`,
        ...(wanted.length > 0 ? [`grant ${wanted.join(', ')} on ${object.target} to ${name}`] : []),
      ]
    })
  if (statements.length > 0) await owner.query(statements.join(';\n'))
  await owner.query('commit')
}

interface Role {
  name: string
  /** Whether it owns tables, itself or by what it is a member of, or is a superuser. */
  isOwner: boolean
  /** Whether it may more than log in. */
  isStrong: boolean
}

const present = `select rolname as name,
    exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and pg_has_role(relowner, 'member'))
    or exists (select from pg_database where datname = current_database() and pg_has_role(datdba, 'member')) as "isOwner",
    rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls
    or exists (select from pg_auth_members where member = role.oid) as "isStrong"
  from pg_roles as role where rolname = current_user`

async function roleOf(url: string): Promise<Role> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<Role>(present)
    return rows[0] ?? { name: '', isOwner: false, isStrong: false }
  } finally {
    await client.end()
  }
}

const seeOperations = 'docs/operations.md, Two roles, says how the portal gets one of its own'

/** What whoever runs the portal should change about its role; null for one that may only do what the portal needs. */
function remarkOn({ name, isOwner, isStrong }: Role): string | null {
  if (isOwner)
    return `The portal's database role ${name} owns the tables and could switch off what guards the books; ${seeOperations}`
  if (isStrong) return `The portal's database role ${name} has rights that the portal does not need; ${seeOperations}`
  return null
}

/** What there is to change about the role of a connection URL. */
export const roleRemark = async (url: string): Promise<string | null> => remarkOn(await roleOf(url))

/** Refuses a database that takes no changes or cannot hold every name; null for one that also finds all of them, else what to change. */
async function textRemark(url: string): Promise<string | null> {
  const client = await connect(url)
  try {
    const [standby] = (await client.query<{ isOne: boolean }>('select pg_is_in_recovery() as "isOne"')).rows
    if (standby?.isOne)
      throw new Error(
        `The database ${locationOf(url)} is a standby, which takes no changes: name the server that does, or promote this one (docs/runbook.md)`,
      )
    const [kept] = (await client.query<{ encoding: string }>(encodingKept)).rows
    if (kept?.encoding !== 'UTF8')
      throw new Error(
        `The database has the encoding ${kept?.encoding}, which does not hold every name: make it with encoding 'UTF8' template template0`,
      )
    const [letters] = (await client.query<{ areKnown: boolean }>(lettersKnown)).rows
    return letters?.areKnown
      ? null
      : "The database's locale knows no letters beyond A to Z, so that searches for other names are slow and tell É from é: make it with locale 'C.UTF-8' template template0"
  } finally {
    await client.end()
  }
}

/** What keeps an acknowledged change through a crash or a power cut, and is switched off; null when nothing is. */
export async function durabilityRemark(url: string): Promise<string | null> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ name: string }>(durabilityOff)
    return rows.length === 0
      ? null
      : `The database server has ${rows.map(({ name }) => name).join(', ')} off: a crash or a power cut can take back what was acknowledged; switch on what is off`
  } finally {
    await client.end()
  }
}

/** A copy of a server has the same system identifier, which a standby is known by, but not the same start. */
const serverAndDatabase = 'select concat_ws($$ $$, current_database(), pg_postmaster_start_time()) as place'

/** Throws where the two lead to two databases: one would be migrated, and the other worked on. */
async function refuseTwo({ owner, portal }: DatabaseUrls): Promise<void> {
  const places: unknown[] = []
  for (const url of [owner, portal]) {
    const client = await connect(url)
    try {
      places.push((await client.query<{ place: string }>(serverAndDatabase)).rows[0]?.place)
    } finally {
      await client.end()
    }
  }
  if (places[0] !== places[1])
    throw new Error(
      `DATABASE_OWNER_URL (${locationOf(owner)}) leads to another database than the portal's (${locationOf(portal)})`,
    )
}

/**
 * Migrates a database to the newest migration as its owner, where it has data after a back-up if one is wanted, and grants
 * the portal's role what it needs. Answers what there is to change about the database and that role.
 */
export async function bringUpToDate(
  { owner, portal }: DatabaseUrls,
  log: (line: string) => void = () => {},
  backup?: BeforeMigrating,
): Promise<string[]> {
  const remark = await textRemark(owner)
  // A password that is wrong is told before anything is changed, too.
  if (owner !== portal) await refuseTwo({ owner, portal })
  const isNewer = await migrate(owner, { log, before: backup && (() => backUpBeforeMigrating(owner, backup, log)) })
  const role = await roleOf(portal)
  // A newer portal has granted what both need, and this one would take back what it does not know.
  if (owner !== portal && !role.isOwner && !isNewer) {
    const client = await connect(owner)
    try {
      await grantPrivileges(client, role.name)
    } finally {
      await client.end()
    }
  }
  return [remark, remarkOn(role), isNewer ? newerRemark : null].filter((each) => each !== null)
}
