-- Nothing that tells of a family is written once its account was left, however the two come together.
create trigger mails_of_live_accounts before insert on mails
  when new.erased_once_sent = 0 and exists (select 1 from students where id = new.student_id and deleted_at is not null)
begin select raise(ignore); end;
create trigger reasons_of_live_accounts before insert on ledger_reasons
  when exists (select 1 from students where id = new.student_id and deleted_at is not null)
begin select raise(ignore); end;

-- The last mail to a family is erased as soon as it is sent or given up, whoever says so.
create trigger mails_erased_once_sent after update on mails
  when new.erased_once_sent = 1 and (new.sent_at is not null or new.failed_at is not null)
begin
  insert into erased_mails (mail_id, erased_at) values (new.id, coalesce(new.sent_at, new.failed_at));
  delete from mails where id = new.id;
end;
