-- Work that is done again and again, by one of the portals on the database at a time.
create table background_job (
  name text primary key,
  next_at timestamptz not null,
  -- Who is at it, and until when unless it says so again: one that died is not waited for.
  held_by text,
  held_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  succeeded_at timestamptz,
  is_failed boolean not null default false,
  -- What the last run did, or what went wrong.
  result text
);
