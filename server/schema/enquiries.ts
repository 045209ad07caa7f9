// Enquiries, invitations, and the free first lesson that follows.
import type { ColumnType, Generated } from 'kysely';

import type { EnquiryStatus } from '../../domain/enquiries/enquiry-list.ts';
import type { YearClass } from '../../domain/year-class.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
create table enquiries (
  id text primary key,
  name text not null,
  email text not null,
  mobile text not null,
  year_class text not null check (year_class in ('year-10', 'year-11', 'year-12', 'year-13')),
  -- As in students.
  year_said_in integer not null,
  created_at bigint not null,
  status text not null default 'new' check (status in ('new', 'contacted', 'joined', 'closed')),
  note text not null default '',
  -- Within how many hours an answer was promised; a later change of the setting leaves it alone.
  answer_hours integer not null default 24 check (answer_hours between 1 and 168),
  -- When it first left the status new: the promised reply time is measured by it.
  answered_at bigint,
  -- When the tutor first invited the enquirer.
  invited_at bigint,
  -- The family that sent it, if known.
  family_id text references families (id),
  -- As in people.
  email_mark text,
  phone_mark text
);
create index enquiries_newest on enquiries (created_at, id);
create index enquiries_by_email on enquiries (email);
create index enquiries_of_family on enquiries (family_id) where family_id is not null;
create index enquiries_unanswered on enquiries (created_at) where answered_at is null;
create index enquiries_led_nowhere on enquiries (created_at, id)
  where family_id is null and status <> 'joined';

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

-- What the trap for bots has caught, for some days, so that the tutor can restore what a person has sent. Texts as they were sent.
create table caught_enquiries (
  id text primary key,
  name text not null,
  email text not null,
  mobile text not null,
  year_class text not null,
  filled text not null,
  created_at bigint not null
);
create index caught_enquiries_age on caught_enquiries (created_at, id);
create index caught_enquiries_by_email on caught_enquiries (email);

-- Hashes of things that are given only once, such as a free first lesson to an address or a phone
-- number.
create table once_marks (
  kind text not null check (kind in ('free_lesson', 'automatic_invitation', 'automatic_sent')),
  mark text not null,
  marked_at bigint not null,
  primary key (kind, mark)
);
create index once_marks_by_time on once_marks (kind, marked_at);

-- The free first lessons that families have booked themselves and that their address has yet to
-- confirm. In time they end without a trace, or the credit is withdrawn with the marks of the grant.
create table unconfirmed_grants (
  family_id text primary key references families (id),
  granted_at bigint not null,
  -- JSON, what the grant has added to once_marks; null once they are deleted.
  marks text,
  -- The ledger entry that withdrew the credit. While it is the last one, the family may have its
  -- free lesson.
  withdrawn_entry integer,
  -- Until when the family has to confirm an address, if it booked the lesson itself. Null if the
  -- tutor has granted it: nobody withdraws that, but its marks are deleted if the family leaves
  -- first.
  confirm_by bigint,
  check ((marks is null) = (withdrawn_entry is not null)),
  foreign key (family_id, withdrawn_entry) references credit_ledger (family_id, seq)
);
create index unconfirmed_grants_pending on unconfirmed_grants (confirm_by)
  where withdrawn_entry is null and confirm_by is not null;
`;

export const enquiryTables = (): string[] => [statements];

export interface EnquiryTables {
  enquiries: {
    id: Fixed<string>;
    name: string;
    email: string;
    mobile: string;
    year_class: YearClass;
    year_said_in: number;
    created_at: Fixed<Instant>;
    status: Generated<EnquiryStatus>;
    note: Generated<string>;
    answer_hours: ColumnType<number, number | undefined, never>;
    answered_at: Optional<Instant>;
    invited_at: Optional<Instant>;
    family_id: Optional<string>;
    email_mark: Optional<string>;
    phone_mark: Optional<string>;
  };
  enquiry_invitations: {
    id: Fixed<string>;
    enquiry_id: Fixed<string>;
    lesson_id: Fixed<string | null>;
    token_hash: Fixed<string>;
    sent_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
  };
  caught_enquiries: {
    id: Fixed<string>;
    name: Fixed<string>;
    email: Fixed<string>;
    mobile: Fixed<string>;
    year_class: Fixed<string>;
    filled: Fixed<string>;
    created_at: Fixed<Instant>;
  };
  once_marks: {
    kind: Fixed<'free_lesson' | 'automatic_invitation' | 'automatic_sent'>;
    mark: Fixed<string>;
    marked_at: Fixed<Instant>;
  };
  unconfirmed_grants: {
    family_id: Fixed<string>;
    granted_at: Fixed<Instant>;
    marks: string | null;
    withdrawn_entry: Optional<number>;
    confirm_by: Optional<Instant>;
  };
}
