-- A ledger row never changes, and a person may have to be forgotten: who attended is kept by id, the name is read with it.
alter table wallet_entry add column attended_by uuid;

alter table wallet_entry disable trigger wallet_entry_append_only;
-- Where the attendance was deleted since, only the label still tells: it stays.
update wallet_entry
  set attended_by = attendance.member,
    cause_label = regexp_replace(cause_label, '^(.*, \d\d-\d\d-\d{4}), .*$', '\1')
  from attendance where cause_type = 'attendance' and attendance.id = cause_id;
alter table wallet_entry enable trigger wallet_entry_append_only;
