-- What every module stands on: the audit trail, answers kept for repeated requests, document numbers, pictures of
-- letterheads, and when the books were proven.
create extension if not exists pg_trgm;

-- For tables whose rows stay: a trigger before update, delete and truncate.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What an If-Match is compared with: another one after each change of a row, by whatever way the change came. Drawn and
-- not counted, so that a backup that is restored and changed again never arrives at a version somebody still holds.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.row_version := gen_random_uuid();
  return new;
end $$;

-- The same for a document whose parts are rows of their own, in a column of its name.
create function part_changed() returns trigger language plpgsql as $$
begin
  execute format('update %1$I set row_version = default where id in (select %1$I from changed)', tg_argv[0]);
  return null;
end $$;

-- Each audit record carries the hash of the one before it, so that a change made past the portal shows when it is checked.
create table audit_record (
  id uuid primary key,
  -- Order of writing, without gaps; instants can tie.
  position bigint not null unique,
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
  request_id text,
  previous bytea not null,
  hash bytea not null
);
create index audit_record_at on audit_record (at desc, position desc);
-- The log of issued numbers is read as a whole to find the gaps in it.
create index audit_record_number on audit_record (doc_type, doc_id, position) where doc_type in ('doc-num-format', 'cash-close-series');

create trigger audit_record_append_only before update or delete on audit_record
  for each row execute function refuse_change();
create trigger audit_record_no_truncate before truncate on audit_record
  for each statement execute function refuse_change();

-- Where the trail ends. Its lock is what puts the records of all transactions into one order; taken last, held until
-- the commit.
create table audit_head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null
);
insert into audit_head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

create trigger audit_head_stays before delete on audit_head
  for each row execute function refuse_change();
create trigger audit_head_no_truncate before truncate on audit_head
  for each statement execute function refuse_change();

-- The hash of a record: SHA-256 of all it says, its place and the hash before it. The text is that of json_build_array,
-- which no two different records share.
create function audit_hash(r audit_record) returns bytea language sql stable parallel safe
return sha256(convert_to(json_build_array(
  r.position, encode(r.previous, 'hex'), r.id, extract(epoch from r.at), r.user_id, r.username, r.section, r.doc_type,
  r.doc_id, r.action, r.description, r.change_from::text, r.change_to::text, r.request_id
)::text, 'UTF8'));

-- What a transaction will append at its commit; empty for everybody else.
create table audit_pending (
  id bigint generated always as identity primary key,
  entries jsonb not null
);

-- Runs within the commit, after every other deferred check: nobody's way through the network or through a busy portal
-- falls into the time of the lock.
create function link_audit() returns trigger language plpgsql as $$
declare
  head audit_head;
  entry audit_record;
begin
  delete from audit_pending where id = new.id;
  select * into strict head from audit_head for update;
  for entry in select * from jsonb_populate_recordset(null::audit_record, new.entries) loop
    head.position := head.position + 1;
    entry.position := head.position;
    entry.previous := head.hash;
    entry.hash := audit_hash(entry);
    head.hash := entry.hash;
    insert into audit_record values (entry.*);
  end loop;
  update audit_head set position = head.position, hash = head.hash;
  return null;
end $$;
create constraint trigger audit_pending_linked after insert on audit_pending
  deferrable initially deferred for each row execute function link_audit();

-- The only way records are written: an array of rows without position and hashes, in their order, as the last thing of
-- a transaction. The commit does not wait for the disk, since it would hold the lock meanwhile and everybody would wait
-- for the disk one after the other; who calls this waits for it afterwards, before it tells anybody.
create function append_audit(entries jsonb) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into audit_pending (entries) values (append_audit.entries);
end $$;

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

-- Documents are numbered from here, one row locked per number issued, so that there are no gaps and no repeats. A format
-- can be deleted and created again; until then nothing of the type is issued.
create table document_format (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  type text not null constraint document_format_unique_type unique,
  format text not null,
  -- The last number issued.
  running_no int not null check (running_no between 0 and 9999),
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on document_format for each row execute function raise_version();
insert into document_format (id, type, format, running_no, created_at, updated_at) values
  ('01900000-0000-7000-8000-000000000001', 'Official Receipt', 'OR-(yyyy)-{0000}', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('01900000-0000-7000-8000-000000000002', 'Order', 'ORD-(yyyy)-{0000}', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('01900000-0000-7000-8000-000000000003', 'Credit Adjustment', 'CA-(yyyy)-{0000}', 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');

-- The pictures of the letterhead as they are printed, by what they hold: an old document keeps the logo of its day.
create table letterhead_picture (
  digest text primary key,
  bytes bytea not null,
  check (digest = encode(sha256(bytes), 'hex'))
);
create trigger letterhead_picture_stays before update or delete on letterhead_picture
  for each row execute function refuse_change();
create trigger letterhead_picture_no_truncate before truncate on letterhead_picture
  for each statement execute function refuse_change();

-- When the books were proven, by which version and what was found. A row without an end is a proof under way.
create table books_proof (
  id uuid primary key,
  -- Of the nightly one: the business day it belongs to, so that of several portals one does it.
  night date unique,
  by_user uuid,
  by_name text not null,
  version text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- What each check looked at and the first row it found wrong; null when it was broken off.
  findings jsonb,
  checks int,
  faults int,
  check (finished_at is not null or findings is null),
  check ((findings is null) = (faults is null) and (findings is null) = (checks is null))
);
create index books_proof_at on books_proof (started_at desc);
-- One at a time.
create unique index books_proof_under_way on books_proof ((true)) where finished_at is null;
