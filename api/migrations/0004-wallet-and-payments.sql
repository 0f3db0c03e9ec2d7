-- A wallet is the sum of its entries; the balance is kept beside them in the same transaction.
create table wallet (
  member uuid primary key references member,
  row_version uuid not null default gen_random_uuid(),
  balance int not null default 0,
  -- Counts the entries, so that two writers of one balance cannot both be right.
  version int not null default 0,
  credit_expired date,
  -- Of the member; that never changes. The many empty wallets of children would else stand between an adult and the next
  -- in the order of balances.
  kind text not null
);
create trigger raise_version before update on wallet for each row execute function raise_version();
create index wallet_balance on wallet (kind, balance, member);
create index wallet_credit_expired on wallet (kind, credit_expired, member);

create function wallet_kind() returns trigger language plpgsql as $$
begin
  new.kind := coalesce(new.kind, (select kind from member where id = new.member));
  return new;
end $$;
create trigger wallet_kind before insert on wallet for each row execute function wallet_kind();

create table wallet_entry (
  id uuid primary key,
  member uuid not null references wallet (member),
  -- The wallet's version after this entry: 1, 2, 3 ...
  version int not null check (version > 0),
  at timestamptz not null,
  kind text not null check (kind in ('purchase', 'purchase-cancelled', 'attendance', 'attendance-reversed',
    'adjustment', 'manual-edit', 'expired', 'opening', 'transfer')),
  -- Signed credits, never nothing.
  credit int not null check (credit <> 0),
  balance_before int not null,
  balance_after int not null,
  -- Says what moved the wallet, for example class/<attendance>/<version>; asking twice charges once.
  cause text not null,
  cause_type text not null,
  cause_id uuid,
  cause_label text not null,
  -- Whom a class was attended by: a row never changes and a person may have to be forgotten, so that the name is read with it.
  attended_by uuid,
  by_user uuid,
  by_name text not null,
  note text,
  reverses uuid references wallet_entry,
  check (balance_after = balance_before + credit),
  -- Only a cancelled purchase may leave a debt.
  check (balance_after >= 0 or kind = 'purchase-cancelled' or credit > 0)
);
create unique index wallet_entry_once on wallet_entry (cause);
create unique index wallet_entry_version on wallet_entry (member, version);
create unique index wallet_entry_reversed_once on wallet_entry (reverses) where reverses is not null;
-- What reports walk through by day, with what their totals are made of, so that these come out of the index alone.
create index wallet_entry_flow on wallet_entry (at, id) include (member, credit, kind);

create trigger wallet_entry_append_only before update or delete on wallet_entry
  for each row execute function refuse_change();
create trigger wallet_entry_no_truncate before truncate on wallet_entry
  for each statement execute function refuse_change();

-- Each entry continues the one before it.
create function wallet_entry_continues() returns trigger language plpgsql as $$
declare
  before wallet_entry%rowtype;
begin
  select * into before from wallet_entry where member = new.member and version = new.version - 1;
  if new.version > 1 and not found then
    raise exception 'wallet entry % of % has no entry before it', new.version, new.member using errcode = 'check_violation';
  end if;
  if new.balance_before <> coalesce(before.balance_after, 0) then
    raise exception 'wallet entry % of % does not continue from balance %', new.version, new.member,
      coalesce(before.balance_after, 0) using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger wallet_entry_chain before insert on wallet_entry
  for each row execute function wallet_entry_continues();

-- At commit the kept balance is the last entry's: neither can be written without the other.
create function wallet_agrees() returns trigger language plpgsql as $$
declare
  kept wallet%rowtype;
  last wallet_entry%rowtype;
begin
  select * into kept from wallet where member = new.member;
  select * into last from wallet_entry where member = new.member order by version desc limit 1;
  if kept.balance <> coalesce(last.balance_after, 0) or kept.version <> coalesce(last.version, 0) then
    raise exception 'the balance of wallet % differs from its entries', new.member using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger wallet_entry_agrees after insert on wallet_entry
  deferrable initially deferred for each row execute function wallet_agrees();
create constraint trigger wallet_balance_agrees after insert or update of balance, version on wallet
  deferrable initially deferred for each row execute function wallet_agrees();

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
  rejected_at timestamptz,
  cancelled_at timestamptz,
  -- Last day of the credit bought, and the wallet's expiry before it, to put back when the payment is cancelled.
  expired_date date,
  expiry_before date,
  cancel_reason text,
  date_time timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What the code on a receipt names it by: unguessable, and unlike its number the same on no two installations.
  -- 122 random bits of the database's own, as 22 characters that may stand in an address.
  receipt_token text not null unique
    default rtrim(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '='),
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
create index payment_received on payment (created_at, id);
create index payment_cancelled on payment (cancelled_at) where cancelled_at is not null;
create index payment_cash_day on payment (created_at) where payment_type = 'Cash';
-- For reports, with what their totals are made of.
create index payment_done on payment (date_time, id) include (coach_received, payment_type, amount, credit_purchase)
  where is_pay and not is_cancelled;
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

create function receipt_token_stays() returns trigger language plpgsql as $$
begin
  if new.receipt_token <> old.receipt_token then
    raise exception 'receipts are out with this token' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger receipt_token_stays before update of receipt_token on payment
  for each row execute function receipt_token_stays();

-- What an official receipt says is written down when its number is given; every print is made from that.
create table receipt (
  payment uuid primary key references payment,
  number text not null unique,
  amount numeric(12, 2) not null,
  -- Whose names stand on it.
  payer uuid not null references member,
  children uuid[] not null,
  -- The words it is printed with, as JSON, byte by byte as they were written.
  content text not null,
  -- Of the content; the audit trail has it too.
  digest text not null,
  logo text references letterhead_picture,
  background text references letterhead_picture,
  written_at timestamptz not null,
  -- Issued before receipts were written down: made of what was known when it was.
  is_later boolean not null,
  check (digest = encode(sha256(convert_to(content, 'UTF8')), 'hex'))
);
create index receipt_payer on receipt (payer);
create index receipt_children on receipt using gin (children);

create trigger receipt_stays before update or delete on receipt
  for each row execute function refuse_change();
create trigger receipt_no_truncate before truncate on receipt
  for each statement execute function refuse_change();

-- Receipts issued before they were written down: the portal does it at its next start, since the database does not know
-- its letterhead.
create table receipt_to_write (
  payment uuid primary key references payment
);

-- At commit a payment with a receipt number has its receipt, of that number, amount and payer.
create function receipt_is_written() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from receipt where payment = new.id and number = new.receipt_no and amount = new.amount
      and payer = new.member)
    and not exists (select 1 from receipt_to_write where payment = new.id) then
    raise exception 'receipt % was not written down', new.receipt_no using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger receipt_is_written after insert or update of receipt_no, amount, member on payment
  deferrable initially deferred for each row when (new.receipt_no is not null) execute function receipt_is_written();

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
  -- When a card was last declined, so that the desk tells a second refusal in the same words from the first.
  declined_at timestamptz,
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

-- The card provider of a portal that has none: orders and payments in which no money moves.
create table sandbox_key (
  one boolean primary key default true check (one),
  key_id text not null,
  key_secret text not null,
  webhook_secret text not null
);

create table sandbox_order (
  id text primary key,
  amount int not null check (amount > 0),
  currency text not null,
  receipt text,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts int not null default 0,
  created_at timestamptz not null
);

create table sandbox_payment (
  id text primary key,
  order_id text not null references sandbox_order,
  amount int not null,
  currency text not null,
  status text not null check (status in ('authorized', 'captured', 'failed')),
  created_at timestamptz not null
);
create index sandbox_payment_order on sandbox_payment (order_id, created_at);

-- Signed changes of a wallet on paper: written down first, and once approved one row of the ledger. A deleted one leaves
-- every list and keeps its row, so that its number stays used and anyone can see what became of it.
create table credit_adjustment (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  doc_no text not null unique,
  date date not null,
  member uuid not null references member,
  reason text not null check (reason <> ''),
  -- Signed credits, never nothing.
  adjust_credit int not null check (adjust_credit <> 0),
  status text not null default 'Pending' check (status in ('Pending', 'Approved', 'Deleted')),
  created_by_user uuid,
  created_by_name text not null,
  approved_by_user uuid,
  approved_by_name text,
  approved_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'Approved') = (approved_by_name is not null)),
  check ((status = 'Approved') = (approved_at is not null))
);
create trigger raise_version before update on credit_adjustment for each row execute function raise_version();
create index credit_adjustment_date on credit_adjustment (date desc, id desc) where status <> 'Deleted';
create index credit_adjustment_member on credit_adjustment (member);

-- Only a pending document changes, and none loses its number or its place.
create function credit_adjustment_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'credit adjustments are never removed' using errcode = 'restrict_violation';
  end if;
  if old.status <> 'Pending' or new.doc_no <> old.doc_no or new.created_by_name <> old.created_by_name then
    raise exception 'a credit adjustment cannot change that way' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger credit_adjustment_moves before update or delete on credit_adjustment
  for each row execute function credit_adjustment_moves();
create trigger credit_adjustment_no_truncate before truncate on credit_adjustment
  for each statement execute function refuse_change();

-- At commit an approved document has its entry in the ledger, and an entry for a document an approved one.
create function credit_adjustment_agrees() returns trigger language plpgsql as $$
declare
  document credit_adjustment%rowtype;
  written int;
begin
  select * into document from credit_adjustment
    where id = case when tg_table_name = 'credit_adjustment' then new.id else (to_jsonb(new) ->> 'cause_id')::uuid end;
  if not found then
    raise exception 'there is no credit adjustment for this wallet entry' using errcode = 'check_violation';
  end if;
  select count(*) into written from wallet_entry
    where cause = 'adjustment/' || document.id and kind = 'adjustment' and member = document.member
      and credit = document.adjust_credit;
  if written <> (case when document.status = 'Approved' then 1 else 0 end) then
    raise exception 'credit adjustment % is % and has % ledger entries', document.doc_no, document.status, written
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger credit_adjustment_agrees after insert or update on credit_adjustment
  deferrable initially deferred for each row execute function credit_adjustment_agrees();
create constraint trigger wallet_entry_has_adjustment after insert on wallet_entry
  deferrable initially deferred for each row when (new.cause_type = 'adjustment')
  execute function credit_adjustment_agrees();
