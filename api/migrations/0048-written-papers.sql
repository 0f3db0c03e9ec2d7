-- What a cash close and an approved credit adjustment say is written down with them; every print is made from that.

create table written_paper (
  -- Of the credit adjustment or the cash close.
  document uuid primary key,
  kind text not null check (kind in ('credit-adjustment', 'cash-close')),
  number text not null,
  -- Whose names stand on it.
  members uuid[] not null,
  -- The words it is printed with, as JSON, byte by byte as they were written.
  content text not null,
  -- Of the content; the audit trail has it too.
  digest text not null,
  logo text references letterhead_picture,
  written_at timestamptz not null,
  -- Issued before papers were written down: made of what was known when it was.
  is_later boolean not null,
  unique (kind, number),
  check (digest = encode(sha256(convert_to(content, 'UTF8')), 'hex'))
);
create index written_paper_members on written_paper using gin (members);

create trigger written_paper_stays before update or delete on written_paper
  for each row execute function refuse_change();
create trigger written_paper_no_truncate before truncate on written_paper
  for each statement execute function refuse_change();

-- Issued until now: the portal writes them down at its next start, since the database does not know its letterhead.
create table paper_to_write (
  document uuid primary key,
  kind text not null
);
insert into paper_to_write select id, 'credit-adjustment' from credit_adjustment where status = 'Approved';
insert into paper_to_write select id, 'cash-close' from cash_close;

-- At commit each of them has its paper, of that number.
create function paper_is_written() returns trigger language plpgsql as $$
declare
  wanted_kind text := tg_argv[0];
  wanted_number text := to_jsonb(new) ->> tg_argv[1];
begin
  if not exists (select 1 from written_paper
      where document = new.id and kind = wanted_kind and number = wanted_number)
    and not exists (select 1 from paper_to_write where document = new.id) then
    raise exception '% % was not written down', replace(wanted_kind, '-', ' '), wanted_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger credit_adjustment_is_written after insert or update on credit_adjustment
  deferrable initially deferred for each row when (new.status = 'Approved')
  execute function paper_is_written('credit-adjustment', 'doc_no');
create constraint trigger cash_close_is_written after insert on cash_close
  deferrable initially deferred for each row execute function paper_is_written('cash-close', 'number');
