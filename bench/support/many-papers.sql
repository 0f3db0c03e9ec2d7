-- To the academy of many-classes.sql what else its screens read, in proportion to its members: payments with their cash closes,
-- open cases, classes to come and one in ten courses whose last nobody marked, contacts, notices, messages, adjustments,
-- newcomers, a user for each coach, readings of sensitive fields, and an audit record for each ledger row.
insert into credit_package (id, code, title, description, credit, addition, duration, created_at, updated_at)
  select uuidv7(), 'P' || bought, 'Package of ' || bought, 'Package', bought, 0, 12, now(), now()
  from unnest(array[100, 200, 300, 500]) bought;
create temp table teacher as
  select distinct on (course) course, coach from course_year join course_year_instructor on course_year = course_year.id;
insert into course_instructor (course, coach, is_main, position) select course, coach, true, 0 from teacher;

-- Four in five in cash, to the coach of the course.
insert into payment (id, order_no, receipt_no, member, package, package_code, package_title, description, duration, addition,
  credit_purchase, amount, payment_type, coach_received, is_pay, created_by_name, verified_by_name, expired_date, date_time,
  created_at, updated_at)
  select cause_id, 'ORD-2026-' || no, 'OR-2026-' || no, member, credit_package.id, code, title, description, duration, 0,
    bought.credit, bought.credit, case when no % 5 = 0 then 'Direct' else 'Cash' end,
    case when no % 5 > 0 then coach end, true, 'bench', 'bench', at::date + 365, at, at, at
  from (select wallet_entry.*, row_number() over (order by at) as no from wallet_entry where kind = 'purchase') bought
    join credit_package on credit_package.credit = bought.credit
    join enrolment using (member) join teacher using (course)
  order by no;
-- One in fifty members waits for the desk, one in a hundred was rejected.
insert into payment (id, order_no, member, package, package_code, package_title, description, duration, addition,
  credit_purchase, amount, payment_type, coach_received, is_rejected, rejected_at, created_by_name, verified_by_name, date_time,
  created_at, updated_at)
  select uuidv7(), 'ORD-2027-' || place, numbered.id, package.id, package.code, package.title, description, duration, 0,
    package.credit, package.credit, 'Cash', coach, rejected, case when rejected then at end, 'bench', case when rejected then 'bench' end,
    at, at, at
  from numbered join enrolment on enrolment.member = numbered.id join teacher on teacher.course = enrolment.course,
    (select * from credit_package limit 1) package,
    lateral (select place % 100 = 50 as rejected, now() - place % 14 * interval '1 day' as at) state
  where place % 50 = 0;

create temp table closed as
  select uuidv7() as id, coach_received as coach, day, sum(amount) as amount, array_agg(id) as payments,
    row_number() over (order by day, coach_received) as no
  from (select *, (created_at at time zone 'Asia/Kuala_Lumpur')::date as day from payment
    where payment_type = 'Cash' and is_pay) payment
  group by coach_received, day;
insert into cash_close (id, number, year, running_no, day, coach, coach_name, expected, counted, left_payments, left_amount,
  closed_by_name, closed_at)
  select closed.id, 'CC-2026-' || no, 2026, no, day, coach.id, coach.name, amount, amount, 0, 0, 'bench', day + interval '22 hours'
  from closed join coach on coach.id = closed.coach order by no;
insert into cash_close_line (close, payment, kind, amount, verified_here)
  select closed.id, payment.id, 'received', payment.amount, true
  from closed cross join unnest(payments) line join payment on payment.id = line;

update attendance set status = 'P', outstanding = true, check_in = '18:00' from numbered
  where status = 'A' and numbered.id = attendance.member and place % 20 = 0;
create temp table coming as
  select uuidv7() as id, course_year.id as course_year, course, on_day.date as day
  from (select course, coach, row_number() over (order by course) as no from teacher) teacher
    join generate_series(-1, 21, 7) weeks on weeks > 0 or no % 10 = 0
    cross join lateral (select current_date + weeks as date) on_day
    join course_year using (course)
  where year = extract(year from on_day.date);
insert into class (id, course_year, course, date, starts, ends, created_at, updated_at)
  select id, course_year, course, day, '19:00', '20:00', now(), now() from coming;
insert into class_instructor (class, coach, is_main, position)
  select id, coach, true, 0 from coming join teacher using (course);

insert into emergency_contact (id, member, name, relationship, phone_no, created_at, updated_at)
  select uuidv7(), id, 'Contact ' || n, 'Aunt', '01' || 20000000 + n, now(), now() from numbered where n % 2 = 0 order by n;
insert into notice_details (id, type, title, message, at)
  select uuidv7(), 'announcement', 'News ' || n, 'The hall is closed on Friday.', now() - n * interval '1 day'
  from generate_series(1, 100) n;
insert into notice (id, member, type, title, message, at)
  select uuidv7(), member, 'payment', 'Payment verified', order_no, date_time from payment where is_pay order by date_time;
insert into member_message (id, member, kind, channel, language, text, at, by_name)
  select uuidv7(), id, 'low', 'whatsapp', 'en', 'Your credit is low.', now() - n % 90 * interval '1 day', 'bench'
  from numbered where n % 10 = 0;
insert into credit_adjustment (id, doc_no, date, member, reason, adjust_credit, status, created_by_name, approved_by_name,
  approved_at, created_at, updated_at)
  select uuidv7(), 'CA-2026-' || n, at::date, id, 'Goodwill', 5, case when waits then 'Pending' else 'Approved' end, 'bench',
    case when not waits then 'bench' end, case when not waits then at end, at, at
  from numbered, lateral (select n % 400 = 0 as waits, now() - n % 600 * interval '1 day' as at) state
  where is_independent and n % 20 = 0;
insert into newcomer (id, class, course, class_date, name, phone_no, credit_type, credit_minus, taken_by_name, created_at)
  select uuidv7(), id, course, date, 'Newcomer ' || no, '01' || 30000000 + no, 'trial1', 0, 'bench', now()
  from size, (select *, row_number() over (order by date desc, id) as no from class where is_attendance_taken) class
  where no <= members / 100;
insert into user_group (id, role, created_at, updated_at) values (uuidv7(), 'Bench coach', now(), now());
insert into staff_user (id, username, password, email, user_group, coach_related, created_at, updated_at)
  select uuidv7(), 'coach' || row_number() over (order by coach.id), '', coach.email, user_group.id, coach.id, now(), now()
  from coach, user_group where role = 'Bench coach';
insert into outbox_mail (id, at, to_address, subject, body)
  select uuidv7(), now() - n % 600 * interval '1 day', 'someone@example.com', 'Mail ' || n, 'Good day' from numbered where n % 20 = 0;
insert into sensitive_reading (id, at, username, call, fields, members, count)
  select uuidv7(), now() - n % 600 * interval '1 day', 'admin', 'GET /member/:id', '{icNo}', array[id], 1
  from numbered where n % 2 = 0 order by n % 600 desc;

-- An audit record of each member, contact and enrolment, and of each ledger row. Their chain is made up: what reads the trail for
-- a screen does not follow it.
create temp table told as
  select at, section, doc_type, doc_id, description, cause as about, jsonb_build_array(
    jsonb_build_object('field', 'status', 'item', 'P', 'type', 'added'),
    jsonb_build_object('field', 'creditMinus', 'item', (-credit)::text, 'type', 'added')) as change
  from wallet_entry, lateral (select 'Mark Attendance' as section, 'attendance' as doc_type, cause_id::text as doc_id,
    cause_label || ': ' || credit || ' credits' as description) words
  union all
  select created_at, 'Membership', 'member', id::text, name, id::text, jsonb_build_array(
    jsonb_build_object('field', 'name', 'item', name, 'type', 'added'),
    jsonb_build_object('field', 'phoneNo', 'item', phone_no, 'type', 'added'))
  from member
  union all
  select enrolment.created_at, 'Membership', 'enrollment', enrolment.id::text, member.name, enrolment.id::text, jsonb_build_array(
    jsonb_build_object('field', 'member', 'item', member.name, 'type', 'added'),
    jsonb_build_object('field', 'credit', 'item', credit::text, 'type', 'added'))
  from enrolment join member on member.id = enrolment.member
  union all
  select contact.created_at, 'Membership', 'emergency-contact', contact.id::text, contact.name, contact.id::text, jsonb_build_array(
    jsonb_build_object('field', 'member', 'item', member.name, 'type', 'added'),
    jsonb_build_object('field', 'name', 'item', contact.name, 'type', 'added'))
  from emergency_contact contact join member on member.id = contact.member;
insert into audit_record (id, position, at, username, section, doc_type, doc_id, action, description, change_from, change_to,
  request_id, previous, hash)
  select uuidv7(), head.position + row_number() over (order by at), at, 'bench', section, doc_type, doc_id, 'Create',
    description, '[]', change, 'bench', sha256(about::bytea), sha256(doc_id::bytea)
  from audit_head head, told order by at;
update audit_head set (position, hash) = (select position, hash from audit_record order by position desc limit 1);
