-- In which language members are told what they are told first. Null: what the environment says, else English.
alter table brand add column language text check (language in ('en', 'ms', 'zh'));
