create table announcement (
  id uuid primary key,
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

alter table document_format rename constraint document_format_type_key to document_format_unique_type;
