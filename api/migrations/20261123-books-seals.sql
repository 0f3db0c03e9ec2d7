-- Ties what is in the books to the record that made it. A seal is a line `<kind> <id> <before> <after>`: digests of a row,
-- column by column, before and after the transaction; `-` where there was none.
alter table audit_record add column seal text;
-- HMAC with a key that the database never sees (decision 47); null in records made before there was one.
alter table audit_record add column mac text;

-- As before, and the seal where there is one.
create or replace function audit_hash(r audit_record) returns bytea language sql stable parallel safe
return sha256(convert_to(case when r.seal is null then json_build_array(
  r.position, encode(r.previous, 'hex'), r.id, extract(epoch from r.at), r.user_id, r.username, r.section, r.doc_type,
  r.doc_id, r.action, r.description, r.change_from::text, r.change_to::text, r.request_id)
else json_build_array(
  r.position, encode(r.previous, 'hex'), r.id, extract(epoch from r.at), r.user_id, r.username, r.section, r.doc_type,
  r.doc_id, r.action, r.description, r.change_from::text, r.change_to::text, r.request_id, r.seal)
end::text, 'UTF8'));

-- 96 bits: nobody finds another value of the same digest.
create function seal_part(name text, value text) returns text language sql immutable parallel safe
return name || ':' || coalesce(left(encode(sha256(convert_to(value, 'UTF8')), 'hex'), 24), '');

create function staff_user_seal(u staff_user) returns text language sql stable parallel safe
return concat_ws(',', seal_part('username', u.username), seal_part('password', u.password), seal_part('email', u.email),
  seal_part('group', u.user_group::text), seal_part('centres', u.is_center || u.centre_incharge::text),
  seal_part('coach', u.coach_related::text), seal_part('access', u.access_right::text),
  seal_part('disabled', u.is_disable::text), seal_part('protected', u.is_protected::text));

create function user_group_seal(g user_group) returns text language sql stable parallel safe
return concat_ws(',', seal_part('role', g.role), seal_part('permissions', g.permissions::text),
  seal_part('disabled', g.is_disable::text), seal_part('protected', g.is_protected::text));

create function staff_session_seal(s staff_session) returns text language sql stable parallel safe
return concat_ws(',', seal_part('user', s.user_id::text), seal_part('tokens', encode(s.token_hash || s.refresh_hash
  || s.refresh_family, 'hex')), seal_part('began', s.created_at at time zone 'UTC' || '/' || s.token_began at time zone 'UTC'));

create function wallet_entry_seal(e wallet_entry) returns text language sql stable parallel safe
return seal_part('entry', json_build_array(e.member, e.version, extract(epoch from e.at), e.kind, e.credit,
  e.balance_before, e.balance_after, e.cause, e.cause_type, e.cause_id, e.cause_label, e.attended_by, e.by_user,
  e.by_name, e.note, e.reverses)::text);

-- Collects the seals of a transaction in a setting that ends with it; link_audit writes them down.
create function note_seal() returns trigger language plpgsql as $$
declare
  before text := '-';
  after text := '-';
begin
  if tg_op <> 'INSERT' then execute format('select %s_seal($1)', tg_table_name) into before using old; end if;
  if tg_op <> 'DELETE' then execute format('select %s_seal($1)', tg_table_name) into after using new; end if;
  if before <> after then
    perform set_config('academy.seals', concat_ws(E'\n', nullif(current_setting('academy.seals', true), ''),
      concat_ws(' ', tg_table_name, coalesce(to_jsonb(new), to_jsonb(old)) ->> 'id', before, after)), true);
  end if;
  return null;
end $$;
create trigger staff_user_seal after insert or update or delete on staff_user
  for each row execute function note_seal();
create trigger user_group_seal after insert or update or delete on user_group
  for each row execute function note_seal();
-- A session that is gone opens nothing.
create trigger staff_session_seal after insert or update of user_id, token_hash, refresh_hash, refresh_family, token_began, created_at
  on staff_session for each row execute function note_seal();

-- As before; the last record of a transaction carries the seals that were noted.
create or replace function link_audit() returns trigger language plpgsql as $$
declare
  head audit_head;
  entry audit_record;
  noted text := nullif(current_setting('academy.seals', true), '');
  left_to_write int := jsonb_array_length(new.entries);
begin
  delete from audit_pending where id = new.id;
  select * into strict head from audit_head for update;
  for entry in select * from jsonb_populate_recordset(null::audit_record, new.entries) loop
    left_to_write := left_to_write - 1;
    if noted is not null and left_to_write = 0 then
      entry.seal := concat_ws(E'\n', entry.seal, noted);
      perform set_config('academy.seals', '', true);
    end if;
    head.position := head.position + 1;
    entry.position := head.position;
    entry.previous := head.hash;
    entry.hash := audit_hash(entry);
    head.hash := entry.hash;
    insert into audit_record values (entry.*);
  end loop;
  update audit_head set position = head.position, hash = head.hash;
  return null;
end $$;

-- What is there now is taken over as it stands.
do $$
declare
  seals text;
begin
  select string_agg(line, E'\n' order by line) into seals from (
    select concat_ws(' ', 'user_group', id, '-', user_group_seal(g)) as line from user_group as g
    union all select concat_ws(' ', 'staff_user', id, '-', staff_user_seal(u)) from staff_user as u
    union all select concat_ws(' ', 'staff_session', id, '-', staff_session_seal(s)) from staff_session as s
  ) as lines;
  if seals is not null then
    perform append_audit(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'at', date_trunc('milliseconds', now()),
      'username', 'system', 'section', 'Books', 'doc_type', 'books', 'action', 'Sealed', 'description',
      'From here on the trail proves users, groups and sessions', 'change_from', '[]'::jsonb, 'change_to', '[]'::jsonb,
      'seal', seals)));
    set constraints audit_pending_linked immediate;
    set constraints audit_pending_linked deferred;
  end if;
end $$;
