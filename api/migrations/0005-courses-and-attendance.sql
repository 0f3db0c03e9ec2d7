create table course (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  name text not null,
  picture text,
  sport uuid references sport,
  course_type uuid references course_type,
  centre uuid references centre,
  -- Credits of one class by credit type.
  normal int not null check (normal >= 0),
  normal2 int not null check (normal2 >= 0),
  special int check (special >= 0),
  free int check (free >= 0),
  unlimited boolean not null default false,
  -- The default of a year's classes.
  starts time(0),
  ends time(0),
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (unlimited or (centre is not null and sport is not null and special is not null and free is not null))
);
create trigger raise_version before update on course for each row execute function raise_version();
create unique index course_unique_name on course (lower(name));
create index course_sport on course (sport);
create index course_course_type on course (course_type);
create index course_centre on course (centre);

-- Who teaches is a row for each person and role, in the order they were chosen.
create table course_instructor (
  course uuid not null references course on delete cascade,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (course, coach, is_main)
);
create trigger part_added after insert on course_instructor referencing new table as changed
  for each statement execute function part_changed('course');
create trigger part_changed after update on course_instructor referencing new table as changed
  for each statement execute function part_changed('course');
create trigger part_removed after delete on course_instructor referencing old table as changed
  for each statement execute function part_changed('course');
create index course_instructor_coach on course_instructor (coach);

create table course_year (
  id uuid primary key,
  course uuid not null references course,
  year int not null,
  -- 0 is Sunday.
  day int not null check (day between 0 and 6),
  starts time(0) not null,
  ends time(0) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (course, year),
  check (ends > starts)
);

create table course_year_instructor (
  course_year uuid not null references course_year on delete cascade,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (course_year, coach, is_main)
);
create index course_year_instructor_coach on course_year_instructor (coach);

-- Training days that have no class yet to make up for them.
create table pending_replacement (
  course_year uuid not null references course_year on delete cascade,
  date date not null,
  -- What the class of the day was like, so that it can be proposed again or brought back as it was.
  starts time(0) not null,
  ends time(0) not null,
  remark text,
  -- The holiday that took the class; null when staff cancelled it.
  holiday text,
  primary key (course_year, date),
  check (ends > starts)
);
create table pending_replacement_instructor (
  course_year uuid not null,
  date date not null,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (course_year, date, coach, is_main),
  foreign key (course_year, date) references pending_replacement on delete cascade
);
create index pending_replacement_instructor_coach on pending_replacement_instructor (coach);

-- The days on which staff cancelled a class of a year, also one that made up for another: no replacement is proposed there.
create table cancelled_date (
  course_year uuid not null references course_year on delete cascade,
  date date not null,
  primary key (course_year, date)
);

create table class (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  course_year uuid not null references course_year on delete cascade,
  course uuid not null references course,
  date date not null,
  starts time(0) not null,
  ends time(0) not null,
  is_replacement boolean not null default false,
  -- The pending date a replacement class makes up for.
  replacement_date date,
  is_attendance_taken boolean not null default false,
  remark text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (course, date, starts),
  check (ends > starts)
);
create trigger raise_version before update on class for each row execute function raise_version();
create index class_date on class (date);
create index class_course_year on class (course_year, date);
create unique index class_replaces_once on class (course_year, replacement_date) where replacement_date is not null;

-- Attendance has the instructors of its class, which stay as they are while there is attendance.
create table class_instructor (
  class uuid not null references class on delete cascade,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (class, coach, is_main)
);
create trigger part_added after insert on class_instructor referencing new table as changed
  for each statement execute function part_changed('class');
create trigger part_changed after update on class_instructor referencing new table as changed
  for each statement execute function part_changed('class');
create trigger part_removed after delete on class_instructor referencing old table as changed
  for each statement execute function part_changed('class');
create index class_instructor_coach on class_instructor (coach);

-- At commit a year, a class and a date that waits for one have a main instructor.
create function has_main_instructor() returns trigger language plpgsql as $$
declare
  is_missing boolean;
begin
  if tg_table_name = 'course_year' then
    is_missing := exists (select from course_year where id = new.id)
      and not exists (select from course_year_instructor where course_year = new.id and is_main);
  elsif tg_table_name = 'class' then
    is_missing := exists (select from class where id = new.id)
      and not exists (select from class_instructor where class = new.id and is_main);
  else
    is_missing := exists (select from pending_replacement where course_year = new.course_year and date = new.date)
      and not exists (
        select from pending_replacement_instructor where course_year = new.course_year and date = new.date and is_main);
  end if;
  if is_missing then
    raise exception 'a % has no main instructor', replace(tg_table_name, '_', ' ') using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger course_year_is_taught after insert or update on course_year
  deferrable initially deferred for each row execute function has_main_instructor();
create constraint trigger pending_replacement_is_taught after insert or update on pending_replacement
  deferrable initially deferred for each row execute function has_main_instructor();
create constraint trigger class_is_taught after insert or update on class
  deferrable initially deferred for each row execute function has_main_instructor();

create table enrolment (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  member uuid not null references member,
  course uuid not null references course,
  credit_type text not null check (credit_type in ('special', 'normal2', 'normal', 'free', 'trial1', 'trial2')),
  -- Credits one attended class costs.
  credit int not null check (credit >= 0),
  remark text,
  wallet_member uuid not null references member,
  is_disable boolean not null default false,
  -- A trial that is finished.
  is_done boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on enrolment for each row execute function raise_version();
create unique index enrolment_one_active on enrolment (member, course) where not is_disable;
create index enrolment_member on enrolment (member);
create index enrolment_course on enrolment (course, is_disable);
create index enrolment_wallet on enrolment (wallet_member);

create table attendance (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  class uuid not null references class,
  course uuid not null references course,
  member uuid not null references member,
  -- None of a walk-in: its row alone says what the class costs and whose wallet pays.
  enrolment uuid references enrolment,
  wallet_member uuid not null references member,
  credit_type text not null check (credit_type in ('special', 'normal2', 'normal', 'free', 'trial1', 'trial2')),
  status text not null check (status in ('P', 'A')),
  class_date date not null,
  check_in time(0),
  check_out time(0),
  credit_minus int not null check (credit_minus >= 0),
  -- Present without credit to pay for it.
  outstanding boolean not null default false,
  -- Counts the debits, so that present, absent and present again charges each time anew.
  version int not null default 0,
  -- The ledger entry that paid, while it stands.
  entry uuid references wallet_entry,
  taken_by uuid,
  taken_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (class, member),
  check (status = 'P' or (not outstanding and check_in is null and check_out is null and entry is null)),
  check (status = 'A' or check_in is not null),
  check (not (outstanding and entry is not null)),
  -- A present one is paid, outstanding or free of charge.
  check (status = 'A' or outstanding or entry is not null or credit_minus = 0)
);
create trigger raise_version before update on attendance for each row execute function raise_version();
create index attendance_class_date on attendance (class_date desc, id);
create index attendance_member on attendance (member, class_date desc);
create index attendance_enrolment on attendance (enrolment);
create index attendance_course on attendance (course, class_date desc);
create index attendance_outstanding on attendance (wallet_member, class_date) where outstanding;
create index attendance_wallet_member on attendance (wallet_member, class_date desc);
-- For reports, with what their totals are made of.
create index attendance_report on attendance (class_date, id) include (member, course, status, credit_minus, outstanding);
