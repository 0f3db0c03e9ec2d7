-- What clients wrote to tell members, until and after it is told. What the portal itself tells is a notice at once.
create table notice_details (
  id uuid primary key,
  type text not null,
  title text not null,
  message text not null,
  at timestamptz not null
);
create index notice_details_at on notice_details (at desc, id);

-- The details a client's notice was made of; the portal's own notices are their own details.
alter table notice add column details uuid;
create index notice_at on notice (at desc, id);
