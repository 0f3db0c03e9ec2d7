-- The coach report sums the wallets of all members who have a coach; it read the wide index of their names for that.
create index member_with_coach on member (id) include (coach_incharge) where coach_incharge is not null and not is_deleted;

-- Low Balance counts by the wallets of adults and parents, leaves out those that are gone, and adds the independent children.
create index member_gone on member (id) where is_disable or is_deleted;
create index member_independent_child on member (id)
  where kind = 'child' and is_independent and not is_disable and not is_deleted;
