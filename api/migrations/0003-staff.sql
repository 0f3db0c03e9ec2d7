create table user_group (
  id uuid primary key,
  role text not null,
  -- { module: [action, ...] }; a missing entry is a no.
  permissions jsonb not null default '{}',
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index user_group_unique_role on user_group (lower(role));

create table staff_user (
  id uuid primary key,
  username text not null,
  password text not null,
  email text,
  user_group uuid not null references user_group,
  is_center boolean not null default false,
  centre_incharge uuid[] not null default '{}',
  coach_related uuid references coach,
  access_right text[] not null default '{}',
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index staff_user_unique_username on staff_user (lower(username));
create unique index staff_user_unique_email on staff_user (lower(email));
create index staff_user_group on staff_user (user_group);

-- One row per signed-in device. Tokens are random and stored as SHA-256 only.
create table staff_session (
  id uuid primary key,
  user_id uuid not null references staff_user on delete cascade,
  token_hash bytea not null unique,
  token_expires timestamptz not null,
  refresh_hash bytea not null unique,
  refresh_expires timestamptz not null,
  -- Every refresh token of a session starts with the same secret; one that is not the present one was used before,
  -- and ends the session.
  refresh_family bytea not null unique,
  user_agent text,
  address text,
  created_at timestamptz not null,
  last_used timestamptz not null
);
create index staff_session_user on staff_session (user_id);
create index staff_session_refresh_expires on staff_session (refresh_expires);

-- Failed sign-ins per account and address, for slowing down and refusing.
create table sign_in_failure (
  username text not null,
  address text not null,
  failures int not null,
  last_at timestamptz not null,
  primary key (username, address)
);
