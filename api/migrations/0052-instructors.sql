-- Who teaches is a row for each person and role, in the order they were chosen.
create table course_year_instructor (
  course_year uuid not null references course_year on delete cascade,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (course_year, coach, is_main)
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
-- Attendance has the instructors of its class, which stay as they are while there is attendance.
create table class_instructor (
  class uuid not null references class on delete cascade,
  coach uuid not null references coach,
  is_main boolean not null,
  position int not null,
  primary key (class, coach, is_main)
);

insert into course_year_instructor
  select course_year.id, coach.id, true, place - 1
    from course_year, unnest(main_instructor) with ordinality as named (id, place) join coach on coach.id = named.id
  union all
  select course_year.id, coach.id, false, place - 1
    from course_year, unnest(assistant_instructor) with ordinality as named (id, place) join coach on coach.id = named.id;
insert into pending_replacement_instructor
  select course_year, date, coach.id, true, place - 1
    from pending_replacement, unnest(main_instructor) with ordinality as named (id, place) join coach on coach.id = named.id
  union all
  select course_year, date, coach.id, false, place - 1
    from pending_replacement, unnest(assistant_instructor) with ordinality as named (id, place)
      join coach on coach.id = named.id;
insert into class_instructor
  select class.id, coach.id, true, place - 1
    from class, unnest(main_instructor) with ordinality as named (id, place) join coach on coach.id = named.id
  union all
  select class.id, coach.id, false, place - 1
    from class, unnest(assistant_instructor) with ordinality as named (id, place) join coach on coach.id = named.id;

do $$
begin
  if exists (select from attendance join class on class.id = attendance.class
      where attendance.main_instructor <> '{}' and (attendance.main_instructor, attendance.assistant_instructor)
        is distinct from (class.main_instructor, class.assistant_instructor)) then
    raise exception 'there is attendance with other instructors than its class';
  end if;
end $$;

alter table course_year drop column main_instructor, drop column assistant_instructor;
alter table pending_replacement drop column main_instructor, drop column assistant_instructor;
alter table class drop column main_instructor, drop column assistant_instructor;
alter table attendance drop column main_instructor, drop column assistant_instructor;

create index course_year_instructor_coach on course_year_instructor (coach);
create index pending_replacement_instructor_coach on pending_replacement_instructor (coach);
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
