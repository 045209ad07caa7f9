-- Nothing that tells of a family is written once its account was left, however the two come together. The lock waits for
-- a deletion that is under way, which changes the email and so a key of the row; a deletion waits for it in turn.
create function skip_for_deleted_account() returns trigger language plpgsql as $$
begin
  perform 1 from students where id = new.student_id and deleted_at is null for key share;
  if not found then
    return null;
  end if;
  return new;
end
$$;
create trigger mails_of_live_accounts before insert on mails
  for each row when (new.student_id is not null and new.erased_once_sent = 0) execute function skip_for_deleted_account();
create trigger reasons_of_live_accounts before insert on ledger_reasons
  for each row execute function skip_for_deleted_account();

-- The last mail to a family is erased as soon as it is sent or given up, whoever says so.
create function erase_sent_mail() returns trigger language plpgsql as $$
begin
  insert into erased_mails (mail_id, erased_at) values (new.id, coalesce(new.sent_at, new.failed_at));
  delete from mails where id = new.id;
  return null;
end
$$;
create trigger mails_erased_once_sent after update on mails
  for each row when (new.erased_once_sent = 1 and (new.sent_at is not null or new.failed_at is not null))
  execute function erase_sent_mail();
