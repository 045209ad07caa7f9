-- The tutor's daily summary: whether it is sent, and the UK date of the last morning that was looked at. How emails to a
-- person begin; null: as shipped.
alter table settings add column daily_summary integer not null default 1 check (daily_summary in (0, 1));
alter table settings add column digested_on text;
alter table settings add column greeting text;
create index enquiries_unanswered on enquiries (created_at) where answered_at is null;
create index purchases_by_change on purchases (updated_at);
create index disputes_open on disputes (created_at) where status = 'open';

-- When a mail server refused the recipient for good. Of those from before, its answer tells.
alter table mails add column refused_at bigint;
update mails set refused_at = failed_at
  where failed_at is not null and last_error like 'Can''t send mail - all recipients were rejected: 5%';
create index mails_refused on mails (person_id, refused_at) where refused_at is not null;
