-- What a deletion takes out of the audit trail (decision 49). A random part of each record makes its hash one that nobody
-- can find the removed words from; it goes with them. Records made before have none.
alter table audit_record add column salt text;

-- As before, and the salt where there is one.
create or replace function audit_hash(r audit_record) returns bytea language sql stable parallel safe
return sha256(convert_to(case when r.salt is not null then json_build_array(
  r.position, encode(r.previous, 'hex'), r.id, extract(epoch from r.at), r.user_id, r.username, r.section, r.doc_type,
  r.doc_id, r.action, r.description, r.change_from::text, r.change_to::text, r.request_id, r.seal, r.salt)
when r.seal is null then json_build_array(
  r.position, encode(r.previous, 'hex'), r.id, extract(epoch from r.at), r.user_id, r.username, r.section, r.doc_type,
  r.doc_id, r.action, r.description, r.change_from::text, r.change_to::text, r.request_id)
else json_build_array(
  r.position, encode(r.previous, 'hex'), r.id, extract(epoch from r.at), r.user_id, r.username, r.section, r.doc_type,
  r.doc_id, r.action, r.description, r.change_from::text, r.change_to::text, r.request_id, r.seal)
end::text, 'UTF8'));

-- A record is never changed, but for words that redact_audit takes out of it.
create function refuse_change_of_record() returns trigger language plpgsql as $$
declare
  removable text[] := '{description,change_from,change_to,salt,mac}';
begin
  if tg_op = 'UPDATE' and current_setting('academy.redacting', true) = 'on'
    and to_jsonb(new) - removable = to_jsonb(old) - removable then return new; end if;
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger audit_record_append_only on audit_record;
create trigger audit_record_append_only before update or delete on audit_record
  for each row execute function refuse_change_of_record();

-- These changes without the values of the fields that are not kept.
create function redacted_changes(changes jsonb, kept text[]) returns jsonb language sql immutable
return coalesce((select jsonb_agg(case when change ->> 'field' = any(kept) then change
    else change || '{"item": "(erased)"}' end order by place)
  from jsonb_array_elements(changes) with ordinality as each (change, place)), '[]');

-- Takes the values of all fields but the kept ones out of records, and their description where another is given. The
-- hash of a record stays what it was, and the trail holds together. The transaction's last record seals each change:
-- `audit_record <id> <hash of what it said> <hash of what it says>`.
create function redact_audit(records uuid[], kept text[], words text) returns void language plpgsql as $$
declare
  was audit_record;
  r audit_record;
  seals text := nullif(current_setting('academy.seals', true), '');
begin
  perform set_config('academy.redacting', 'on', true);
  for was in select * from audit_record where id = any(records) order by position for update loop
    r := was;
    r.change_from := redacted_changes(was.change_from, kept);
    r.change_to := redacted_changes(was.change_to, kept);
    r.description := coalesce(words, was.description);
    if (r.change_from, r.change_to, r.description) is distinct from (was.change_from, was.change_to, was.description) then
      r.salt := null;
      r.mac := null;
      update audit_record set change_from = r.change_from, change_to = r.change_to, description = r.description,
        salt = null, mac = null where id = r.id;
      seals := concat_ws(E'\n', seals, concat_ws(' ', 'audit_record', r.id, encode(audit_hash(was), 'hex'),
        encode(audit_hash(r), 'hex')));
    end if;
  end loop;
  perform set_config('academy.redacting', '', true);
  perform set_config('academy.seals', coalesce(seals, ''), true);
end $$;
