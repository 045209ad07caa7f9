-- What an email says is kept as its parts and rendered when it is sent, so that nothing but the product's own words
-- becomes a link. body is JSON: paragraphs of parts. What waits from before goes out as it was, as plain text.
alter table mails add column body text;
alter table mails add column reply_to text;
update mails
  set body = '[["' || replace(replace(replace(body_text, '\', '\\'), '"', '\"'), '
', '\n') || '"]]'
  where body_text is not null;
alter table mails drop column body_text;
alter table mails drop column body_html;

-- Emails of one thread, such as one booking, are sent in the order of their numbers. The number is also the SEQUENCE
-- of a calendar event; those from before were counted in seconds, and these go on from there.
alter table mails add column thread text;
alter table mails add column thread_number bigint;
update mails set thread = case
  when cause like 'booked:%' then substr(cause, 8)
  when cause like 'cancelled:%' then substr(cause, 11)
  when cause like 'lesson-cancelled:%' then substr(cause, 18)
  when cause like 'lesson-changed:%' then substr(cause, 16, 36)
  when cause like 'reminder:%' then substr(cause, 10)
end;
create index mails_of_thread on mails (thread, thread_number) where thread is not null;
update mails set thread_number = created_at / 1000 + (
  select count(*) from mails as earlier where earlier.thread = mails.thread
    and (earlier.created_at < mails.created_at or (earlier.created_at = mails.created_at and earlier.id < mails.id))
) where thread is not null;

-- A reminder is about one start of one booked lesson: it is sent only while both still hold, and once for each start.
alter table mails add column booking_id text references bookings (id);
alter table mails add column lesson_start bigint;
update mails set booking_id = thread, lesson_start = (
  select lessons.starts_at from bookings join lessons on lessons.id = bookings.lesson_id where bookings.id = mails.thread
) where cause like 'reminder:%';
update mails set cause = cause || ':' || lesson_start where cause like 'reminder:%';

-- Who is sending it: only that sender may renew the lease, and say how it ended.
alter table mails add column leased_by text;
