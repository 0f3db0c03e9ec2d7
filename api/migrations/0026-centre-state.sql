-- The state or federal territory a centre stands in: whose holidays it keeps.
alter table centre add column state text check (length(state) between 1 and 40);
