-- The list of members at 100,000 of them: figures and plans in docs/performance.md.

-- Three characters are the least that the trigram index of search_text can look up, and Chinese given names have two.
-- These are the characters beyond ASCII, each alone and each with its neighbour.
create function short_parts(given text) returns text[] language sql immutable parallel safe as $$
  select case when given ~ '[^\x01-\x7f]' then (
    select array_agg(distinct part)
    from regexp_matches(given, '[^\x01-\x7f]+', 'g') run,
      generate_series(1, length(run[1])) at,
      lateral (values (substr(run[1], at, 1)), (substr(run[1], at, 2))) parts (part))
  else '{}' end
$$;

-- As before, and phone numbers too with their digits alone, as they are dialled in the country.
drop index member_search;
alter table member
  drop column search_text,
  add column search_text text generated always as (
    lower(name || E'\n' || coalesce(ch_name, '') || E'\n' || coalesce(ic_no, '') || E'\n' ||
          coalesce(regexp_replace(ic_no, '[ -]', '', 'g'), '') || E'\n' || coalesce(tm_no, '') || E'\n' ||
          coalesce(phone_no, '') || E'\n' ||
          coalesce(regexp_replace(regexp_replace(phone_no, '[^0-9]', '', 'g'), '^60', '0'), '') || E'\n' ||
          coalesce(email, ''))
  ) stored,
  add column search_parts text[] generated always as (
    short_parts(lower(name || E'\n' || coalesce(ch_name, '') || E'\n' || coalesce(tm_no, '') || E'\n' ||
                      coalesce(phone_no, '') || E'\n' || coalesce(email, '')))
  ) stored;
create index member_search on member using gin (search_text gin_trgm_ops);
create index member_search_parts on member using gin (search_parts);

-- A page in an order is read from its index alone, far pages too. The first two also answer the filters and the orders
-- by what a member belongs to.
drop index member_kind_name;
drop index member_name;
create index member_kind_name on member (kind, lower(name), id)
  include (name, is_disable, is_independent, belt, member_type, coach_incharge) where not is_deleted;
create index member_name on member (lower(name), id)
  include (name, is_disable, is_independent, belt, member_type, coach_incharge) where not is_deleted;
create index member_kind_ic_no on member (kind, ic_no, id) where not is_deleted;
create index member_kind_phone_no on member (kind, phone_no, id) where not is_deleted;
create index member_kind_dob on member (kind, dob, id) where not is_deleted;

-- Which kind of member a wallet belongs to; that never changes. The many empty wallets of children would else stand
-- between an adult and the next in the order of balances.
alter table wallet add column kind text;
update wallet set kind = member.kind from member where member.id = wallet.member;
alter table wallet alter column kind set not null;
create function wallet_kind() returns trigger language plpgsql as $$
begin
  new.kind := coalesce(new.kind, (select kind from member where id = new.member));
  return new;
end $$;
create trigger wallet_kind before insert on wallet for each row execute function wallet_kind();
drop index wallet_balance;
drop index wallet_credit_expired;
create index wallet_balance on wallet (kind, balance, member);
create index wallet_credit_expired on wallet (kind, credit_expired, member);
