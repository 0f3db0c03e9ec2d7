-- People who came to a class and are no members yet, until the desk enrolls, charges or dismisses them.
create table newcomer (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  -- No foreign key: classes that are planned anew get new ids, and are found again by course and day.
  class uuid not null,
  course uuid not null references course,
  class_date date not null,
  name text not null,
  phone_no text not null,
  credit_type text not null check (credit_type in ('special', 'normal2', 'normal', 'free', 'trial1')),
  credit_minus int not null check (credit_minus >= 0),
  -- Who is to pay, in the coach's words.
  payer text,
  taken_by uuid,
  taken_by_name text not null,
  created_at timestamptz not null
);
create trigger raise_version before update on newcomer for each row execute function raise_version();
create unique index newcomer_once on newcomer (class, phone_no, lower(name));
create index newcomer_course on newcomer (course, class_date);
