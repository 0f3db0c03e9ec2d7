-- Which call closed an open case: what one call closed is opened again together.
alter table attendance add column settlement uuid;
create index attendance_settlement on attendance (settlement) where settlement is not null;
