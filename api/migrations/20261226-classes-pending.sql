-- Of two classes of a course on one day each is made up for: how often a date is pending beyond once. Several replacements may
-- name it. A table of its own, since the last release brings a class back with every column of its date.
create table pending_again (
  course_year uuid not null,
  date date not null,
  times int not null check (times > 0),
  primary key (course_year, date),
  foreign key (course_year, date) references pending_replacement on delete cascade
);
drop index class_replaces_once;
create index class_replaces on class (course_year, replacement_date) where replacement_date is not null;
