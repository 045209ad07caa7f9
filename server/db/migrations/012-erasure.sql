-- What an enquiry or an account leaves behind can be erased: mails know whom they are about, and the record of what
-- was done holds ids instead of names.
alter table mails add column enquiry_id text references enquiries (id);
create index mails_of_enquiry on mails (enquiry_id) where enquiry_id is not null;
update mails set enquiry_id = (select id from enquiries where id = substr(cause, 9, 36)) where cause like 'enquiry:%';

-- Mails whose files must go from the data folders, however the process that erased them ended. The first entry stands
-- for the files that accounts deleted before this table have left.
create table erased_mails (
  mail_id text primary key,
  erased_at bigint not null
);
create index erased_mails_by_time on erased_mails (erased_at);
insert into erased_mails (mail_id, erased_at) values ('files without a mail', 0);

-- Names are looked up when the record is read; `detail` names nobody.
create table activities_by_id (
  id text primary key,
  kind text not null,
  admin_id text not null references admins (id),
  student_id text,
  enquiry_id text,
  lesson_id text,
  mail_id text,
  ledger_entry integer,
  detail text not null default '',
  created_at bigint not null
);

-- Entries from before are matched to what they are about where only one thing can be meant. Words about people are not
-- taken over; sign-ins, settings and lessons keep theirs.
insert into activities_by_id (id, kind, admin_id, student_id, enquiry_id, lesson_id, mail_id, ledger_entry, detail, created_at)
with adjustments as (
  select created_at, case when booking_id is null then 'credits_adjusted' else 'attendance' end as kind,
    min(student_id) as student_id, min(seq) as seq, min(amount) as amount, min(booking_id) as booking_id
  from credit_ledger where kind = 'adjustment' group by 1, 2 having count(*) = 1
), receipts as (
  select created_at, min(student_id) as student_id, min(substr(cause, 9, 36)) as purchase_id
  from mails where cause like 'receipt:%:%' group by created_at having count(*) = 1
), names as (
  select name, min(id) as id from enquiries group by name having count(*) = 1
), subjects as (
  select subject, min(id) as id from mails group by subject having count(*) = 1
), said as (
  select id, kind, admin_id, subject, created_at,
    case
      when kind <> 'enquiry_updated' then ''
      when subject like '%: new' then 'new'
      when subject like '%: contacted' then 'contacted'
      when subject like '%: joined' then 'joined'
      when subject like '%: closed' then 'closed'
      else ''
    end as status
  from activities
)
select said.id, said.kind, said.admin_id, coalesce(adjustments.student_id, receipts.student_id), names.id,
  bookings.lesson_id, subjects.id, case when said.kind = 'credits_adjusted' then adjustments.seq end,
  case
    when said.kind = 'enquiry_updated' then said.status
    when said.kind = 'attendance' then
      case when adjustments.amount > 0 then 'absent' when adjustments.amount < 0 then 'present' else '' end
    when said.kind = 'credits_adjusted' then coalesce(
      case when adjustments.amount > 0 then '+' else '-' end || abs(adjustments.amount)
        || case when abs(adjustments.amount) = 1 then ' credit' else ' credits' end, '')
    when said.kind = 'receipt_sent' then
      coalesce(purchases.credits || case when purchases.credits = 1 then ' credit' else ' credits' end, '')
    when said.kind in ('mail_sent_again', 'mail_dismissed') then ''
    else said.subject
  end,
  said.created_at
from said
left join adjustments on adjustments.kind = said.kind and adjustments.created_at = said.created_at
left join bookings on bookings.id = adjustments.booking_id
left join receipts on said.kind = 'receipt_sent' and receipts.created_at = said.created_at
left join purchases on purchases.id = receipts.purchase_id
left join names on said.status <> ''
  and names.name = substr(said.subject, 1, length(said.subject) - length(said.status) - 2)
left join subjects on said.kind in ('mail_sent_again', 'mail_dismissed') and subjects.subject = said.subject;

drop table activities;
alter table activities_by_id rename to activities;
create index activities_by_time on activities (created_at, id);
