-- Who was told medical notes and identity numbers, whose, and by which call. A reading is no change of anything, so that it
-- stands beside the audit trail and not in its chain.
create table sensitive_reading (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid,
  username text not null,
  -- Method and pattern of the path: GET /member/:id.
  call text not null,
  filter text,
  fields text[] not null,
  -- By their ids alone; none for a file of many, whose filter and number are told.
  members uuid[] not null,
  count int not null check (count > 0)
);
create index sensitive_reading_at on sensitive_reading (at desc, id desc);
create index sensitive_reading_members on sensitive_reading using gin (members);

-- Kept like the audit trail. The deletion of a member takes its id out, and nothing else is changed.
create function keep_sensitive_reading() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.members <@ old.members and to_jsonb(new) - 'members' = to_jsonb(old) - 'members' then
    return new;
  end if;
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger sensitive_reading_append_only before update or delete on sensitive_reading
  for each row execute function keep_sensitive_reading();
create trigger sensitive_reading_no_truncate before truncate on sensitive_reading
  for each statement execute function refuse_change();
