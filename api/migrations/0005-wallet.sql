-- A wallet is the sum of its entries; the balance is kept beside them in the same transaction.
create table wallet (
  member uuid primary key references member,
  balance int not null default 0,
  -- Counts the entries, so that two writers of one balance cannot both be right.
  version int not null default 0,
  credit_expired date
);
create index wallet_balance on wallet (balance);
create index wallet_credit_expired on wallet (credit_expired);

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
create index wallet_entry_at on wallet_entry (at);

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
