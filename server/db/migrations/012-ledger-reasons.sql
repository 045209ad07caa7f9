-- The tutor's words about a change of credits stand beside the ledger, which is never rewritten: they go with the account.
create table ledger_reasons (
  student_id text not null,
  seq integer not null,
  reason text not null,
  primary key (student_id, seq),
  foreign key (student_id, seq) references credit_ledger (student_id, seq)
);
insert into ledger_reasons (student_id, seq, reason)
  select g.student_id, g.seq, g.reason from credit_ledger g join students s on s.id = g.student_id
  where g.reason is not null and s.deleted_at is null;
alter table credit_ledger drop column reason;
