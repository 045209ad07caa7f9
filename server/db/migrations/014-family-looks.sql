-- A family that waits for its payment asks the provider through us: how often it has, and from when on it may again.
alter table purchases add column family_looks integer not null default 0;
alter table purchases add column next_family_look_at bigint not null default 0;
