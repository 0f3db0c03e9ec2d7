-- How a list is looked at, under a name: by its owner, and by the group it was shared with.
create table saved_view (
  id uuid primary key,
  owner uuid not null references staff_user on delete cascade,
  -- The list, by its path and name: '/membership/listing Adults'.
  list text not null,
  name text not null,
  -- The parameters of the address that are set: filters, order, tab.
  search jsonb not null,
  -- The columns that are not shown, by their key.
  hidden text[] not null,
  shared_with uuid references user_group on delete set null,
  updated_at timestamptz not null
);
create unique index saved_view_name on saved_view (owner, list, lower(name));
create index saved_view_shared on saved_view (shared_with, list);
