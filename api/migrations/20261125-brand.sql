-- The academy's colour and logo: one row. Without them the product's own stand.
create table brand (
  is_only boolean primary key default true check (is_only),
  row_version uuid not null default gen_random_uuid(),
  hex text check (hex ~ '^#[0-9a-f]{6}$'),
  -- Seven values for each theme, made of hex when it was saved.
  palette jsonb,
  picture text,
  -- The same as it is printed.
  print bytea,
  updated_at timestamptz not null default now(),
  check ((hex is null) = (palette is null)),
  check ((picture is null) = (print is null))
);
create trigger raise_version before update on brand for each row execute function raise_version();
insert into brand default values;
