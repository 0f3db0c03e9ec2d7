-- When the present access token was given out: its life is prolonged while it is used, up to a limit counted from here.
alter table staff_session add column token_began timestamptz;
update staff_session set token_began = last_used;
alter table staff_session alter column token_began set not null;
