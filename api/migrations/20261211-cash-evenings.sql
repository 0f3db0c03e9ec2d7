-- The cash of all coaches of a day, closed together: one close for each, tied together here and signed on one paper.
create table cash_evening (
  id uuid primary key,
  -- The first and the last of its closes; their numbers follow each other.
  number text not null unique,
  day date not null,
  closes int not null check (closes > 0),
  -- RM, over its closes.
  expected numeric(12, 2) not null,
  counted numeric(12, 2) not null,
  closed_by_user uuid,
  closed_by_name text not null,
  closed_at timestamptz not null
);
create index cash_evening_day on cash_evening (day desc, id desc);

-- Checked at commit, since an evening is called by its closes and written after them.
alter table cash_close add column evening uuid references cash_evening deferrable initially deferred;
create index cash_close_evening on cash_close (evening);

create trigger cash_evening_stays before update or delete on cash_evening
  for each row execute function refuse_change();
create trigger cash_evening_no_truncate before truncate on cash_evening
  for each statement execute function refuse_change();

-- At commit an evening is what its closes make, one for each coach of its day.
create function cash_evening_agrees() returns trigger language plpgsql as $$
declare
  document cash_evening%rowtype;
  agrees boolean;
begin
  select * into strict document from cash_evening
    where id = coalesce(to_jsonb(new) ->> 'evening', to_jsonb(new) ->> 'id')::uuid;
  select count(*) = document.closes and count(distinct coach) = document.closes and sum(expected) = document.expected
      and sum(counted) = document.counted and bool_and(day = document.day and corrects is null)
    into agrees from cash_close where evening = document.id;
  if agrees is not true then
    raise exception 'evening close % does not agree with its closes', document.number using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger cash_evening_agrees after insert on cash_evening
  deferrable initially deferred for each row execute function cash_evening_agrees();
create constraint trigger cash_close_evening_agrees after insert on cash_close
  deferrable initially deferred for each row when (new.evening is not null) execute function cash_evening_agrees();

-- Its paper is written down with it, as that of a close is.
alter table written_paper drop constraint written_paper_kind_check;
alter table written_paper add constraint written_paper_kind_check
  check (kind in ('credit-adjustment', 'cash-close', 'cash-evening'));
create constraint trigger cash_evening_is_written after insert on cash_evening
  deferrable initially deferred for each row execute function paper_is_written('cash-evening', 'number');
