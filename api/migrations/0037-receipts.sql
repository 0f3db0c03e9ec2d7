-- What an official receipt says is written down when its number is given; every print is made from that.

-- The pictures of the letterhead as they are printed, by what they hold: an old receipt keeps the logo of its day.
create table letterhead_picture (
  digest text primary key,
  bytes bytea not null,
  check (digest = encode(sha256(bytes), 'hex'))
);

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
create trigger letterhead_picture_stays before update or delete on letterhead_picture
  for each row execute function refuse_change();
create trigger letterhead_picture_no_truncate before truncate on letterhead_picture
  for each statement execute function refuse_change();

-- Receipts issued until now: the portal writes them down at its next start, since the database does not know its letterhead.
create table receipt_to_write (
  payment uuid primary key references payment
);
insert into receipt_to_write select id from payment where receipt_no is not null;

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
