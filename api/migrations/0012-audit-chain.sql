-- Each audit record carries the hash of the one before it, so that a change made past the portal shows when it is checked.

-- Where the trail ends. Its lock is what puts the records of all transactions into one order; taken last, held until
-- the commit.
create table audit_head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null
);

alter table audit_record
  add column previous bytea,
  add column hash bytea,
  alter column position drop identity,
  drop constraint audit_record_position_key;

-- The hash of a record: SHA-256 of all it says, its place and the hash before it. The text is that of json_build_array,
-- which no two different records share.
create function audit_hash(r audit_record) returns bytea language sql stable parallel safe
return sha256(convert_to(json_build_array(
  r.position, encode(r.previous, 'hex'), r.id, extract(epoch from r.at), r.user_id, r.username, r.section, r.doc_type,
  r.doc_id, r.action, r.description, r.change_from::text, r.change_to::text, r.request_id
)::text, 'UTF8'));

-- What a transaction will append at its commit; empty for everybody else.
create table audit_pending (
  id bigint generated always as identity primary key,
  entries jsonb not null
);

-- Runs within the commit, after every other deferred check: nobody's way through the network or through a busy portal
-- falls into the time of the lock.
create function link_audit() returns trigger language plpgsql as $$
declare
  head audit_head;
  entry audit_record;
begin
  delete from audit_pending where id = new.id;
  select * into strict head from audit_head for update;
  for entry in select * from jsonb_populate_recordset(null::audit_record, new.entries) loop
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
create constraint trigger audit_pending_linked after insert on audit_pending
  deferrable initially deferred for each row execute function link_audit();

-- The only way records are written: an array of rows without position and hashes, in their order, as the last thing of
-- a transaction. The commit does not wait for the disk, since it would hold the lock meanwhile and everybody would wait
-- for the disk one after the other; who calls this waits for it afterwards, before it tells anybody.
create function append_audit(entries jsonb) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into audit_pending (entries) values (append_audit.entries);
end $$;

-- What was recorded until now is numbered without gaps and chained in its order.
do $$
declare
  head audit_head;
  entry audit_record;
begin
  head.position := 0;
  head.hash := decode(repeat('00', 32), 'hex');
  alter table audit_record disable trigger audit_record_append_only;
  for entry in select * from audit_record order by position loop
    head.position := head.position + 1;
    entry.position := head.position;
    entry.previous := head.hash;
    entry.hash := audit_hash(entry);
    head.hash := entry.hash;
    update audit_record set position = entry.position, previous = entry.previous, hash = entry.hash where id = entry.id;
  end loop;
  alter table audit_record enable trigger audit_record_append_only;
  insert into audit_head (position, hash) values (head.position, head.hash);
end $$;

alter table audit_record
  alter column previous set not null,
  alter column hash set not null,
  add constraint audit_record_position_key unique (position);

create trigger audit_head_stays before delete on audit_head
  for each row execute function refuse_change();
create trigger audit_head_no_truncate before truncate on audit_head
  for each statement execute function refuse_change();
