-- The address of a calendar that somebody subscribes to: one for each, kept readable, because its page shows it again.
create table calendar_feeds (
  id text primary key,
  token text not null unique check (length(token) >= 43),
  person_id text unique references people (id),
  admin_id text unique references admins (id),
  created_at bigint not null,
  -- A hash of what was last read at it, which revision that is, and since when (whole seconds).
  content_hash text,
  revision integer not null default 0,
  changed_at bigint not null default 0,
  check ((person_id is null) <> (admin_id is null))
);
