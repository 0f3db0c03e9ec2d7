-- What a user signs in with beside the password: passkeys, and authenticator apps whose secret is kept encrypted with the
-- key of DATA_DIR.
create table second_factor (
  id uuid primary key,
  user_id uuid not null references staff_user on delete cascade,
  kind text not null check (kind in ('passkey', 'totp')),
  name text not null,
  credential_id text unique,
  public_key bytea,
  -- Of a passkey how often it was used, as it says; of an app the last time step whose code was taken.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  secret bytea,
  created_at timestamptz not null,
  last_used timestamptz,
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null)),
  check ((kind = 'totp') = (secret is not null))
);
create index second_factor_user on second_factor (user_id);

-- Each works once; kept as keyed hashes.
create table recovery_code (
  code_hash bytea primary key,
  user_id uuid not null references staff_user on delete cascade
);
create index recovery_code_user on recovery_code (user_id);

-- What was begun and waits for its second step: a sign-in after the right password, a confirmation, a new factor.
create table second_factor_ticket (
  token_hash bytea primary key,
  user_id uuid not null references staff_user on delete cascade,
  purpose text not null check (purpose in ('signIn', 'confirm', 'passkey', 'totp')),
  challenge text,
  secret bytea,
  expires timestamptz not null
);
create index second_factor_ticket_user on second_factor_ticket (user_id);
create index second_factor_ticket_expires on second_factor_ticket (expires);

-- When the user last proved a second factor in the session.
alter table staff_session add column confirmed_at timestamptz;
-- Step by step, as must_change_password.
alter table user_group add column second_factor_required boolean;
alter table user_group alter column second_factor_required set default false;
update user_group set second_factor_required = false;
alter table user_group alter column second_factor_required set not null;
