-- What an import did, so that it can be undone for a day.
create table member_import (
  id uuid primary key,
  at timestamptz not null,
  by_user uuid,
  by_name text not null,
  file text not null,
  created int not null,
  updated int not null,
  undone_at timestamptz,
  undone_by_name text,
  -- What undoing it did: members removed, members with old values back, members left as they are.
  removed int,
  restored int,
  remaining int
);
create index member_import_at on member_import (at desc);

-- These hold personal data: they go with the member, and after the day.
create table member_import_row (
  import uuid not null references member_import on delete cascade,
  row int not null,
  member uuid not null,
  is_new boolean not null,
  -- Of a member that was there the fields that changed; of a new one its parents and opening balance.
  before jsonb not null,
  after jsonb not null,
  primary key (import, row)
);
create index member_import_row_member on member_import_row (member);
