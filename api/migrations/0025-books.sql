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

-- The log of issued numbers is read as a whole to find the gaps in it.
create index audit_record_number on audit_record (doc_type, doc_id, position) where doc_type in ('doc-num-format', 'cash-close-series');
