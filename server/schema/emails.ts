// The queue of emails, and what limits and erases them.
import type { ColumnType, Generated } from 'kysely';

import type { Fixed, Instant, Optional } from './columns.ts';
import { after, type Engine, skipUnless } from './triggers.ts';

const tables = `
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
  -- Somebody waits for it, so that it is sent before the others.
  is_urgent integer not null default 0 check (is_urgent in (0, 1)),
  recipient text not null,
  reply_to text,
  subject text not null,
  -- Replaces a subject that names a student, once the email is sent or the student is removed; null
  -- if the subject stays.
  lasting_subject text,
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
  -- When the mail server first rejected its recipient for good; null again once it was sent.
  bounced_at bigint,
  -- When the tutor dismissed the notice that it did not arrive.
  dismissed_at bigint,
  last_error text
);
create index emails_due on emails (due_at) where sent_at is null and failed_at is null;
create index emails_urgent on emails (due_at)
  where is_urgent = 1 and sent_at is null and failed_at is null;
create index emails_failed on emails (failed_at)
  where failed_at is not null and dismissed_at is null;
create index emails_to_clear on emails (failed_at) where failed_at is not null and body is not null;
create index emails_naming_students on emails (family_id) where lasting_subject is not null;
create index emails_bounced on emails (person_id, bounced_at) where bounced_at is not null;
create index emails_of_family on emails (family_id, person_id);
create index emails_of_enquiry on emails (enquiry_id) where enquiry_id is not null;
create index emails_of_booking on emails (booking_id) where booking_id is not null;
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
`;

export const emailTables = (engine: Engine): string[] => [
  tables,
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

export interface EmailTables {
  emails: {
    id: Fixed<string>;
    cause: Fixed<string>;
    family_id: Fixed<string | null>;
    person_id: Optional<string>;
    enquiry_id: Fixed<string | null>;
    erased_once_sent: ColumnType<number, number | undefined, never>;
    is_urgent: ColumnType<number, number | undefined, never>;
    recipient: string;
    subject: string;
    lasting_subject: Optional<string>;
    body: string | null;
    calendar: string | null;
    reply_to: string | null;
    thread: Fixed<string | null>;
    thread_number: Fixed<number | null>;
    booking_id: Fixed<string | null>;
    lesson_start: Fixed<number | null>;
    created_at: Fixed<Instant>;
    due_at: Instant;
    leased_until: Generated<Instant>;
    leased_by: Optional<string>;
    attempts: Generated<number>;
    sent_at: Instant | null;
    failed_at: Instant | null;
    bounced_at: Optional<Instant>;
    dismissed_at: Instant | null;
    last_error: string | null;
  };
  erased_emails: { email_id: Fixed<string>; erased_at: Fixed<Instant> };
  email_counts: {
    address_hash: Fixed<string>;
    sent_1: Instant;
    sent_2: Instant;
    sent_3: Instant;
    sent_4: Instant;
    sent_5: Instant;
  };
  dropped_emails: { id: Fixed<string>; kind: Fixed<string> };
}
