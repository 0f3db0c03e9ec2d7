-- Who verified or rejected the payment that a notice tells of, and the details that this user posted of it afterwards.
alter table notice add column settled_by uuid;
alter table notice add column posted uuid;
create index notice_settled on notice (settled_by, at) where settled_by is not null;
