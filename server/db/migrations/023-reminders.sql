-- When a family is reminded of its lessons: so many hours before each, or not at all.
alter table families add column reminds_24h integer not null default 1 check (reminds_24h in (0, 1));
alter table families add column reminds_2h integer not null default 0 check (reminds_2h in (0, 1));
