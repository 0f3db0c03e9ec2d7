create table course (
  id uuid primary key,
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
  -- HH:mm, the default of a year's classes.
  starts text check (starts ~ '^[0-2]\d:[0-5]\d$'),
  ends text check (ends ~ '^[0-2]\d:[0-5]\d$'),
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (unlimited or (centre is not null and sport is not null and special is not null and free is not null))
);
create unique index course_unique_name on course (lower(name));
create index course_sport on course (sport);
create index course_course_type on course (course_type);
create index course_centre on course (centre);

create table course_instructor (
  course uuid not null references course on delete cascade,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (course, coach, is_main)
);
create index course_instructor_coach on course_instructor (coach);

create table course_year (
  id uuid primary key,
  course uuid not null references course,
  year int not null,
  -- 0 is Sunday.
  day int not null check (day between 0 and 6),
  starts text not null check (starts ~ '^[0-2]\d:[0-5]\d$'),
  ends text not null check (ends ~ '^[0-2]\d:[0-5]\d$' and ends > starts),
  main_instructor uuid[] not null check (cardinality(main_instructor) > 0),
  assistant_instructor uuid[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (course, year)
);

-- Training days that have no class yet to make up for them.
create table pending_replacement (
  course_year uuid not null references course_year on delete cascade,
  date date not null,
  primary key (course_year, date)
);

create table class (
  id uuid primary key,
  course_year uuid not null references course_year on delete cascade,
  course uuid not null references course,
  date date not null,
  starts text not null check (starts ~ '^[0-2]\d:[0-5]\d$'),
  ends text not null check (ends ~ '^[0-2]\d:[0-5]\d$' and ends > starts),
  main_instructor uuid[] not null check (cardinality(main_instructor) > 0),
  assistant_instructor uuid[] not null default '{}',
  is_replacement boolean not null default false,
  -- The pending date a replacement class makes up for.
  replacement_date date,
  is_attendance_taken boolean not null default false,
  remark text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (course, date, starts)
);
create index class_date on class (date);
create index class_course_year on class (course_year, date);
create unique index class_replaces_once on class (course_year, replacement_date) where replacement_date is not null;
