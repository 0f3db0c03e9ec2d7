-- Codes by which members set passwords of their own: one each, single use, kept as SHA-256 only.
create table member_password_code (
  member uuid primary key references member on delete cascade,
  code_hash bytea not null unique,
  expires timestamptz not null
);
create index member_password_code_expires on member_password_code (expires);

-- A code is over once its member has another password or address, is disabled or erased, by whatever way that is done.
create function end_password_code() returns trigger language plpgsql as $$
begin
  delete from member_password_code where member = new.id;
  return null;
end $$;
create trigger password_code_ends after update of password, email, is_disable, is_deleted on member for each row
  when (new.password is distinct from old.password or new.email is distinct from old.email
        or new.is_disable or new.is_deleted)
  execute function end_password_code();
