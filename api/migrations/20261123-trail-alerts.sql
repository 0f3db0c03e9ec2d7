-- Few records are worth an alert; api/src/audit/alerts.ts asks with the same condition, so that a busy trail is not read for them.
create index audit_record_alerts on audit_record (at)
  where action in ('Failed', 'Signed in', 'Exported', 'Refused') or doc_type in ('user', 'user-group', 'course');
-- Whether somebody has exported members before.
create index audit_record_member_exports on audit_record (user_id, position) where action = 'Exported' and doc_type = 'member';
-- The series of failures of a user.
create index audit_record_failures on audit_record (doc_id, at) where action = 'Failed' and doc_type = 'session';

-- Up to which record of the trail a user has looked at the alerts.
create table alert_seen (
  user_id uuid primary key references staff_user on delete cascade,
  position bigint not null
);

-- Up to which record alerts were mailed, and when last: of each serious kind, and of the daily mail.
create table alert_mail (
  kind text primary key,
  position bigint not null,
  at timestamptz not null
);
