-- The card provider of a portal that has none: orders and payments in which no money moves.
create table sandbox_key (
  one boolean primary key default true check (one),
  key_id text not null,
  key_secret text not null,
  webhook_secret text not null
);

create table sandbox_order (
  id text primary key,
  amount int not null check (amount > 0),
  currency text not null,
  receipt text,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts int not null default 0,
  created_at timestamptz not null
);

create table sandbox_payment (
  id text primary key,
  order_id text not null references sandbox_order,
  amount int not null,
  currency text not null,
  status text not null check (status in ('authorized', 'captured', 'failed')),
  created_at timestamptz not null
);
create index sandbox_payment_order on sandbox_payment (order_id, created_at);
