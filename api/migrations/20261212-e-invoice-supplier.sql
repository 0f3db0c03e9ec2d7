-- What MyInvois wants to know of the academy: one row, said on the page Academy. Null: not said yet.
create table e_invoice_supplier (
  is_only boolean primary key default true check (is_only),
  row_version uuid not null default gen_random_uuid(),
  tin text,
  registration_kind text,
  registration_number text,
  sst text,
  msic text,
  activity text,
  address1 text,
  address2 text,
  address3 text,
  postcode text,
  city text,
  state text,
  telephone text,
  email text,
  -- Codes of MyInvois; null for the product's own choice, as long as nothing was chosen.
  classification text,
  tax_type text,
  exemption text,
  updated_at timestamptz not null default now()
);
create trigger raise_version before update on e_invoice_supplier for each row execute function raise_version();
insert into e_invoice_supplier default values;
