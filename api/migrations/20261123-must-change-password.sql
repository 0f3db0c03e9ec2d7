-- Somebody else set the present password: its owner chooses one at the next sign-in.
alter table staff_user add column must_change_password boolean not null default false;
