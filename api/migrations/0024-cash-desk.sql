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
create index payment_cash_day on payment (created_at) where payment_type = 'Cash';

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
