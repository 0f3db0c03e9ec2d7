-- What members were told by WhatsApp or mail, as the staff noted it.
create table member_message (
  id uuid primary key,
  member uuid not null references member,
  kind text not null check (kind in ('owed', 'moved', 'expiring', 'low', 'link', 'receipt', 'balance')),
  channel text not null check (channel in ('whatsapp', 'mail')),
  language text not null check (language in ('en', 'ms', 'zh')),
  text text not null,
  at timestamptz not null,
  by_user uuid,
  by_name text not null
);
create index member_message_member on member_message (member, at desc);
