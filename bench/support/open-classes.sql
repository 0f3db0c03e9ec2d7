-- To the academy of many-classes.sql 100 courses of 40 members each, whoever has a wallet of 200 credits or more, with a class
-- yesterday that nobody has marked.
create temp table busy as select uuidv7() as course, uuidv7() as year, uuidv7() as class, n from generate_series(0, 99) n;
insert into course (id, name, sport, centre, normal, normal2, special, free, created_at, updated_at)
  select course, 'Busy ' || n, (select id from sport limit 1), (select id from centre limit 1), 10, 12, 8, 0, now(), now()
  from busy;
begin;
insert into course_year (id, course, year, day, starts, ends, created_at, updated_at)
  select year, course, extract(year from current_date - 1), extract(dow from current_date - 1), '18:00', '19:00', now(), now()
  from busy;
insert into course_year_instructor (course_year, coach, is_main, position)
  select year, (select id from coach limit 1), true, 0 from busy;
commit;
insert into enrolment (id, member, course, credit_type, credit, wallet_member, created_at, updated_at)
  select uuidv7(), member, course, 'normal', 10, member, now(), now()
  from (select member, row_number() over (order by member) - 1 as place from wallet join member on member.id = wallet.member
    where balance >= 200 and not is_disable limit 4000) rich
  join busy on busy.n = rich.place / 40;
begin;
insert into class (id, course_year, course, date, starts, ends, created_at, updated_at)
  select class, year, course, current_date - 1, '18:00', '19:00', now(), now() from busy;
insert into class_instructor (class, coach, is_main, position)
  select class, (select id from coach limit 1), true, 0 from busy;
commit;
