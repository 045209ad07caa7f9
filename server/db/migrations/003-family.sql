-- What a family can do with its own account: look back over its credits, and leave.
alter table students add column deleted_at bigint;
alter table mails add column student_id text references students (id);
create index mails_of_student on mails (student_id);
create index ledger_by_time on credit_ledger (student_id, created_at);
