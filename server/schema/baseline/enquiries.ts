// Enquiries, the email queue, the tutor's settings and the activity log.
import { after, appendOnly, type Engine, skipUnless } from '../triggers.ts';

const enquiries = `
create table enquiries (
  id text primary key,
  name text not null,
  email text not null,
  mobile text not null,
  year_class text not null check (year_class in ('year-10', 'year-11', 'year-12', 'year-13')),
  created_at bigint not null,
  status text not null default 'new' check (status in ('new', 'contacted', 'joined', 'closed')),
  note text not null default '',
  -- When it first left the status new: the promised reply time is measured by it.
  answered_at bigint,
  invited_at bigint,
  family_id text references families (id)
);
create index enquiries_newest on enquiries (created_at, id);
create index enquiries_by_email on enquiries (email);
create index enquiries_of_family on enquiries (family_id) where family_id is not null;
create index enquiries_unanswered on enquiries (created_at) where answered_at is null;

create table enquiry_invitations (
  id text primary key,
  enquiry_id text not null unique references enquiries (id),
  -- The lesson that the tutor proposes.
  lesson_id text references lessons (id),
  token_hash text not null unique,
  sent_at bigint not null,
  expires_at bigint not null
);
create index enquiry_invitations_of_lesson on enquiry_invitations (lesson_id)
  where lesson_id is not null;

-- Hashes of things that are given only once, such as a free first lesson to an address or a phone
-- number.
create table once_marks (
  kind text not null check (kind in ('free_lesson', 'automatic_invitation', 'automatic_sent')),
  mark text not null,
  marked_at bigint not null,
  primary key (kind, mark)
);
create index once_marks_by_time on once_marks (kind, marked_at);

create table settings (
  id integer primary key check (id = 1),
  invite_automatically integer not null default 0 check (invite_automatically in (0, 1)),
  reply_templates text,
  daily_summary integer not null default 1 check (daily_summary in (0, 1)),
  summary_sent_on text,
  greeting text,
  -- Makes the hashes of this site differ from those of any other.
  salt text not null
);

-- Responses to requests with an Idempotency-Key.
create table idempotency_keys (
  key_hash text primary key,
  content_hash text not null,
  answer text,
  created_at bigint not null
);
create index idempotency_keys_age on idempotency_keys (created_at);
`;

const emails = `
-- Outgoing email, written in the transaction of the event that it reports; one row for each cause.
-- body is JSON, paragraphs of parts, rendered when the email is sent.
create table emails (
  id text primary key,
  cause text not null unique,
  family_id text references families (id),
  person_id text,
  enquiry_id text references enquiries (id),
  -- The last email to a family that has left: it is erased as soon as it was sent or given up.
  erased_once_sent integer not null default 0 check (erased_once_sent in (0, 1)),
  recipient text not null,
  reply_to text,
  subject text not null,
  body text,
  calendar text,
  -- Emails of one thread, such as those of one booking, are sent in the order of their numbers. The
  -- number is also the SEQUENCE of a calendar event.
  thread text,
  thread_number bigint,
  -- A reminder is sent only while the booking is active and its lesson starts at this instant.
  booking_id text references bookings (id),
  lesson_start bigint,
  created_at bigint not null,
  due_at bigint not null,
  leased_until bigint not null default 0,
  leased_by text,
  attempts integer not null default 0,
  sent_at bigint,
  failed_at bigint,
  bounced_at bigint,
  -- When the tutor dismissed the notice that it did not arrive.
  dismissed_at bigint,
  last_error text
);
create index emails_due on emails (due_at) where sent_at is null and failed_at is null;
create index emails_failed on emails (failed_at)
  where failed_at is not null and dismissed_at is null;
create index emails_bounced on emails (person_id, bounced_at) where bounced_at is not null;
create index emails_of_family on emails (family_id, person_id);
create index emails_of_enquiry on emails (enquiry_id) where enquiry_id is not null;
create index emails_of_thread on emails (thread, thread_number) where thread is not null;

-- Emails whose files must be deleted from the data folder, even when the process that erased them
-- died.
create table erased_emails (
  email_id text primary key,
  erased_at bigint not null
);
create index erased_emails_by_time on erased_emails (erased_at);

-- When the last five emails of one kind went to an address that nobody has confirmed, the earliest
-- first; 0 where there were fewer.
create table email_counts (
  address_hash text primary key,
  sent_1 bigint not null,
  sent_2 bigint not null,
  sent_3 bigint not null,
  sent_4 bigint not null,
  sent_5 bigint not null
);
create index email_counts_age on email_counts (sent_5);

-- Emails that were not queued because of that limit, until the log has said so.
create table dropped_emails (
  id text primary key,
  kind text not null
);

-- Names are looked up when the record is read; detail names nobody.
create table activities (
  id text primary key,
  kind text not null,
  admin_id text not null references admins (id),
  family_id text,
  student_id text,
  enquiry_id text,
  lesson_id text,
  email_id text,
  ledger_entry integer,
  detail text not null default '',
  created_at bigint not null
);
create index activities_by_time on activities (created_at, id);
create index activities_of_family on activities (family_id, created_at)
  where family_id is not null;
`;

const firstSettings = {
  sqlite: 'insert into settings (id, salt) values (1, lower(hex(randomblob(16))))',
  postgres: `insert into settings (id, salt)
    values (1, replace(cast(gen_random_uuid() as text), '-', ''))`,
} as const;

export const enquiryTables = (engine: Engine): string[] => [
  enquiries,
  firstSettings[engine],
  emails,
  ...appendOnly(engine, 'activities'),
  // Nothing is written to a family that has left, or to a person who has.
  ...skipUnless(engine, {
    name: 'emails_to_open_families',
    table: 'emails',
    when: 'new.family_id is not null and new.erased_once_sent = 0',
    from: 'families where id = new.family_id and deleted_at is null',
  }),
  ...skipUnless(engine, {
    name: 'emails_to_present_people',
    table: 'emails',
    when: 'new.person_id is not null and new.erased_once_sent = 0',
    from: 'people where id = new.person_id',
  }),
  ...after(engine, {
    name: 'emails_erased_once_sent',
    table: 'emails',
    event: 'update',
    when: `new.erased_once_sent = 1
      and (new.sent_at is not null or new.failed_at is not null)`,
    run: `insert into erased_emails (email_id, erased_at)
        values (new.id, coalesce(new.sent_at, new.failed_at));
      delete from emails where id = new.id;`,
  }),
];
