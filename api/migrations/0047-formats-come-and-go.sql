-- The three document formats can be deleted and created again; until then nothing of the type is issued.
update document_format set is_protected = false;
alter table document_format alter column is_protected set default false;
