-- Medical notes and I/C numbers have a permission of their own. Whoever saw them until now goes on seeing them.
update user_group set permissions = jsonb_set(permissions, '{membership}',
    coalesce(permissions -> 'membership', '[]') || '["sensitive"]')
  where (permissions -> 'membership' ?| array['view', 'wallet'] or permissions ?| array['report.TM', 'report.Expiry'])
    and not coalesce(permissions -> 'membership' ? 'sensitive', false);

-- The change is in the trail, which carries the seals of the groups.
do $$
begin
  if nullif(current_setting('academy.seals', true), '') is not null then
    perform append_audit(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'at', date_trunc('milliseconds', now()),
      'username', 'system', 'section', 'User Group', 'doc_type', 'user-group', 'action', 'Updated', 'description',
      'Whoever saw medical notes and I/C numbers has the new permission for them', 'change_from', '[]'::jsonb,
      'change_to', '[]'::jsonb)));
    set constraints audit_pending_linked immediate;
    set constraints audit_pending_linked deferred;
  end if;
end $$;
