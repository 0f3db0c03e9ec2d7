-- Three characters are the least that a trigram index can look up, and Chinese given names have two. These are the
-- characters beyond ASCII, each alone and each with its neighbour.
create function short_parts(given text) returns text[] language sql immutable parallel safe as $$
  select case when given ~ '[^\x01-\x7f]' then (
    select array_agg(distinct part)
    from regexp_matches(given, '[^\x01-\x7f]+', 'g') run,
      generate_series(1, length(run[1])) at,
      lateral (values (substr(run[1], at, 1)), (substr(run[1], at, 2))) parts (part))
  else '{}' end
$$;

create table member (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
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
  -- A child that is looked for is found by its parents as well: their names in lower case, so that an index answers.
  parent_names text not null default '',
  -- One text to search in: names, I/C and TM no. (also without their dashes), phone (also its digits alone, as they are
  -- dialled in the country), e-mail; a line each, so that no match runs from one into the next.
  search_text text generated always as (
    lower(name || E'\n' || coalesce(ch_name, '') || E'\n' || coalesce(ic_no, '') || E'\n' ||
          coalesce(regexp_replace(ic_no, '[ -]', '', 'g'), '') || E'\n' || coalesce(tm_no, '') || E'\n' ||
          coalesce(regexp_replace(tm_no, '[ -]', '', 'g'), '') || E'\n' || coalesce(phone_no, '') || E'\n' ||
          coalesce(regexp_replace(regexp_replace(phone_no, '[^0-9]', '', 'g'), '^60', '0'), '') || E'\n' ||
          coalesce(email, ''))
  ) stored,
  search_parts text[] generated always as (
    short_parts(lower(name || E'\n' || coalesce(ch_name, '') || E'\n' || coalesce(tm_no, '') || E'\n' ||
                      coalesce(phone_no, '') || E'\n' || coalesce(email, '')))
  ) stored,
  parent_parts text[] generated always as (short_parts(parent_names)) stored,
  check (kind = 'child' or is_independent),
  check (kind <> 'parent' or ic_no is null),
  check (kind <> 'adult' or ic_no is not null or is_deleted)
);
create trigger raise_version before update on member for each row execute function raise_version();
-- The same number with and without its dashes is one number.
create unique index member_unique_ic_no on member (regexp_replace(lower(ic_no), '[ -]', '', 'g')) where not is_deleted;
create unique index member_unique_email on member (lower(email)) where not is_deleted and kind <> 'child';

-- The list of members at 100,000 of them (figures and plans in docs/performance.md): a page in an order is read from its
-- index alone, far pages too. The first two also answer the filters and the orders by what a member belongs to.
create index member_kind_name on member (kind, lower(name), id)
  include (name, is_disable, is_independent, belt, member_type, coach_incharge) where not is_deleted;
create index member_name on member (lower(name), id)
  include (name, is_disable, is_independent, belt, member_type, coach_incharge) where not is_deleted;
create index member_kind_ic_no on member (kind, ic_no, id) where not is_deleted;
create index member_kind_phone_no on member (kind, phone_no, id) where not is_deleted;
create index member_kind_dob on member (kind, dob, id) where not is_deleted;
create index member_with_tm_no on member (lower(name), id) where tm_no is not null and not is_deleted;
-- Small enough to count a tab by.
create index member_count on member (kind, is_disable, is_independent) where not is_deleted;
create index member_belt on member (belt);
create index member_member_type on member (member_type);
create index member_coach on member (coach_incharge);
create index member_relationship on member (relationship);

create index member_search on member using gin (search_text gin_trgm_ops);
create index member_search_parts on member using gin (search_parts);
create index member_parents on member using gin (parent_names gin_trgm_ops);
create index member_parent_parts on member using gin (parent_parts);

create table member_parent (
  child uuid not null references member on delete cascade,
  parent uuid not null references member,
  primary key (child, parent),
  check (child <> parent)
);
create index member_parent_parent on member_parent (parent);

-- Writes the names of their parents into the rows of children. They are held in one order: whoever renames another parent
-- of theirs waits instead of failing.
create function name_parents(children uuid[]) returns void language sql as $$
  update member set parent_names = named.names
  from (
    select held.id, lower(coalesce(string_agg(concat_ws(E'\n', parent.name, parent.ch_name), E'\n' order by parent.id), '')) as names
    from (select id from member where id = any(children) order by id for no key update) held
      left join member_parent on member_parent.child = held.id
      left join member parent on parent.id = member_parent.parent and not parent.is_deleted
    group by held.id) named
  where member.id = named.id and member.parent_names <> named.names
$$;

-- A child's form sets its parents. name_parents has the children held, in order, and writes only where a name differs.
create function links_changed() returns trigger language plpgsql as $$
declare
  children uuid[] := (select array_agg(distinct child) from changed);
begin
  perform name_parents(children);
  update member set row_version = default where id = any(children);
  return null;
end $$;
create trigger member_parent_added after insert on member_parent
  referencing new table as changed for each statement execute function links_changed();
create trigger member_parent_removed after delete on member_parent
  referencing old table as changed for each statement execute function links_changed();

create function parent_renamed() returns trigger language plpgsql as $$
begin
  perform name_parents((select array_agg(child) from member_parent where parent = new.id));
  return null;
end $$;
create trigger member_parent_renamed after update of name, ch_name, is_deleted on member
  for each row when (old.kind = 'parent' and
    (old.name, old.ch_name, old.is_deleted) is distinct from (new.name, new.ch_name, new.is_deleted))
  execute function parent_renamed();

create table emergency_contact (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  member uuid not null references member on delete cascade,
  name text not null,
  relationship text,
  phone_no text not null,
  email text,
  is_disable boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on emergency_contact for each row execute function raise_version();
create trigger part_added after insert on emergency_contact referencing new table as changed
  for each statement execute function part_changed('member');
create trigger part_changed after update on emergency_contact referencing new table as changed
  for each statement execute function part_changed('member');
create trigger part_removed after delete on emergency_contact referencing old table as changed
  for each statement execute function part_changed('member');
create index emergency_contact_member on emergency_contact (member);

-- What the member's app shows; written with the change it tells of.
create table notice (
  id uuid primary key,
  member uuid not null references member on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  at timestamptz not null,
  -- The details a client's notice was made of; the portal's own notices are their own details.
  details uuid,
  -- Who verified or rejected the payment that it tells of, and the details that this user posted of it afterwards.
  settled_by uuid,
  posted uuid
);
create index notice_member on notice (member, at desc);
create index notice_at on notice (at desc, id);
create index notice_settled on notice (settled_by, at) where settled_by is not null;

-- What clients wrote to tell members, until and after it is told. What the portal itself tells is a notice at once.
create table notice_details (
  id uuid primary key,
  type text not null,
  title text not null,
  message text not null,
  at timestamptz not null
);
create index notice_details_at on notice_details (at desc, id);

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
