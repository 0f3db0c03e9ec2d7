-- The picture under the whole page of receipts, as it was given and as it is printed.
alter table brand
  add column background text,
  add column background_print bytea,
  add constraint brand_background_is_printed check ((background is null) = (background_print is null));
