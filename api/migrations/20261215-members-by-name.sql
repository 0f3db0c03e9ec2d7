-- Reports by name list whoever moved credit, members that are deleted too: member_name has only those who are there.
create index member_by_name on member (lower(name), id);
