-- To the academy of many-members.sql ten attendance records for each member: one for each class that the ledger debits, and one
-- of people who did not come. 100 courses, or as many as `size` says, in 8 centres; a member always goes to the same one.
insert into sport (id, description, created_at, updated_at) values (uuidv7(), 'Taekwondo', now(), now());
insert into centre (id, description, created_at, updated_at)
  select uuidv7(), 'Centre ' || n, now(), now() from generate_series(1, 8) n;
create temp table course_no as select uuidv7() as id, n from size, generate_series(0, courses - 1) n;
insert into course (id, name, sport, centre, normal, normal2, special, free, created_at, updated_at)
  select course_no.id, 'Class ' || n, (select id from sport limit 1), centre.ids[1 + n % 8], 10, 12, 8, 0, now(), now()
  from course_no, (select array_agg(id order by description) as ids from centre) centre;
insert into course_year (id, course, year, day, starts, ends, created_at, updated_at)
  select uuidv7(), course_no.id, year, course_no.n % 7, '18:00', '19:00', now(), now()
  from course_no, generate_series(2025, greatest(2026, extract(year from current_date + 28)::int)) year;
insert into course_year_instructor (course_year, coach, is_main, position)
  select course_year.id, coach.ids[1 + n % coaches], true, 0
  from size, course_year join course_no on course_no.id = course_year.course,
    (select array_agg(id order by name) as ids from coach) coach;
insert into enrolment (id, member, course, credit_type, credit, wallet_member, created_at, updated_at)
  select uuidv7(), member.id, course_no.id, 'normal', 10, member.id, now(), now()
  from numbered member join course_no
    on course_no.n = case when (select by_course from size) then member.course
      else (hashtext(member.id::text) & 2147483647) % (select courses from size) end
  where is_independent;
analyze enrolment;

create temp table came as
  select wallet_entry.cause_id as id, wallet_entry.id as entry, wallet_entry.member, enrolment.id as enrolment, enrolment.course,
    (at at time zone 'Asia/Kuala_Lumpur')::date as date, -wallet_entry.credit as credit
  from wallet_entry join enrolment on enrolment.member = wallet_entry.member where wallet_entry.kind = 'attendance';
analyze came;
insert into class (id, course_year, course, date, starts, ends, is_attendance_taken, created_at, updated_at)
  select uuidv7(), course_year.id, course_year.course, came.date, '18:00', '19:00', true, now(), now()
  from (select distinct course, date from came) came
  join course_year on course_year.course = came.course and course_year.year = extract(year from came.date);
insert into class_instructor (class, coach, is_main, position)
  select class.id, coach, is_main, position
  from class join course_year_instructor on course_year_instructor.course_year = class.course_year;
insert into attendance (id, class, course, member, enrolment, wallet_member, credit_type, status, class_date, check_in,
  credit_minus, entry, version, taken_by_name, created_at, updated_at)
  select came.id, class.id, came.course, came.member, came.enrolment, came.member, 'normal', 'P', came.date, '18:00',
    came.credit, came.entry, 1, 'bench', now(), now()
  from came join class on class.course = came.course and class.date = came.date
  order by came.date;
-- Everybody stays away on a day on which others of the course came; where everybody came, from a class a week after two of them.
insert into class (id, course_year, course, date, starts, ends, is_attendance_taken, created_at, updated_at)
  select uuidv7(), course_year, course, date + 7, '18:00', '19:00', true, now(), now()
  from (select *, row_number() over (partition by course order by date desc) as place from class) class
  where (select by_course from size) and place in (5, 10) and extract(year from date) = extract(year from date + 7);
insert into class_instructor (class, coach, is_main, position)
  select class.id, coach, is_main, position
  from class join course_year_instructor on course_year_instructor.course_year = class.course_year
  where not exists (select from class_instructor where class_instructor.class = class.id);
insert into attendance (id, class, course, member, enrolment, wallet_member, credit_type, status, class_date,
  credit_minus, taken_by_name, created_at, updated_at)
  select uuidv7(), class.id, class.course, enrolment.member, enrolment.id, enrolment.member, 'normal', 'A', class.date,
    10, 'bench', now(), now()
  from enrolment join class on class.course = enrolment.course
  where not exists (select from attendance where attendance.class = class.id and attendance.member = enrolment.member)
  limit (select members from size);
insert into coach_rate (id, coach, is_main, kind, amount, since, created_at, updated_at)
  select uuidv7(), coach.id, true, 'share', 4000, '2025-01-01', now(), now() from coach;
