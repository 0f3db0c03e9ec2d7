-- Of an order that was made again from a cancelled payment: which one. Once for each, so that undoing twice makes one order.
alter table payment add column replaces uuid references payment;
create unique index payment_replaces_once on payment (replaces);

create or replace function payment_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payments are never removed' using errcode = 'restrict_violation';
  end if;
  if (old.is_rejected and not new.is_rejected) or (old.is_pay and not new.is_pay) or
     (old.is_cancelled and not new.is_cancelled) or (old.receipt_no is not null and new.receipt_no <> old.receipt_no) or
     new.amount <> old.amount or new.credit_purchase <> old.credit_purchase or new.member <> old.member or
     new.replaces is distinct from old.replaces then
    raise exception 'a payment cannot move that way' using errcode = 'check_violation';
  end if;
  return new;
end $$;
