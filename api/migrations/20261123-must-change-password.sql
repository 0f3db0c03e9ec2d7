-- Somebody else set the present password: its owner chooses one at the next sign-in.
-- Step by step: PostgreSQL from 15.20 on refuses a default at once where a function takes the row (staff_user_seal).
alter table staff_user add column must_change_password boolean;
alter table staff_user alter column must_change_password set default false;
update staff_user set must_change_password = false;
alter table staff_user alter column must_change_password set not null;
