create table member (
  id uuid primary key,
  kind text not null check (kind in ('adult', 'parent', 'child')),
  name text not null,
  ch_name text,
  dob date,
  ic_no text,
  tm_no text,
  email text,
  password text,
  gender text check (gender in ('Male', 'Female')),
  nationality text,
  phone_no text,
  address text,
  school text,
  school_class text,
  medical text,
  note text,
  picture text,
  member_type uuid references member_type,
  belt uuid references belt,
  coach_incharge uuid references coach,
  relationship uuid references relationship,
  is_disable boolean not null default false,
  -- Adults and parents always; a child once it is marked.
  is_independent boolean not null,
  is_protected boolean not null default false,
  -- Erased: personal data wiped, money rows kept.
  is_deleted boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (kind = 'child' or is_independent),
  check (kind <> 'parent' or ic_no is null),
  check (kind <> 'adult' or ic_no is not null or is_deleted)
);
-- The same number with and without its dashes is one number.
create unique index member_unique_ic_no on member (regexp_replace(lower(ic_no), '[ -]', '', 'g')) where not is_deleted;
create unique index member_unique_email on member (lower(email)) where not is_deleted and kind <> 'child';
create index member_kind_name on member (kind, lower(name), id) where not is_deleted;
create index member_name on member (lower(name), id) where not is_deleted;
-- Small enough to count a tab by.
create index member_count on member (kind, is_disable, is_independent) where not is_deleted;
create index member_belt on member (belt);
create index member_member_type on member (member_type);
create index member_coach on member (coach_incharge);
create index member_relationship on member (relationship);

-- One text to search in: names, I/C (also without its dashes), TM no., phone, e-mail; a line each, so that no match
-- runs from one into the next.
alter table member add column search_text text generated always as (
  lower(name || E'\n' || coalesce(ch_name, '') || E'\n' || coalesce(ic_no, '') || E'\n' ||
        coalesce(replace(ic_no, '-', ''), '') || E'\n' || coalesce(tm_no, '') || E'\n' ||
        coalesce(phone_no, '') || E'\n' || coalesce(email, ''))
) stored;
create index member_search on member using gin (search_text gin_trgm_ops);

create table member_parent (
  child uuid not null references member on delete cascade,
  parent uuid not null references member,
  primary key (child, parent),
  check (child <> parent)
);
create index member_parent_parent on member_parent (parent);

create table emergency_contact (
  id uuid primary key,
  member uuid not null references member on delete cascade,
  name text not null,
  relationship text,
  phone_no text not null,
  email text,
  is_disable boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index emergency_contact_member on emergency_contact (member);

-- What the member's app shows; written with the change it tells of.
create table notice (
  id uuid primary key,
  member uuid not null references member on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  at timestamptz not null
);
create index notice_member on notice (member, at desc);
