-- What was ordered at the card provider for a payment, and how that went.
create table card_order (
  payment uuid primary key references payment,
  -- The host it was ordered at, or the sandbox: an order is never settled by another provider than its own.
  provider text not null,
  provider_order text not null,
  -- Sen.
  amount int not null check (amount > 0),
  currency text not null,
  -- Proves the link of the checkout page.
  token text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'ended')),
  -- The provider's payment whose money this is: it credits one wallet, once.
  provider_payment text,
  -- What last went wrong, in words for the desk.
  problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_order),
  unique (provider, provider_payment),
  check ((state = 'paid') = (provider_payment is not null))
);
create index card_order_open on card_order (created_at) where state = 'open';

-- What is paid stays paid, and what was ordered stays as it was ordered.
create function card_order_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'card orders are never removed' using errcode = 'restrict_violation';
  end if;
  if (old.state <> 'open' and new.state <> old.state) or
     (old.provider_payment is not null and new.provider_payment is distinct from old.provider_payment) or
     new.provider <> old.provider or new.provider_order <> old.provider_order or
     new.amount <> old.amount or new.currency <> old.currency then
    raise exception 'a card order cannot move that way' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger card_order_moves before update or delete on card_order for each row execute function card_order_moves();
create trigger card_order_no_truncate before truncate on card_order
  for each statement execute function refuse_change();

-- The provider's events that were taken, by its own ids: each comes at least once.
create table card_event (
  id text primary key,
  event text not null,
  provider_order text,
  at timestamptz not null
);
