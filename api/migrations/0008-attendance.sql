create table enrolment (
  id uuid primary key,
  member uuid not null references member,
  course uuid not null references course,
  credit_type text not null check (credit_type in ('special', 'normal2', 'normal', 'free', 'trial1', 'trial2')),
  -- Credits one attended class costs.
  credit int not null check (credit >= 0),
  remark text,
  wallet_member uuid not null references member,
  is_disable boolean not null default false,
  -- A trial that is finished.
  is_done boolean not null default false,
  is_protected boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index enrolment_one_active on enrolment (member, course) where not is_disable;
create index enrolment_member on enrolment (member);
create index enrolment_course on enrolment (course) where not is_disable;
create index enrolment_wallet on enrolment (wallet_member);

create table attendance (
  id uuid primary key,
  class uuid not null references class,
  course uuid not null references course,
  member uuid not null references member,
  enrolment uuid not null references enrolment,
  wallet_member uuid not null references member,
  credit_type text not null,
  status text not null check (status in ('P', 'A')),
  class_date date not null,
  check_in text,
  check_out text,
  credit_minus int not null check (credit_minus >= 0),
  -- Present without credit to pay for it.
  outstanding boolean not null default false,
  -- Counts the debits, so that present, absent and present again charges each time anew.
  version int not null default 0,
  -- The ledger entry that paid, while it stands.
  entry uuid references wallet_entry,
  main_instructor uuid[] not null default '{}',
  assistant_instructor uuid[] not null default '{}',
  taken_by uuid,
  taken_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (class, member),
  check (status = 'P' or (not outstanding and check_in is null and check_out is null and entry is null)),
  check (status = 'A' or check_in is not null),
  check (not (outstanding and entry is not null)),
  -- A present one is paid, outstanding or free of charge.
  check (status = 'A' or outstanding or entry is not null or credit_minus = 0)
);
create index attendance_class_date on attendance (class_date desc, id);
create index attendance_member on attendance (member, class_date desc);
create index attendance_enrolment on attendance (enrolment);
create index attendance_course on attendance (course, class_date desc);
create index attendance_outstanding on attendance (wallet_member, class_date) where outstanding;
