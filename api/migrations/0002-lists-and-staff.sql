-- The reference lists. Names are unique in any case; the portal stores them trimmed.
create table relationship (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  relationship text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on relationship for each row execute function raise_version();
create unique index relationship_unique_relationship on relationship (lower(relationship));

create table designation (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  designation text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on designation for each row execute function raise_version();
create unique index designation_unique_designation on designation (lower(designation));

create table belt (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  belt_color text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on belt for each row execute function raise_version();
create unique index belt_unique_belt_color on belt (lower(belt_color));

create table member_type (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  member_type text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on member_type for each row execute function raise_version();
create unique index member_type_unique_member_type on member_type (lower(member_type));

create table sport (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  description text not null,
  picture text,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on sport for each row execute function raise_version();
create unique index sport_unique_description on sport (lower(description));

create table centre (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  description text not null,
  username text,
  -- The state or federal territory it stands in: whose holidays it keeps.
  state text check (length(state) between 1 and 40),
  picture text,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on centre for each row execute function raise_version();
create unique index centre_unique_description on centre (lower(description));

create table course_type (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  description text not null,
  picture text,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on course_type for each row execute function raise_version();
create unique index course_type_unique_description on course_type (lower(description));

create table coach (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  name text not null,
  designation uuid not null references designation,
  email text not null,
  mobile_no text,
  bank_name text,
  bank_acc_name text,
  bank_acc_no text,
  address1 text,
  address2 text,
  address3 text,
  picture text,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on coach for each row execute function raise_version();
create unique index coach_unique_name on coach (lower(name));
create index coach_designation on coach (designation);

create table credit_package (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  code text not null,
  title text not null,
  description text not null,
  -- Credits paid for, credits given on top, months the credit stays valid.
  credit int not null check (credit >= 0),
  addition int check (addition >= 0),
  duration int not null check (duration >= 0),
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on credit_package for each row execute function raise_version();
create unique index credit_package_unique_code on credit_package (lower(code));

create table holiday (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  year int not null,
  -- [{ "holidayName": text, "date": "YYYY-MM-DD" }]
  holiday jsonb not null default '[]',
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on holiday for each row execute function raise_version();
create unique index holiday_unique_year on holiday (year);

create table announcement (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  title text not null,
  content text not null,
  expired_date date,
  picture text,
  -- Counts the updates.
  version int not null default 0,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on announcement for each row execute function raise_version();

create table user_group (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
  role text not null,
  -- { module: [action, ...] }; a missing entry is a no.
  permissions jsonb not null default '{}',
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger raise_version before update on user_group for each row execute function raise_version();
create unique index user_group_unique_role on user_group (lower(role));

create table staff_user (
  id uuid primary key,
  row_version uuid not null default gen_random_uuid(),
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
create trigger raise_version before update on staff_user for each row execute function raise_version();
create unique index staff_user_unique_username on staff_user (lower(username));
create unique index staff_user_unique_email on staff_user (lower(email));
create index staff_user_group on staff_user (user_group);
create index staff_user_coach on staff_user (coach_related);

-- One row per signed-in device. Tokens are random and stored as SHA-256 only.
create table staff_session (
  id uuid primary key,
  user_id uuid not null references staff_user on delete cascade,
  token_hash bytea not null unique,
  token_expires timestamptz not null,
  -- When the present access token was given out: its life is prolonged while it is used, up to a limit counted from here.
  token_began timestamptz not null,
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

-- Codes that set a new password: single use, soon over, kept as SHA-256 only.
create table password_reset (
  id uuid primary key,
  user_id uuid not null references staff_user on delete cascade,
  code_hash bytea not null unique,
  expires timestamptz not null,
  created_at timestamptz not null
);
create index password_reset_user on password_reset (user_id);

-- Mails that were not sent, because no mail server is configured or it refused them.
create table outbox_mail (
  id uuid primary key,
  at timestamptz not null,
  to_address text not null,
  subject text not null,
  body text not null,
  -- Whose mail it is: those who hold fewer rights do not read it.
  user_id uuid references staff_user on delete cascade
);
create index outbox_mail_at on outbox_mail (at desc, id);
create index outbox_mail_user on outbox_mail (user_id);
