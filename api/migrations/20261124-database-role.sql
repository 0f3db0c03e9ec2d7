-- The portal's role writes no audit record itself (decision 51): these functions do, as the owner of the tables, who makes
-- them. What they name is looked up where the owner put it, whatever the caller set.
alter function append_audit(jsonb) security definer set search_path = pg_catalog, public, pg_temp;
alter function link_audit() security definer set search_path = pg_catalog, public, pg_temp;
alter function redact_audit(uuid[], text[], text) security definer set search_path = pg_catalog, public, pg_temp;
