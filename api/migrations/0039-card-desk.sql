-- When a card was last declined, so that the desk tells a second refusal in the same words from the first.
alter table card_order add column declined_at timestamptz;

-- Money at the card provider that may not stay there: of a cancelled payment, of an order that had ended, in another
-- amount, or paid twice. Open until somebody has given it back and says so.
create table card_refund (
  id uuid primary key,
  payment uuid not null references payment,
  provider text not null,
  -- The provider's payment whose money this is: it goes back once.
  provider_payment text not null,
  -- The currency's smallest unit.
  amount int not null check (amount > 0),
  currency text not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  done_at timestamptz,
  done_by uuid,
  done_by_name text,
  unique (provider, provider_payment),
  check ((done_at is null) = (done_by_name is null)),
  check (done_by is null or done_at is not null)
);
create index card_refund_open on card_refund (created_at, id) where done_at is null;
create index card_refund_payment on card_refund (payment);

-- A refund is only ever ticked, once.
create function card_refund_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'card refunds are never removed' using errcode = 'restrict_violation';
  end if;
  if old.done_at is not null or new.done_at is null or new.id <> old.id or new.payment <> old.payment or
     new.provider <> old.provider or new.provider_payment <> old.provider_payment or new.amount <> old.amount or
     new.currency <> old.currency or new.reason <> old.reason or new.created_at <> old.created_at then
    raise exception 'a card refund cannot move that way' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger card_refund_moves before update or delete on card_refund
  for each row execute function card_refund_moves();
create trigger card_refund_no_truncate before truncate on card_refund
  for each statement execute function refuse_change();

-- What was cancelled or left in words before there were refunds.
insert into card_refund (id, payment, provider, provider_payment, amount, currency, reason, created_at)
  select gen_random_uuid(), card_order.payment, card_order.provider, provider_payment, card_order.amount, currency,
    'The payment was cancelled', payment.updated_at
  from card_order join payment on payment.id = card_order.payment where is_cancelled and provider_payment is not null;
insert into card_refund (id, payment, provider, provider_payment, amount, currency, reason, created_at)
  select gen_random_uuid(), payment, provider, said[1], coalesce(said[3]::int, amount), coalesce(said[2], currency),
    problem, updated_at
  from card_order, regexp_match(problem,
    '^(\S+) (?:paid (\S+) (\d+) sen, ordered were|paid the order a second time|was paid after the order had ended|was paid, and the payment is)') as said
  where said is not null and coalesce(said[3]::int, amount) > 0
  on conflict do nothing;

-- At commit the money that paid an order is credited or goes back: it goes back exactly when its payment is cancelled.
create function card_refund_agrees() returns trigger language plpgsql as $$
declare
  number text;
begin
  select payment.order_no into number
    from card_order
      join payment on payment.id = card_order.payment
      left join card_refund on card_refund.provider = card_order.provider
        and card_refund.provider_payment = card_order.provider_payment
    where card_order.payment = (case when tg_table_name = 'payment' then to_jsonb(new) ->> 'id'
        else to_jsonb(new) ->> 'payment' end)::uuid
      and card_order.provider_payment is not null
      and (card_refund.id is not null) <> payment.is_cancelled;
  if found then
    raise exception 'the refund of card payment % does not agree with its state', number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger payment_has_refund after update on payment
  deferrable initially deferred for each row when (new.payment_type = 'Direct' and new.is_cancelled)
  execute function card_refund_agrees();
create constraint trigger card_order_has_refund after insert or update on card_order
  deferrable initially deferred for each row when (new.provider_payment is not null)
  execute function card_refund_agrees();
create constraint trigger card_refund_agrees after insert on card_refund
  deferrable initially deferred for each row execute function card_refund_agrees();
