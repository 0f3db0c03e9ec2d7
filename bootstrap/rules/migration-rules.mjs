// What a migration may not do while the previous version still works on the database: api/migrations/README.md.
import { parse } from 'libpg-query'

/** Says of the statement under it that the portals of a release no longer need what it takes, or keep to what it asks. */
const pledge = /^--\s*Since (\d+\.\d+\.\d+): \S/gm

/**
 * What the new migrations would do to portals of the last release, a line each. Of tables and columns that came after that
 * release its portals know nothing.
 */
export async function hindrances(migrations, released) {
  const known = { tables: new Set(), columns: new Set() }
  const found = []
  for (const { name, text } of migrations) {
    const bytes = Buffer.from(text)
    let end = 0
    for (const { stmt, stmt_location: from = 0, stmt_len: length = bytes.length } of (await parse(text)).stmts) {
      // The parser leaves out the comments before a statement.
      const source = bytes.subarray(end, from + length).toString()
      end = from + length
      const [kind] = Object.keys(stmt)
      const versions = [...source.matchAll(pledge)].map(([, version]) => version)
      const isPledged = versions.some((version) => compareVersions(version, released) <= 0)
      const faults = judge(kind, stmt[kind], known)
      if (!isPledged) found.push(...faults.map((fault) => `${name}: ${fault}`))
    }
  }
  return found
}

/** Of a statement; notes what is new. */
function judge(kind, node, known) {
  switch (kind) {
    case 'CreateStmt':
      known.tables.add(node.relation.relname)
      return []
    case 'RenameStmt':
      return isNew(node.relation, known) ? [] : [`renames ${node.subname ?? node.relation?.relname ?? 'something'}`]
    case 'DropStmt':
      return dropped(node, known)
    case 'IndexStmt':
      return node.unique && !isNew(node.relation, known) && !isOfNew(node, node.relation, known)
        ? [`makes ${node.idxname ?? 'an index'} unique`]
        : []
    case 'CreateTrigStmt':
      return isNew(node.relation, known) || isOfNew(node.whenClause, node.relation, known)
        ? []
        : [`gives ${node.relation.relname} the trigger ${node.trigname}`]
    case 'AlterTableStmt':
      return isNew(node.relation, known)
        ? []
        : node.cmds.flatMap(({ AlterTableCmd: command }) => altered(command, node.relation, known))
    case 'AlterEnumStmt':
    case 'AlterDomainStmt':
      return ['changes a type']
    default:
      return []
  }
}

/** Indexes and triggers may go: nobody names them. */
const named = ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_SEQUENCE', 'OBJECT_TYPE', 'OBJECT_FUNCTION']

function dropped({ removeType, objects }, known) {
  const names = objects.map((object) => wordsIn(object).at(-1))
  return named.includes(removeType)
    ? names.filter((name) => !known.tables.has(name)).map((name) => `drops ${name ?? 'something'}`)
    : []
}

function altered({ subtype, name, def }, relation, known) {
  const isColumnNew = known.columns.has(`${relation.relname}.${name}`)
  switch (subtype) {
    case 'AT_AddColumn':
      return added(def.ColumnDef, relation, known)
    case 'AT_DropColumn':
      return isColumnNew ? [] : [`drops the column ${relation.relname}.${name}`]
    case 'AT_SetNotNull':
      return isColumnNew ? [] : [`asks for ${relation.relname}.${name}, which could be null`]
    case 'AT_AlterColumnType':
      return isColumnNew ? [] : [`changes the type of ${relation.relname}.${name}`]
    case 'AT_ColumnDefault':
      return isColumnNew || def ? [] : [`takes the default from ${relation.relname}.${name}`]
    case 'AT_AddConstraint':
      return isOfNew(def, relation, known)
        ? []
        : [`gives ${relation.relname} the constraint ${def.Constraint.conname ?? '?'}`]
    default:
      return []
  }
}

function added({ colname, constraints = [] }, { relname }, known) {
  known.columns.add(`${relname}.${colname}`)
  const kinds = constraints.map(({ Constraint: { contype } }) => contype)
  const isAsked = kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_PRIMARY')
  const isGiven = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'].some((kind) => kinds.includes(kind))
  return isAsked && !isGiven ? [`asks for ${relname}.${colname}, which has no default`] : []
}

const isNew = (relation, known) => relation !== undefined && known.tables.has(relation.relname)

/** Whether each column that is spoken of is new, so that rows of the last release have none or the default there. */
function isOfNew(node, { relname }, known) {
  const columns = columnsIn(node)
  return columns.length > 0 && columns.every((column) => known.columns.has(`${relname}.${column}`))
}

/** Those of an expression, an index, a unique or a foreign key. */
function columnsIn(node) {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(columnsIn)
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'pk_attrs') return []
    if (key === 'ColumnRef') return wordsIn(value.fields).slice(-1)
    if (key === 'keys' || key === 'fk_attrs') return wordsIn(value)
    if (key === 'IndexElem' && value.name) return [value.name]
    return columnsIn(value)
  })
}

/** The names a node is made of, in order. */
function wordsIn(node) {
  if (typeof node !== 'object' || node === null) return []
  if (typeof node.String?.sval === 'string') return [node.String.sval]
  return Object.values(node).flatMap(wordsIn)
}

/** Below zero where the first is older. */
function compareVersions(one, other) {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const differing = a.findIndex((part, index) => part !== b[index])
  return differing === -1 ? 0 : a[differing] - b[differing]
}
