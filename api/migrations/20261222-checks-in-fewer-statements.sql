-- A class of forty writes forty entries, forty balances and forty records, and each of these asked the database several
-- times about one row. The same is checked and written as before.

-- The records are linked one after the other and written together.
create or replace function link_audit() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_head;
  entry audit_record;
  entries audit_record[] := array(select jsonb_populate_recordset(null::audit_record, new.entries));
  linked audit_record[] := '{}';
  noted text := nullif(current_setting('academy.seals', true), '');
begin
  if noted is not null and cardinality(entries) > 0 then
    entry := entries[cardinality(entries)];
    entry.seal := concat_ws(E'\n', entry.seal, noted);
    entries[cardinality(entries)] := entry;
    perform set_config('academy.seals', '', true);
  end if;
  delete from audit_pending where id = new.id;
  select * into strict head from audit_head for update;
  foreach entry in array entries loop
    head.position := head.position + 1;
    entry.position := head.position;
    entry.previous := head.hash;
    entry.hash := audit_hash(entry);
    head.hash := entry.hash;
    linked := linked || entry;
  end loop;
  insert into audit_record select * from unnest(linked);
  update audit_head set position = head.position, hash = head.hash;
  return null;
end $$;

-- It is there until the commit: packing it takes longer than writing it.
alter table audit_pending alter column entries set storage external;

-- Each entry continues the one before it.
create function wallet_entries_continue() returns trigger language plpgsql as $$
declare
  broken record;
begin
  select * into broken from (
    select written.member, written.version, written.balance_before, (
        select entry.balance_after from wallet_entry as entry
        where entry.member = written.member and entry.version = written.version - 1
      ) as balance
    from written
  ) as entry
  where balance_before is distinct from case version when 1 then 0 else balance end
  order by version limit 1;
  if not found then
    return null;
  end if;
  if broken.version > 1 and broken.balance is null then
    raise exception 'wallet entry % of % has no entry before it', broken.version, broken.member
      using errcode = 'check_violation';
  end if;
  raise exception 'wallet entry % of % does not continue from balance %', broken.version, broken.member,
    coalesce(broken.balance, 0) using errcode = 'check_violation';
end $$;
drop trigger wallet_entry_chain on wallet_entry;
-- Since 0.1.0: the same is asked of each entry by the trigger that goes.
create trigger wallet_entry_chain after insert on wallet_entry referencing new table as written
  for each statement execute function wallet_entries_continue();
-- Since 0.1.0: only that trigger called it.
drop function wallet_entry_continues;

-- At commit the kept balance is the last entry's. A wallet is compared with its last entry. An entry asks only that the
-- wallet has come to it: it began below, since entries follow each other without a gap, so that it was changed and is
-- compared itself.
create or replace function wallet_agrees() returns trigger language plpgsql as $$
declare
  agrees boolean;
begin
  if tg_table_name = 'wallet_entry' then
    agrees := exists (select from wallet where member = new.member
      and (version > new.version or (version = new.version and balance = new.balance_after)));
  else
    agrees := not exists (
      select from wallet left join lateral (
        select balance_after, wallet_entry.version from wallet_entry
        where wallet_entry.member = wallet.member order by wallet_entry.version desc limit 1
      ) as last on true
      where wallet.member = new.member
        and (balance <> coalesce(last.balance_after, 0) or wallet.version <> coalesce(last.version, 0)));
  end if;
  if not agrees then
    raise exception 'the balance of wallet % differs from its entries', new.member using errcode = 'check_violation';
  end if;
  return null;
end $$;
