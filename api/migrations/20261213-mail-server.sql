-- The mail server that was given on the screens: one row. Without one, what the environment says.
create table mail_server (
  is_only boolean primary key default true check (is_only),
  row_version uuid not null default gen_random_uuid(),
  host text,
  port int check (port between 1 and 65535),
  security text check (security in ('tls', 'starttls', 'none')),
  username text,
  -- Sealed with a key of DATA_DIR, for this host, port, security and username alone.
  password bytea,
  sender text,
  updated_at timestamptz not null default now(),
  check ((host is null) = (port is null) and (host is null) = (security is null)),
  check (host is not null or username is null),
  check ((username is null) = (password is null))
);
create trigger raise_version before update on mail_server for each row execute function raise_version();
insert into mail_server default values;
