-- A month that is being closed, one row for each attempt: what is written meanwhile is a correction already. The row goes with the
-- attempt; `until` ends it where the process died.
create table month_closing (
  id uuid primary key,
  month date not null check (extract(day from month) = 1),
  until timestamptz not null
);
