-- What a coach is paid from a day on: for the classes of one course, or of all courses without a rate of their own.
create table coach_rate (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  coach uuid not null references coach,
  course uuid references course,
  -- As main instructor of a class; otherwise as assistant.
  is_main boolean not null,
  kind text not null check (kind in ('head', 'class', 'share')),
  -- Sen of a member who was present or of a class held; hundredths of a percent of the credit used.
  amount int not null check (amount >= 0 and (kind <> 'share' or amount <= 10000)),
  since date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on coach_rate for each row execute function raise_version();
create unique index coach_rate_once on coach_rate (coach, is_main, course, since) nulls not distinct;
create index coach_rate_course on coach_rate (course);
