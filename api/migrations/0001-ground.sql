-- What every room stands on: the trail of changes, answers kept for repeated requests, document numbers.
create extension if not exists pg_trgm;

create table audit_record (
  id uuid primary key,
  -- Order of writing; instants can tie.
  position bigint generated always as identity unique,
  at timestamptz not null,
  user_id uuid,
  username text not null,
  section text not null,
  doc_type text not null,
  doc_id text,
  action text not null,
  description text not null,
  change_from jsonb not null default '[]',
  change_to jsonb not null default '[]',
  request_id text
);
create index audit_record_at on audit_record (at desc, position desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_record_append_only before update or delete on audit_record
  for each row execute function refuse_change();
create trigger audit_record_no_truncate before truncate on audit_record
  for each statement execute function refuse_change();

-- The first answer to a request that carried an Idempotency-Key.
create table idempotent_answer (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  status int not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (user_id, key)
);
create index idempotent_answer_at on idempotent_answer (at);

-- Documents are numbered from here, one row locked per number issued, so that there are no gaps and no repeats.
create table document_format (
  id uuid primary key,
  type text not null unique,
  format text not null,
  -- The last number issued.
  running_no int not null check (running_no between 0 and 9999),
  is_disable boolean not null default false,
  is_protected boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
