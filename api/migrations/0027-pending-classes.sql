-- What the class of a pending date was like, so that it can be proposed again or brought back as it was.
alter table pending_replacement
  add column starts text check (starts ~ '^[0-2]\d:[0-5]\d$'),
  add column ends text check (ends ~ '^[0-2]\d:[0-5]\d$' and ends > starts),
  add column main_instructor uuid[] check (cardinality(main_instructor) > 0),
  add column assistant_instructor uuid[] not null default '{}',
  add column remark text,
  -- The holiday that took the class; null when staff cancelled it.
  add column holiday text;

update pending_replacement set
  starts = course_year.starts,
  ends = course_year.ends,
  main_instructor = course_year.main_instructor,
  assistant_instructor = course_year.assistant_instructor,
  holiday = (
    select entry ->> 'holidayName' from holiday, jsonb_array_elements(holiday.holiday) as entry
    where not holiday.is_disable and holiday.year = extract(year from pending_replacement.date)
      and entry ->> 'date' = pending_replacement.date::text
    limit 1)
from course_year where course_year.id = pending_replacement.course_year;

alter table pending_replacement
  alter column starts set not null,
  alter column ends set not null,
  alter column main_instructor set not null;
