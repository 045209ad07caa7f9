-- Marks the last mail to a family, which is erased as soon as it is sent or given up.
alter table mails add column erased_once_sent integer not null default 0 check (erased_once_sent in (0, 1));

-- Enquiries are found by the address of an account, and what was done about it by its id.
create index enquiries_by_email on enquiries (email);
create index activities_of_student on activities (student_id, created_at) where student_id is not null;

-- Mails with a link to a new password know their account; those to an address that no account has any more go.
update mails set student_id = (select id from students where parent_email = recipient)
  where cause like 'reset:%' and student_id is null and recipient in (select parent_email from students);
insert into erased_mails (mail_id, erased_at)
  select id, 0 from mails where cause like 'reset:%' and student_id is null
    and recipient not in (select email from admins);

-- What accounts that were left before still have here. Their last mail tells their address.
insert into erased_mails (mail_id, erased_at)
  select id, 0 from mails where cause not like 'deleted:%'
    and student_id in (select id from students where deleted_at is not null);
insert into erased_mails (mail_id, erased_at)
  select mails.id, 0 from mails join enquiries on enquiries.id = mails.enquiry_id
  where exists (select 1 from mails as farewell where farewell.cause like 'deleted:%' and farewell.recipient = enquiries.email
    and farewell.created_at >= enquiries.created_at);
delete from mails where id in (select mail_id from erased_mails);
delete from enquiries
  where exists (select 1 from mails as farewell where farewell.cause like 'deleted:%' and farewell.recipient = enquiries.email
    and farewell.created_at >= enquiries.created_at);
insert into erased_mails (mail_id, erased_at)
  select id, 0 from mails where cause like 'deleted:%' and (sent_at is not null or failed_at is not null);
delete from mails where id in (select mail_id from erased_mails);
update mails set student_id = substr(cause, 9), erased_once_sent = 1 where cause like 'deleted:%';
delete from sessions where student_id in (select id from students where deleted_at is not null);
delete from password_resets where student_id in (select id from students where deleted_at is not null);
