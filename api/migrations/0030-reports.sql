-- What reports walk through by day, with what their totals are made of, so that these come out of the index alone.
create index wallet_entry_flow on wallet_entry (at, id) include (member, credit, kind);
drop index wallet_entry_at;
create index attendance_report on attendance (class_date, id) include (member, course, status, credit_minus, outstanding);
create index payment_done on payment (date_time, id) include (coach_received, payment_type, amount, credit_purchase)
  where is_pay and not is_cancelled;
create index member_with_tm_no on member (lower(name), id) where tm_no is not null and not is_deleted;
