-- How far the exports are that each portal makes, for callers whose question reaches another one.
create table export_progress (
  process text primary key,
  at timestamptz not null,
  exports jsonb not null
);
