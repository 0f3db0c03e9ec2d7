-- An academy of 100,000 members, or as many as `size` says (fill.ts), with ten ledger rows each, made in the database itself:
-- 30 of a hundred parents, 50 children (every second one with two parents, every tenth independent), 20 adults; names as in a
-- Malaysian town, of every ten members four Malay, four Chinese, two Indian. Everything follows from the member's number.
create function pick(words text[], n int, salt int) returns text language sql immutable as
  $$ select words[1 + (hashint4(n * 31 + salt) & 2147483647) % cardinality(words)] $$;
create function draw(n int, salt int, below int) returns int language sql immutable as
  $$ select (hashint4(n * 31 + salt) & 2147483647) % below $$;

insert into designation (id, designation, created_at, updated_at) values (uuidv7(), 'Coach', now(), now());
insert into coach (id, name, designation, email, created_at, updated_at)
  select uuidv7(), 'Coach ' || n, (select id from designation limit 1), 'coach' || n || '@example.com', now(), now()
  from size, generate_series(1, coaches) n;
insert into belt (id, belt_color, created_at, updated_at)
  select uuidv7(), name, now(), now()
  from unnest(array['White', 'Yellow', 'Green', 'Blue', 'Purple', 'Brown', 'Red', 'Black']) name;
insert into member_type (id, member_type, created_at, updated_at)
  select uuidv7(), name, now(), now() from unnest(array['Regular', 'Sibling', 'Competition', 'Staff family']) name;
insert into relationship (id, relationship, created_at, updated_at)
  select uuidv7(), name, now(), now() from unnest(array['Father', 'Mother', 'Guardian', 'Grandparent']) name
  on conflict do nothing;

create temp table person as
with word as (
  select
    '{Tan,Lim,Lee,Wong,Ng,Chong,Ong,Goh,Chua,Teoh,Yap,Koh,Cheah,Low,Khoo,Ooi}'::text[] as surname,
    '{陈,林,李,黄,吴,张,王,吴,蔡,张,叶,许,谢,刘,邱,黄}'::text[] as han_surname,
    '{Wei,Mei,Jia,Xin,Zhi,Yi,Hui,Kai,Jun,Siew,Chee,Li,Pei,Boon,Kok,Sze}'::text[] as given,
    '{伟,美,佳,欣,志,怡,慧,凯,俊,秀,志,丽,佩,文,国,诗}'::text[] as han_given,
    '{Ling,Hao,Yee,Ming,Xuan,En,Ying,Hong,Qi,Han,Keat,Wen,Fang,Seng,Yan,Sheng}'::text[] as last,
    '{玲,豪,仪,明,萱,恩,莹,宏,琪,涵,杰,雯,芳,成,燕,胜}'::text[] as han_last,
    '{Ahmad Faiz,Muhammad Haziq,Amirul Hakim,Irfan Danial,Adam Rayyan,Hafiz,Khairul Anuar,Luqman,Mohd Azlan,Syafiq}'::text[]
      as malay_son,
    '{Nur Aisyah,Siti Nurhaliza,Nurul Izzah,Farah Nadia,Aina Sofea,Puteri Balqis,Hanis @ Anis,Wan Maryam,Damia,Qaisara}'
      ::text[] as malay_daughter,
    '{Abdullah,Abdul Rahman,Ismail,Hassan,Yusof,Kamaruddin,Othman,Salleh,Razak,Hashim,Zainal,Idris,Mat Isa,Sulaiman}'
      ::text[] as malay_father,
    '{Arvind,Kumaran,Vijay,Suresh,Dinesh,Ganesh}'::text[] as indian_son,
    '{Kavitha,Priya,Shalini,Devi,Thivya,Meena}'::text[] as indian_daughter,
    '{Ramasamy,Krishnan,Subramaniam,Muniandy,Govindasamy,Raju,Nadarajan,Perumal}'::text[] as indian_father
)
select n,
  case when n <= members * 3 / 10 then 'parent' when n <= members * 8 / 10 then 'child' else 'adult' end as kind,
  gender,
  case when people < 4 and gender = 'Male' then pick(malay_son, n, 1) || ' bin ' || pick(malay_father, n, 2)
       when people < 4 then pick(malay_daughter, n, 1) || ' binti ' || pick(malay_father, n, 2)
       when people < 8 then surname[s] || ' ' || given[g] || ' ' || last[l]
       when gender = 'Male' then pick(indian_son, n, 1) || ' a/l ' || pick(indian_father, n, 2)
       else pick(indian_daughter, n, 1) || ' a/p ' || pick(indian_father, n, 2)
  end as name,
  case when people between 4 and 7 then han_surname[s] || han_given[g] || han_last[l] end as ch_name
from word, size, generate_series(1, members) n,
  lateral (select draw(n, 3, 10) as people, pick('{Male,Female}', n, 4) as gender,
    1 + draw(n, 5, 16) as s, 1 + draw(n, 6, 16) as g, 1 + draw(n, 7, 16) as l);

insert into member (id, kind, name, ch_name, dob, ic_no, tm_no, email, gender, nationality, phone_no, address, school,
  school_class, medical, note, member_type, belt, coach_incharge, relationship, is_disable, is_independent,
  created_at, updated_at)
select uuidv7(), kind, name, ch_name, dob,
  case when kind <> 'parent' then to_char(dob, 'YYMMDD') || '-' || (array['01', '07', '10', '14'])[1 + draw(n, 9, 4)]
    || '-' || lpad((n % 10000)::text, 4, '0') end,
  case when draw(n, 10, 3) > 0 then 'TM' || 100000 + n end,
  case when kind <> 'child' then replace(lower(split_part(name, ' ', 1)), '@', '') || n || '@example.com' end,
  gender, 'Malaysian', '01' || draw(n, 11, 9) || 2000000 + draw(n, 12, 7999999),
  draw(n, 13, 200) || ', Jalan ' || pick('{Bukit,Melati,Harmoni,Damai,Kenanga,Permai}', n, 14) || ' ' || draw(n, 15, 30)
    || ', Taman ' || pick('{Desa,Sri Muda,Megah,Connaught,Tun Dr Ismail}', n, 16) || ', 5' || 1000 + draw(n, 17, 8999)
    || ' Kuala Lumpur',
  case when kind = 'child' then 'SK Taman ' || pick('{Desa,Megah,Melati,Tun}', n, 18) end,
  case when kind = 'child' then 1 + draw(n, 19, 6) || ' Bestari' end,
  case when draw(n, 20, 12) = 0 then 'Asthma, carries an inhaler' end,
  case when draw(n, 21, 8) = 0 then 'Prefers the evening class' end,
  type.ids[1 + draw(n, 22, 4)], case when kind <> 'parent' then belt.ids[1 + draw(n, 23, 8)] end,
  case when kind <> 'parent' then coach.ids[1 + draw(n, 24, coaches)] end,
  case when kind = 'parent' then relationship.ids[1 + draw(n, 25, cardinality(relationship.ids))] end,
  draw(n, 26, 12) = 0, kind <> 'child' or n % 10 = 0, at, at
from size, person,
  (select array_agg(id) as ids from member_type) type, (select array_agg(id order by belt_color) as ids from belt) belt,
  (select array_agg(id order by name) as ids from coach) coach, (select array_agg(id) as ids from relationship) relationship,
  -- Of those with the same last four digits of the I/C number no two share a birthday.
  lateral (select case when kind = 'child' then date '2008-01-01' + draw(n, 8, 4000 / step) * step + n / 10000
      else date '1962-01-01' + draw(n, 8, 15000 / step) * step + n / 10000 end as dob,
    timestamptz '2018-01-01' + n::float8 / members * interval '3125 days' as at
    from (select greatest(10, members / 10000 + 1) as step) steps);

-- Numbered again in the order they came; of those with a wallet of their own each has a place, too.
create temp table numbered as
  select id, kind, is_independent, n, (place - 1) * courses / payers as course, place
  from size, (select count(*) as payers from member where is_independent) payer, (
    select id, kind, is_independent, row_number() over (order by created_at)::int as n,
      row_number() over (partition by is_independent order by created_at) as place
    from member) member;
create unique index on numbered (n);
analyze numbered;
insert into member_parent (child, parent)
  select child.id, parent.id from numbered child join numbered parent
    on parent.n = 1 + (child.n - 1 - (select members from size) * 3 / 10) * 3 / 5
  where child.kind = 'child';
insert into member_parent (child, parent)
  select child.id, parent.id from numbered child join numbered parent
    on parent.n = 1 + ((child.n - 1 - (select members from size) * 3 / 10) * 3 / 5 + 1) % ((select members from size) * 3 / 10)
  where child.kind = 'child' and child.n % 2 = 0;
update member set parent_names = named.names from (
  select child, lower(string_agg(concat_ws(E'\n', parent.name, parent.ch_name), E'\n' order by parent.id)) as names
  from member_parent join member parent on parent.id = parent group by child) named
where member.id = named.child;

-- Two purchases, classes after each; the last twentieth never bought any. Where everybody has the same day for a course, the
-- second purchase comes at any time and the credits are enough until the end.
create temp table plan as
  select id, kind, n, place, course, bought, case when by_course then 2 + draw(n, 33, 19) else 11 end as again,
    greatest(1, bought * (30 + draw(n, 31, 71)) / case when by_course then 1900 else 900 end) as class
  from size, numbered, lateral (select (array[100, 200, 300, 500])[1 + draw(n, 30, 4)] as bought) package
  where is_independent and n <= members * 95 / 100;
insert into wallet (member, kind, balance, version, credit_expired)
  select id, kind, 0, 0, null from size, numbered where not is_independent or n > members * 95 / 100
  union all
  select id, kind, 2 * bought - 18 * class, 20, current_date + draw(n, 32, 500) - 100 from plan;
-- In the order of their days, as they would have been written; each names the payment or attendance that it is of.
insert into wallet_entry (id, member, version, at, kind, credit, balance_before, balance_after, cause, cause_type,
  cause_id, cause_label, by_name)
select uuidv7(), id, version, at, case when buys then 'purchase' else 'attendance' end, credit, after - credit, after,
  'bench/' || n || '/' || version, case when buys then 'payment' else 'attendance' end, uuidv7(),
  case when buys then 'Package of ' || bought else 'Class' end, 'bench'
from (
  select id, n, version, bought, buys, credit, after,
    began + version * interval '30 days'
      + case when by_course then course::float8 / courses * interval '30 days' + place % 60 * interval '1 second'
        else n * interval '10 seconds' end as at
  from size, plan, generate_series(1, 20) version,
    lateral (select version in (1, again) as buys) what,
    lateral (select case when buys then bought else -class end as credit,
      bought * (1 + (version >= again)::int) - class * (version - 1 - (version >= again)::int) as after) sums
  order by at) entry;
drop function pick(text[], int, int), draw(int, int, int);
