-- Wrong attempts are counted per account, visitor and network under keyed hashes: what was typed is not kept. What the old
-- table held is over within the hour.
drop table sign_in_failure;

create table sign_in_limit (
  key bytea primary key,
  -- Whose account is counted, to forgive it; null for addresses and for names that nobody has.
  user_id uuid references staff_user on delete cascade,
  -- Attempts that were not forgiven yet, those that are free of a wait, and the last one.
  level double precision not null,
  free int not null,
  last_at timestamptz not null,
  -- A series of failures that is one record of the audit trail: its kind, first, number and last address.
  what text,
  series_from timestamptz,
  failures int not null default 0,
  address text
);
create index sign_in_limit_user on sign_in_limit (user_id);
create index sign_in_limit_last_at on sign_in_limit (last_at);

-- Devices from which a user has signed in: not locked out by the failures of others. Tokens are random and kept as SHA-256 only.
create table known_device (
  token_hash bytea not null,
  user_id uuid not null references staff_user on delete cascade,
  last_used timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_device_user on known_device (user_id);
create index known_device_last_used on known_device (last_used);
