-- The days on which staff cancelled a class of a year, also one that made up for another: no replacement is proposed there.
create table cancelled_date (
  course_year uuid not null references course_year on delete cascade,
  date date not null,
  primary key (course_year, date)
);

insert into cancelled_date
select course_year, date from pending_replacement where holiday is null
union
select course_year, replacement_date from class where replacement_date is not null;
