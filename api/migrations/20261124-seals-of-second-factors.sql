-- What somebody signs in with beside the password, the switch of a group that asks for it, and a password that has to be
-- changed are tied to the trail as the rest of users and groups is. The new parts of a seal stand in it only where they are
-- on, so that the seals written before hold.
create or replace function staff_user_seal(u staff_user) returns text language sql stable parallel safe
return concat_ws(',', seal_part('username', u.username), seal_part('password', u.password), seal_part('email', u.email),
  seal_part('group', u.user_group::text), seal_part('centres', u.is_center || u.centre_incharge::text),
  seal_part('coach', u.coach_related::text), seal_part('access', u.access_right::text),
  seal_part('disabled', u.is_disable::text), seal_part('protected', u.is_protected::text),
  case when u.must_change_password then 'must-change-password:yes' end);

create or replace function user_group_seal(g user_group) returns text language sql stable parallel safe
return concat_ws(',', seal_part('role', g.role), seal_part('permissions', g.permissions::text),
  seal_part('disabled', g.is_disable::text), seal_part('protected', g.is_protected::text),
  case when g.second_factor_required then 'second-factor:required' end);

-- How often it was used is left out: a sign-in writes that.
create function second_factor_seal(f second_factor) returns text language sql stable parallel safe
return concat_ws(',', seal_part('user', f.user_id::text), seal_part('kind', f.kind), seal_part('name', f.name),
  seal_part('key', f.credential_id || '/' || encode(f.public_key, 'hex')), seal_part('secret', encode(f.secret, 'hex')));

create trigger second_factor_seal after insert or delete or update of user_id, kind, name, credential_id, public_key, secret
  on second_factor for each row execute function note_seal();

-- What is there now is taken over as it stands.
do $$
declare
  seals text;
begin
  select string_agg(line, E'\n' order by line) into seals from (
    select concat_ws(' ', 'user_group', id, replace(user_group_seal(g), ',second-factor:required', ''), user_group_seal(g))
      as line from user_group as g where second_factor_required
    union all select concat_ws(' ', 'staff_user', id, replace(staff_user_seal(u), ',must-change-password:yes', ''),
      staff_user_seal(u)) from staff_user as u where must_change_password
    union all select concat_ws(' ', 'second_factor', id, '-', second_factor_seal(f)) from second_factor as f
  ) as lines;
  if seals is not null then
    perform append_audit(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'at', date_trunc('milliseconds', now()),
      'username', 'system', 'section', 'Books', 'doc_type', 'books', 'action', 'Sealed', 'description',
      'From here on the trail proves second factors and passwords that have to be changed', 'change_from', '[]'::jsonb,
      'change_to', '[]'::jsonb, 'seal', seals)));
    set constraints audit_pending_linked immediate;
    set constraints audit_pending_linked deferred;
  end if;
end $$;
