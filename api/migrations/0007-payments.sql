create table payment (
  id uuid primary key,
  order_no text not null unique,
  receipt_no text unique,
  member uuid not null references member,
  package uuid not null references credit_package,
  package_code text not null,
  package_title text not null,
  description text not null,
  duration int not null,
  addition int not null,
  credit_purchase int not null check (credit_purchase >= 0),
  amount numeric(12, 2) not null check (amount >= 0),
  payment_type text not null check (payment_type in ('Cash', 'Direct')),
  coach_received uuid references coach,
  is_pay boolean not null default false,
  is_rejected boolean not null default false,
  is_cancelled boolean not null default false,
  is_disable boolean not null default false,
  created_by_user uuid,
  created_by_name text not null,
  verified_by uuid,
  verified_by_name text,
  -- Last day of the credit bought, and the wallet's expiry before it, to put back when the payment is cancelled.
  expired_date date,
  expiry_before date,
  cancel_reason text,
  date_time timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The only states there are: pending, done, rejected, cancelled (a paid one).
  check (not (is_rejected and (is_pay or is_cancelled))),
  check (not is_cancelled or is_pay),
  check ((receipt_no is not null) = is_pay),
  check ((verified_by_name is not null) = (is_pay or is_rejected))
);
create index payment_date_time on payment (date_time desc, id);
create index payment_member on payment (member, date_time desc);
create index payment_coach on payment (coach_received, date_time);
create index payment_package on payment (package);
create index payment_pending on payment (date_time desc, id) where not is_pay and not is_rejected;

-- A settled payment stays settled, whatever is asked of the database: only these moves exist.
create function payment_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments are never removed' using errcode = 'restrict_violation';
  end if;
  if (old.is_rejected and not new.is_rejected) or (old.is_pay and not new.is_pay) or
     (old.is_cancelled and not new.is_cancelled) or (old.receipt_no is not null and new.receipt_no <> old.receipt_no) or
     new.amount <> old.amount or new.credit_purchase <> old.credit_purchase or new.member <> old.member then
    raise exception 'a payment cannot move that way' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_moves before update or delete on payment for each row execute function payment_moves();
create trigger payment_no_truncate before truncate on payment
  for each statement execute function refuse_change();
