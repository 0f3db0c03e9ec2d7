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
