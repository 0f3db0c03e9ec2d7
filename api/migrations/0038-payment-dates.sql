-- When a payment was rejected or cancelled. Nothing else has touched one since, so that its last change is that moment.
alter table payment
  add column rejected_at timestamptz,
  add column cancelled_at timestamptz;
update payment set rejected_at = updated_at where is_rejected;
update payment set cancelled_at = updated_at where is_cancelled;

create index payment_received on payment (created_at, id);
create index payment_cancelled on payment (cancelled_at) where cancelled_at is not null;
