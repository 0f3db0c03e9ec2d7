alter table background_job
  -- One that never succeeded is late from then on.
  add column known_since timestamptz not null default now(),
  -- Whether the last run could do here what the job is there for; where not, result says why.
  add column is_possible boolean not null default true,
  -- What the last successful run left for the page and for the next run.
  add column details jsonb;
