-- Times of day are kept as such; the portal reads and writes them as HH:mm.
alter table course
  drop constraint course_starts_check,
  drop constraint course_ends_check,
  alter column starts type time(0) using starts::time(0),
  alter column ends type time(0) using ends::time(0);

alter table course_year
  drop constraint course_year_starts_check,
  drop constraint course_year_check,
  alter column starts type time(0) using starts::time(0),
  alter column ends type time(0) using ends::time(0),
  add constraint course_year_check check (ends > starts);

alter table pending_replacement
  drop constraint pending_replacement_starts_check,
  drop constraint pending_replacement_check,
  alter column starts type time(0) using starts::time(0),
  alter column ends type time(0) using ends::time(0),
  add constraint pending_replacement_check check (ends > starts);

alter table class
  drop constraint class_starts_check,
  drop constraint class_check,
  alter column starts type time(0) using starts::time(0),
  alter column ends type time(0) using ends::time(0),
  add constraint class_check check (ends > starts);

alter table attendance
  alter column check_in type time(0) using check_in::time(0),
  alter column check_out type time(0) using check_out::time(0);
