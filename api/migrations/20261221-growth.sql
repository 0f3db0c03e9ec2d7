-- What a deletion takes out of the audit trail is found by the document, and what is gone by the name of its member: at a
-- million records each look at all of them took seconds.
create index audit_record_of_person on audit_record (doc_type, doc_id)
  where doc_type in ('member', 'emergency-contact', 'enrollment', 'notice', 'notice-details');
create index audit_record_naming_member on audit_record using gin ((change_from || change_to) jsonb_path_ops)
  where doc_type in ('emergency-contact', 'enrollment');
-- Details that nobody else was told, likewise.
create index notice_of_details on notice (details) where details is not null;

-- Contacts are listed in the order they came.
create index emergency_contact_created on emergency_contact (created_at, id);

-- What past classes left undone, which the menu counts with every page: open cases with what their sums are made of, and
-- classes that nobody marked.
create index attendance_open on attendance (class_date, id)
  include (wallet_member, member, course, credit_minus) where outstanding;
create index class_unmarked on class (date, id) where not is_attendance_taken;
-- Low wallets are mostly the empty ones of children whose parents pay; these are the children who have one of their own.
create index member_own_child on member (id) where kind = 'child' and is_independent and not is_deleted;
