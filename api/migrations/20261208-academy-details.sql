-- What an owner says of the academy on the screens. Null: what the environment says, else the product's own.
alter table brand
  add column company_name text,
  add column registration text,
  add column address text,
  add column phone text,
  -- Sen of a credit.
  add column credit_price int check (credit_price > 0);
