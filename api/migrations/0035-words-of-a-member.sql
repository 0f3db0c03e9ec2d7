-- A child that is looked for is found by its parents as well: its row keeps their names in lower case, so that an index
-- answers.
alter table member add column parent_names text not null default '';

-- The children are held in one order: whoever renames another parent of theirs waits instead of failing.
create function name_parents(children uuid[]) returns void language sql as $$
  update member set parent_names = named.names
  from (
    select held.id, lower(coalesce(string_agg(concat_ws(E'\n', parent.name, parent.ch_name), E'\n' order by parent.id), '')) as names
    from (select id from member where id = any(children) order by id for no key update) held
      left join member_parent on member_parent.child = held.id
      left join member parent on parent.id = member_parent.parent and not parent.is_deleted
    group by held.id) named
  where member.id = named.id and member.parent_names <> named.names
$$;

create function links_changed() returns trigger language plpgsql as $$
begin
  perform name_parents((select array_agg(distinct child) from changed));
  return null;
end $$;
create trigger member_parent_added after insert on member_parent
  referencing new table as changed for each statement execute function links_changed();
create trigger member_parent_removed after delete on member_parent
  referencing old table as changed for each statement execute function links_changed();

create function parent_renamed() returns trigger language plpgsql as $$
begin
  perform name_parents((select array_agg(child) from member_parent where parent = new.id));
  return null;
end $$;
create trigger member_parent_renamed after update of name, ch_name, is_deleted on member
  for each row when (old.kind = 'parent' and
    (old.name, old.ch_name, old.is_deleted) is distinct from (new.name, new.ch_name, new.is_deleted))
  execute function parent_renamed();

select name_parents(array_agg(distinct child)) from member_parent;

-- As before, and with the TM no. without its dashes.
drop index member_search;
alter table member
  drop column search_text,
  add column search_text text generated always as (
    lower(name || E'\n' || coalesce(ch_name, '') || E'\n' || coalesce(ic_no, '') || E'\n' ||
          coalesce(regexp_replace(ic_no, '[ -]', '', 'g'), '') || E'\n' || coalesce(tm_no, '') || E'\n' ||
          coalesce(regexp_replace(tm_no, '[ -]', '', 'g'), '') || E'\n' || coalesce(phone_no, '') || E'\n' ||
          coalesce(regexp_replace(regexp_replace(phone_no, '[^0-9]', '', 'g'), '^60', '0'), '') || E'\n' ||
          coalesce(email, ''))
  ) stored,
  add column parent_parts text[] generated always as (short_parts(parent_names)) stored;
create index member_search on member using gin (search_text gin_trgm_ops);
create index member_parents on member using gin (parent_names gin_trgm_ops);
create index member_parent_parts on member using gin (parent_parts);
