-- The tutor has seen that it did not arrive, and wants to see it no more.
alter table mails add column dismissed_at bigint;
create index mails_failed on mails (failed_at) where failed_at is not null and dismissed_at is null;
