-- What wallets held when a month began, so that a report of an earlier month need not reckon back from today through all
-- that was written since. Kept beside the ledger: a job fills it, `verify` computes it again, `rebuild` makes it anew.
create table month_start (
  month date primary key check (extract(day from month) = 1),
  -- The moment at which it began.
  at timestamptz not null,
  noted_at timestamptz not null default now(),
  -- Whether its balances are there. They are computed some time after it was noted, when no transaction is open that does not know it.
  is_kept boolean not null default false
);
-- Wallets that held nothing have no row.
create table month_balance (
  month date not null references month_start on delete cascade,
  member uuid not null,
  balance int not null check (balance <> 0),
  primary key (month, member) include (balance)
);

-- An entry of an earlier moment (of a clock that went back, say) takes away the months that began after it; the job makes them again.
create function forget_month_starts() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from month_start where at > (select min(at) from written);
  return null;
end $$;
create trigger wallet_entry_of_earlier_month after insert on wallet_entry referencing new table as written
  for each statement execute function forget_month_starts();
