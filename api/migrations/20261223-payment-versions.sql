-- A payment that somebody else has settled since it was read is neither verified nor cancelled by whoever names what they read.
alter table payment add column row_version uuid not null default gen_random_uuid();
-- Since 0.1.0: nothing is asked of a portal, the trigger writes the new column alone.
create trigger raise_version before update on payment for each row execute function raise_version();
