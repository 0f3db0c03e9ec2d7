-- Low Balance asks who of those whose credit has run low buys it for themselves; most low wallets are of children who do not.
create index member_independent on member (id) include (name) where is_independent and not is_disable and not is_deleted;

-- Figures over all wallets leave out those of deleted members, who are few.
create index member_deleted on member (id) where is_deleted;
