-- A month that was closed: what it looked like then stays, whatever is put right later.
create table month_close (
  id uuid primary key,
  -- Its first day.
  month date not null constraint month_close_once unique check (month = date_trunc('month', month)::date),
  -- Sen of a credit, by which shares of the month are reckoned for ever.
  credit_price int not null check (credit_price >= 0),
  -- What was left open, as `{ key: count }`; whoever leaves something open says why.
  left_open jsonb not null,
  remark text,
  closed_by_user uuid,
  closed_by_name text not null,
  -- The instant of which all its files and figures are.
  closed_at timestamptz not null,
  check (left_open = '{}'::jsonb or remark is not null),
  check (closed_at >= ((month + interval '1 month')::timestamp at time zone 'Asia/Kuala_Lumpur'))
);

-- Its reports, statements and notes, as they were written.
create table month_file (
  id uuid primary key,
  close uuid not null references month_close,
  -- Its path in the archive.
  name text not null,
  -- Whose statement it is.
  coach uuid references coach,
  bytes bytea not null,
  digest text not null check (digest = encode(sha256(bytes), 'hex')),
  unique (close, name),
  unique (close, coach)
);
create index month_file_coach on month_file (coach);

-- What each coach was told: of the month itself, and what had changed in months that were closed before.
create table month_settlement (
  close uuid not null references month_close,
  coach uuid not null references coach,
  -- First day of the month it is of.
  month date not null,
  classes int not null,
  heads int not null,
  credits int not null,
  -- Sen.
  amount bigint not null,
  primary key (close, coach, month)
);
create index month_settlement_coach on month_settlement (coach);

create trigger month_close_stays before update or delete on month_close for each row execute function refuse_change();
create trigger month_close_no_truncate before truncate on month_close for each statement execute function refuse_change();
create trigger month_file_stays before update or delete on month_file for each row execute function refuse_change();
create trigger month_file_no_truncate before truncate on month_file for each statement execute function refuse_change();
create trigger month_settlement_stays before update or delete on month_settlement
  for each row execute function refuse_change();
create trigger month_settlement_no_truncate before truncate on month_settlement
  for each statement execute function refuse_change();

-- Months are closed one after the other; whatever lies before the first one is closed with it.
create function month_close_follows() returns trigger language plpgsql as $$
declare
  latest date;
begin
  select max(month) into latest from month_close;
  if new.month <> latest + interval '1 month' then
    raise exception '% is not the month after %', new.month, latest using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger month_close_follows before insert on month_close
  for each row execute function month_close_follows();

-- What was kept of a month, in one word: the trail records it, and the proof of the books reckons it again.
create function month_close_digest(of uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(concat(
    (select concat_ws(' ', to_char(month, 'YYYY-MM-DD'), credit_price, left_open, remark, E'\n')
      from month_close where id = of),
    (select string_agg(concat_ws(' ', digest, name, coach, E'\n'), '' order by name collate "C")
      from month_file where close = of),
    (select string_agg(concat_ws(' ', coach, to_char(month, 'YYYY-MM-DD'), classes, heads, credits, amount, E'\n'), ''
        order by coach, month)
      from month_settlement where close = of)), 'UTF8')), 'hex')
$$;
