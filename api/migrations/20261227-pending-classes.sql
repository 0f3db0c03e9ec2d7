-- The classes that a date lost beyond its first, each as it was, so that a replacement begins like the one it makes up for and a removed
-- holiday brings back each: pending_again had their number alone. Tables of their own, since the last release brings a class back with
-- every column of its date.
create table pending_class (
  id uuid primary key,
  course_year uuid not null,
  date date not null,
  starts time(0) not null,
  ends time(0) not null,
  remark text,
  -- The holiday that took the class; null when staff cancelled it.
  holiday text,
  foreign key (course_year, date) references pending_replacement on delete cascade,
  check (ends > starts)
);
create index pending_class_date on pending_class (course_year, date);
create table pending_class_instructor (
  pending_class uuid not null references pending_class on delete cascade,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (pending_class, coach, is_main)
);
create index pending_class_instructor_coach on pending_class_instructor (coach);

-- What the others were like was not kept: the first of their date stands for them.
insert into pending_class (id, course_year, date, starts, ends, remark, holiday)
  select gen_random_uuid(), course_year, date, starts, ends, remark, holiday
  from pending_again join pending_replacement using (course_year, date) cross join generate_series(1, times);
insert into pending_class_instructor (pending_class, coach, is_main, position)
  select pending_class.id, coach, is_main, position
  from pending_class join pending_replacement_instructor using (course_year, date);
-- Since 0.6.0: it is no part of a release.
drop table pending_again;

create or replace function has_main_instructor() returns trigger language plpgsql as $$
declare
  is_missing boolean;
begin
  if tg_table_name = 'course_year' then
    is_missing := exists (select from course_year where id = new.id)
      and not exists (select from course_year_instructor where course_year = new.id and is_main);
  elsif tg_table_name = 'class' then
    is_missing := exists (select from class where id = new.id)
      and not exists (select from class_instructor where class = new.id and is_main);
  elsif tg_table_name = 'pending_class' then
    is_missing := exists (select from pending_class where id = new.id)
      and not exists (select from pending_class_instructor where pending_class = new.id and is_main);
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
create constraint trigger pending_class_is_taught after insert or update on pending_class
  deferrable initially deferred for each row execute function has_main_instructor();
