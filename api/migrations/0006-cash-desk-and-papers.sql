-- The cash of a day and a coach, handed over, counted and closed under a number of its own.

-- The last number given in a year, locked while one is given, so that there are no gaps and no repeats.
create table cash_close_series (
  year int primary key,
  last int not null check (last > 0)
);

create table cash_close (
  id uuid primary key,
  number text not null unique,
  year int not null,
  running_no int not null check (running_no > 0),
  -- Of the orders it closes.
  day date not null,
  coach uuid not null references coach,
  -- As it was then.
  coach_name text not null,
  -- The close it puts right; a correction has no payments.
  corrects uuid unique references cash_close,
  expected numeric(12, 2) not null,
  counted numeric(12, 2) not null,
  -- Pieces of each note and coin, { "50.00": 3 }, where they were counted one by one.
  pieces jsonb,
  remark text check (remark <> ''),
  -- What was still open of that day and coach, and stayed so.
  left_payments int not null check (left_payments >= 0),
  left_amount numeric(12, 2) not null,
  closed_by_user uuid,
  closed_by_name text not null,
  closed_at timestamptz not null,
  unique (year, running_no),
  constraint cash_close_explained check (counted = expected or remark is not null),
  check (corrects is not null or (expected >= 0 and counted >= 0)),
  check (corrects is null or remark is not null)
);
create index cash_close_day on cash_close (day desc, id desc);
create index cash_close_coach on cash_close (coach, day desc);

create table cash_close_line (
  close uuid not null references cash_close,
  payment uuid not null references payment,
  -- Given back: cancelled after the close that received it.
  kind text not null check (kind in ('received', 'returned')),
  -- RM; what was given back is negative.
  amount numeric(12, 2) not null check (case kind when 'received' then amount >= 0 else amount <= 0 end),
  -- Whether this close verified it; else it was verified before.
  verified_here boolean not null,
  primary key (close, payment, kind),
  constraint cash_close_line_once unique (payment, kind)
);

-- A close is never changed; another one follows.
create trigger cash_close_stays before update or delete on cash_close
  for each row execute function refuse_change();
create trigger cash_close_no_truncate before truncate on cash_close
  for each statement execute function refuse_change();
create trigger cash_close_line_stays before update or delete on cash_close_line
  for each row execute function refuse_change();
create trigger cash_close_line_no_truncate before truncate on cash_close_line
  for each statement execute function refuse_change();

-- At commit a close expects what its lines make, and its lines are paid cash of its coach.
create function cash_close_agrees() returns trigger language plpgsql as $$
declare
  document cash_close%rowtype;
  made numeric;
begin
  select * into strict document from cash_close
    where id = coalesce(to_jsonb(new) ->> 'close', to_jsonb(new) ->> 'id')::uuid;
  select coalesce(sum(amount), 0) into made from cash_close_line where close = document.id;
  if (document.corrects is null and made <> document.expected) or exists (
    select 1 from cash_close_line as line join payment on payment.id = line.payment
      where line.close = document.id and (document.corrects is not null or payment.payment_type <> 'Cash'
        or not payment.is_pay or payment.coach_received <> document.coach or abs(line.amount) <> payment.amount
        or (line.kind = 'returned' and not payment.is_cancelled))) then
    raise exception 'cash close % does not agree with its payments', document.number using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger cash_close_agrees after insert on cash_close
  deferrable initially deferred for each row execute function cash_close_agrees();
create constraint trigger cash_close_line_agrees after insert on cash_close_line
  deferrable initially deferred for each row execute function cash_close_agrees();

-- What a cash close and an approved credit adjustment say is written down with them; every print is made from that.

create table written_paper (
  -- Of the credit adjustment or the cash close.
  document uuid primary key,
  kind text not null check (kind in ('credit-adjustment', 'cash-close')),
  number text not null,
  -- Whose names stand on it.
  members uuid[] not null,
  -- The words it is printed with, as JSON, byte by byte as they were written.
  content text not null,
  -- Of the content; the audit trail has it too.
  digest text not null,
  logo text references letterhead_picture,
  written_at timestamptz not null,
  -- Issued before papers were written down: made of what was known when it was.
  is_later boolean not null,
  unique (kind, number),
  check (digest = encode(sha256(convert_to(content, 'UTF8')), 'hex'))
);
create index written_paper_members on written_paper using gin (members);

create trigger written_paper_stays before update or delete on written_paper
  for each row execute function refuse_change();
create trigger written_paper_no_truncate before truncate on written_paper
  for each statement execute function refuse_change();

-- Issued before they were written down: the portal does it at its next start, since the database does not know its
-- letterhead.
create table paper_to_write (
  document uuid primary key,
  kind text not null
);

-- At commit each of them has its paper, of that number.
create function paper_is_written() returns trigger language plpgsql as $$
declare
  wanted_kind text := tg_argv[0];
  wanted_number text := to_jsonb(new) ->> tg_argv[1];
begin
  if not exists (select 1 from written_paper
      where document = new.id and kind = wanted_kind and number = wanted_number)
    and not exists (select 1 from paper_to_write where document = new.id) then
    raise exception '% % was not written down', replace(wanted_kind, '-', ' '), wanted_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger credit_adjustment_is_written after insert or update on credit_adjustment
  deferrable initially deferred for each row when (new.status = 'Approved')
  execute function paper_is_written('credit-adjustment', 'doc_no');
create constraint trigger cash_close_is_written after insert on cash_close
  deferrable initially deferred for each row execute function paper_is_written('cash-close', 'number');

-- What a person calls the documents with these ids, for the audit trail. Nothing depends on it and it is asked for by
-- whoever writes or reads a record; plpgsql keeps its plan.
create function document_names(ids uuid[]) returns table (document_id uuid, name text) language plpgsql stable
-- The planner takes few ids for cheaper than any number of them and would plan the 27 parts anew for every record.
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select m.id, m.name from member as m where m.id = any(ids)
    union all select id, belt.belt_color from belt where id = any(ids)
    union all select id, relationship.relationship from relationship where id = any(ids)
    union all select id, designation.designation from designation where id = any(ids)
    union all select id, member_type.member_type from member_type where id = any(ids)
    union all select id, sport.description from sport where id = any(ids)
    union all select id, centre.description from centre where id = any(ids)
    union all select id, course_type.description from course_type where id = any(ids)
    union all select id, coach.name from coach where id = any(ids)
    union all select id, credit_package.title from credit_package where id = any(ids)
    union all select id, announcement.title from announcement where id = any(ids)
    union all select id, 'Holidays of ' || holiday.year from holiday where id = any(ids)
    union all select id, document_format.type from document_format where id = any(ids)
    union all select id, user_group.role from user_group where id = any(ids)
    union all select id, staff_user.username from staff_user where id = any(ids)
    union all select id, course.name from course where id = any(ids)
    union all select y.id, c.name || ' ' || y.year
      from course_year as y join course as c on c.id = y.course where y.id = any(ids)
    union all select k.id, c.name || ' on ' || to_char(k.date, 'DD-MM-YYYY')
      from class as k join course as c on c.id = k.course where k.id = any(ids)
    union all select e.id, m.name || ' in ' || c.name
      from enrolment as e join member as m on m.id = e.member join course as c on c.id = e.course where e.id = any(ids)
    union all select a.id, m.name || ' in ' || c.name || ' on ' || to_char(a.class_date, 'DD-MM-YYYY')
      from attendance as a join member as m on m.id = a.member join course as c on c.id = a.course where a.id = any(ids)
    union all select p.id, coalesce(p.receipt_no, p.order_no) from payment as p where p.id = any(ids)
    union all select id, credit_adjustment.doc_no from credit_adjustment where id = any(ids)
    union all select id, cash_close.number from cash_close where id = any(ids)
    union all select id, emergency_contact.name from emergency_contact where id = any(ids)
    union all select id, notice_details.title from notice_details where id = any(ids)
    union all select id, notice.title from notice where id = any(ids)
    union all select id, wallet_entry.cause_label from wallet_entry where id = any(ids);
end $$;
