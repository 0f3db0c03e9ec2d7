-- The planner takes few ids for cheaper than any number of them and planned the 27 parts anew for every record.
alter function document_names(uuid[]) set plan_cache_mode = force_generic_plan;
