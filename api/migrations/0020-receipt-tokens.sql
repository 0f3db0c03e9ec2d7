-- What the code on a receipt names it by: unguessable, and unlike its number the same on no two installations.
-- 122 random bits of the database's own, as 22 characters that may stand in an address.
alter table payment add column receipt_token text not null unique
  default rtrim(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');

create function receipt_token_stays() returns trigger language plpgsql as $$
begin
  if new.receipt_token <> old.receipt_token then
    raise exception 'receipts are out with this token' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger receipt_token_stays before update of receipt_token on payment
  for each row execute function receipt_token_stays();
