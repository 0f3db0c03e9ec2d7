-- The reference lists. Names are unique in any case; the portal stores them trimmed.
create table relationship (
  id uuid primary key,
  relationship text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index relationship_unique_relationship on relationship (lower(relationship));

create table designation (
  id uuid primary key,
  designation text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index designation_unique_designation on designation (lower(designation));

create table belt (
  id uuid primary key,
  belt_color text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index belt_unique_belt_color on belt (lower(belt_color));

create table member_type (
  id uuid primary key,
  member_type text not null,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index member_type_unique_member_type on member_type (lower(member_type));

create table sport (
  id uuid primary key,
  description text not null,
  picture text,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index sport_unique_description on sport (lower(description));

create table centre (
  id uuid primary key,
  description text not null,
  username text,
  picture text,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index centre_unique_description on centre (lower(description));

create table course_type (
  id uuid primary key,
  description text not null,
  picture text,
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index course_type_unique_description on course_type (lower(description));

create table coach (
  id uuid primary key,
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
create unique index coach_unique_name on coach (lower(name));
create index coach_designation on coach (designation);

create table credit_package (
  id uuid primary key,
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
create unique index credit_package_unique_code on credit_package (lower(code));

create table holiday (
  id uuid primary key,
  year int not null,
  -- [{ "holidayName": text, "date": "YYYY-MM-DD" }]
  holiday jsonb not null default '[]',
  is_disable boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index holiday_unique_year on holiday (year);
