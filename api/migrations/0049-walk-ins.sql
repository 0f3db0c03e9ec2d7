-- A walk-in is marked without being enrolled: its row alone says what the class costs and whose wallet pays.
alter table attendance alter column enrolment drop not null;
alter table attendance add constraint attendance_credit_type_check
  check (credit_type in ('special', 'normal2', 'normal', 'free', 'trial1', 'trial2'));
