-- What an If-Match is compared with: another one after each change of a row, by whatever way the change came. Drawn and
-- not counted, so that a backup that is restored and changed again never arrives at a version somebody still holds.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.row_version := gen_random_uuid();
  return new;
end $$;

do $$
declare
  document text;
begin
  foreach document in array array[
    'document_format', 'relationship', 'designation', 'belt', 'member_type', 'sport', 'centre', 'course_type', 'coach',
    'credit_package', 'holiday', 'announcement', 'user_group', 'staff_user', 'member', 'emergency_contact', 'wallet',
    'credit_adjustment', 'course', 'class', 'enrolment', 'attendance']
  loop
    execute format('alter table %I add column row_version uuid not null default gen_random_uuid()', document);
    execute format('create trigger raise_version before update on %I for each row execute function raise_version()',
      document);
  end loop;
end $$;

-- A child's form sets its parents. name_parents has the children held, in order, and writes only where a name differs.
create or replace function links_changed() returns trigger language plpgsql as $$
declare
  children uuid[] := (select array_agg(distinct child) from changed);
begin
  perform name_parents(children);
  update member set row_version = default where id = any(children);
  return null;
end $$;

-- Parts of a document that are rows of their own, in a column of the document's name.
create function part_changed() returns trigger language plpgsql as $$
begin
  execute format('update %1$I set row_version = default where id in (select %1$I from changed)', tg_argv[0]);
  return null;
end $$;

do $$
declare
  part text;
  document text;
begin
  for part, document in
    values ('emergency_contact', 'member'), ('course_instructor', 'course'), ('class_instructor', 'class')
  loop
    execute format('create trigger part_added after insert on %I referencing new table as changed
      for each statement execute function part_changed(%L)', part, document);
    execute format('create trigger part_changed after update on %I referencing new table as changed
      for each statement execute function part_changed(%L)', part, document);
    execute format('create trigger part_removed after delete on %I referencing old table as changed
      for each statement execute function part_changed(%L)', part, document);
  end loop;
end $$;
