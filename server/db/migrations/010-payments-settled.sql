-- Pending payments are looked at until they are settled, each at its own time. From before, sessions ended by themselves
-- after the provider's own day, and all that are still open are due at once.
alter table purchases add column expires_at bigint not null default 0;
alter table purchases add column next_look_at bigint not null default 0;
alter table purchases add column looks integer not null default 0;
update purchases set expires_at = created_at + 86400000;
drop index purchases_pending;
create index purchases_due on purchases (next_look_at, id) where status = 'pending';
