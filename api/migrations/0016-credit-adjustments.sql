-- Signed changes of a wallet on paper: written down first, and once approved one row of the ledger. A deleted one leaves
-- every list and keeps its row, so that its number stays used and anyone can see what became of it.
create table credit_adjustment (
  id uuid primary key,
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
