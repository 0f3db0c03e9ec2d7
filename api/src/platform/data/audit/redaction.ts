import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'

export interface Redaction {
  /** Selects the ids of the records. */
  records: RawBuilder<unknown>
  /** The fields whose values stay. */
  kept: readonly string[]
  /** The description from now on, where it may name somebody. */
  description?: string
}

/** Takes values out of audit records, in a transaction whose own record vouches for it; the trail still holds together. */
export async function redactAudit(db: Kysely<Schema>, { records, kept, description = '' }: Redaction): Promise<void> {
  await sql`select redact_audit(array(${records}), ${kept}::text[], nullif(${description}, ''))`.execute(db)
}

/** How many records there are, and how many `redactAudit` would change. */
export const redactable = ({ records, kept, description = '' }: Redaction) => sql<{
  records: number
  redacted: number
}>`
  select count(*)::int as records, (count(*) filter (where
    (redacted_changes(change_from, ${kept}::text[]), redacted_changes(change_to, ${kept}::text[]),
      coalesce(nullif(${description}, ''), description)) is distinct from (change_from, change_to, description)))::int as redacted
  from audit_record where id in (${records})`

/** A redacted record: what it said first, what it is to say now, and whether each redaction took up the one before. */
export const redactions = `select id, (array_agg(before order by number))[1] as before,
    (array_agg(after order by number desc))[1] as after, bool_and(before = coalesce(previous, before)) as is_whole
  from (
    select *, lag(after) over (partition by id order by number) as previous from (
      select split_part(line, ' ', 2) as id, split_part(line, ' ', 3) as before, split_part(line, ' ', 4) as after,
        row_number() over (order by position, place) as number
      from audit_record, regexp_split_to_table(seal, E'\\n') with ordinality as each (line, place)
      where seal like '%audit_record %' and line like 'audit_record %'
    ) as lines
  ) as followed group by id`
