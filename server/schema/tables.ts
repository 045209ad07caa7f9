// The tables as Kysely sees them; baseline/ and later migrations define them. The tables of lessons
// and bookings are in lesson-tables.ts, those of payments and credits in payment-tables.ts, those
// of topics and answers in lesson-room-tables.ts. Later tables are beside their definition.
import type { ColumnType, Generated } from 'kysely';

import type { EnquiryStatus } from '../../domain/enquiries/enquiry-list.ts';
import type { YearClass } from '../../domain/enquiries/enquiry.ts';
import type { FamilyRole } from '../../domain/families/people.ts';
import type { FreeLessonMode } from '../../domain/lessons/next-lesson.ts';
import type { ActivityKind } from '../../domain/tutor/activity.ts';
import type { CaughtTables } from './caught-enquiries.ts';
import type { Fixed, Instant, Optional } from './columns.ts';
import type { DueInvitationTables } from './due-import-invitations.ts';
import type { ExcuseTables } from './excuse-links.ts';
import type { ImportTables } from './imports.ts';
import type { InquiryTables } from './inquiries.ts';
import type { LessonRoomTables } from './lesson-room-tables.ts';
import type { LessonTables } from './lesson-tables.ts';
import type { MoneyTables } from './payment-tables.ts';
import type { PictureTables } from './pictures.ts';
import type { ReconciliationTables } from './reconciliation.ts';
import type { RefundTables } from './refunds.ts';
import type { RetentionTables } from './retention.ts';
import type { SetupTables } from './setup-addresses.ts';
import type { SiteTables } from './site.ts';

export interface Tables
  extends
    LessonTables,
    MoneyTables,
    LessonRoomTables,
    ExcuseTables,
    ImportTables,
    DueInvitationTables,
    PictureTables,
    ReconciliationTables,
    SetupTables,
    RetentionTables,
    RefundTables,
    SiteTables,
    CaughtTables,
    InquiryTables {
  admins: {
    id: Fixed<string>;
    email: string;
    name: string;
    password_hash: string;
    created_at: Fixed<Instant>;
  };
  families: {
    id: Fixed<string>;
    created_at: Fixed<Instant>;
    deleted_at: Optional<Instant>;
    /** 0 or 1, like reminds_2h: whether the family gets a reminder this long before a lesson. */
    reminds_24h: Generated<number>;
    reminds_2h: Generated<number>;
    /** Set in the transaction that deletes what is left of the family. */
    forgotten_at: Optional<Instant>;
  };
  people: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    role: Fixed<FamilyRole>;
    /** The student who signs in; null for a parent. */
    student_id: ColumnType<string | null, string | null | undefined, never>;
    /** A student has the same name as in `students`. */
    name: string;
    email: string;
    /** When the address was confirmed by following an emailed link; null until then. */
    email_confirmed_at: Optional<Instant>;
    /** Null for a student. */
    phone: string | null;
    /** Null while not computed, and for a number without a mark; see enquiries/contact-marks.ts. */
    email_mark: Optional<string>;
    phone_mark: Optional<string>;
    password_hash: string;
    created_at: Fixed<Instant>;
  };
  students: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    name: string;
    year_class: Optional<YearClass>;
    /** The school year in which that was said; null for older rows, and without a year. */
    year_said_in: Optional<number>;
    /** 0 or 1. */
    may_book: Generated<number>;
    created_at: Fixed<Instant>;
    removed_at: Optional<Instant>;
  };
  invitations: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    role: Fixed<FamilyRole>;
    student_id: Fixed<string | null>;
    email: Fixed<string>;
    token_hash: Fixed<string>;
    invited_by: Fixed<string>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
  };
  sessions: {
    id: Fixed<string>;
    chain: Fixed<string>;
    person_id: Fixed<string | null>;
    admin_id: Fixed<string | null>;
    access_hash: Fixed<string>;
    refresh_hash: Fixed<string>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
    ended_at: Instant | null;
  };
  password_resets: {
    token_hash: Fixed<string>;
    person_id: Fixed<string | null>;
    admin_id: Fixed<string | null>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
    used_at: Instant | null;
  };
  email_changes: {
    person_id: Fixed<string>;
    email: string;
    token_hash: string;
    created_at: Instant;
    expires_at: Instant;
  };
  email_confirmations: {
    token_hash: Fixed<string>;
    person_id: Fixed<string>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
  };
  email_counts: {
    /** Hash of the address and the kind of email. */
    address_hash: Fixed<string>;
    /** When the last five were queued, earliest first; 0 where there were fewer. */
    sent_1: Instant;
    sent_2: Instant;
    sent_3: Instant;
    sent_4: Instant;
    sent_5: Instant;
  };
  dropped_emails: {
    id: Fixed<string>;
    kind: Fixed<string>;
  };
  calendar_feeds: {
    id: Fixed<string>;
    token: Fixed<string>;
    person_id: Fixed<string | null>;
    admin_id: Fixed<string | null>;
    created_at: Fixed<Instant>;
    content_hash: Optional<string>;
    revision: Generated<number>;
    changed_at: Generated<Instant>;
  };
  enquiries: {
    id: Fixed<string>;
    name: string;
    email: string;
    mobile: string;
    year_class: YearClass;
    /** The school year in which that was said; null for older rows. */
    year_said_in: Optional<number>;
    created_at: Fixed<Instant>;
    status: Generated<EnquiryStatus>;
    note: Generated<string>;
    /** Within how many hours an answer was promised. */
    answer_hours: ColumnType<number, number | undefined, never>;
    answered_at: Optional<Instant>;
    /** When the tutor first invited the enquirer. */
    invited_at: Optional<Instant>;
    /** The family that sent it, if known. */
    family_id: Optional<string>;
    /** These columns of people have the same meaning. */
    email_mark: Optional<string>;
    phone_mark: Optional<string>;
  };
  enquiry_invitations: {
    id: Fixed<string>;
    enquiry_id: Fixed<string>;
    /** The proposed lesson. */
    lesson_id: Fixed<string | null>;
    token_hash: Fixed<string>;
    sent_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
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
    /** 0 or 1. */
    is_withdrawable: Generated<number>;
  };
  settings: {
    id: Fixed<number>;
    /** 0 or 1. */
    invite_automatically: number;
    /** JSON; null for the default templates. */
    reply_templates: string | null;
    /** 0 or 1. */
    daily_summary: number;
    /** The UK date of the last morning whose summary was sent or not needed. */
    summary_sent_on: string | null;
    /** Null for the default greeting. */
    greeting: string | null;
    /** JSON; null without any. */
    chat_links: string | null;
    free_lesson: Generated<FreeLessonMode>;
    free_spots_per_lesson: Generated<number>;
    /** JSON; null for the defaults. */
    business: string | null;
    /** 0 or 1. */
    promotion_codes: Generated<number>;
    enquiries_months: Generated<number>;
    invoices_years: Generated<number>;
    /** The UK date on which old data was last deleted. */
    forgotten_on: string | null;
    salt: Fixed<string>;
  };
  idempotency_keys: {
    key_hash: Fixed<string>;
    content_hash: Fixed<string>;
    answer: string | null;
    created_at: Fixed<Instant>;
  };
  two_factor: {
    admin_id: Fixed<string>;
    secret: string;
    enabled_at: Instant | null;
    last_step: number;
  };
  recovery_codes: { admin_id: Fixed<string>; code_hash: Fixed<string>; used_at: Instant | null };
  activities: {
    id: Fixed<string>;
    kind: Fixed<ActivityKind>;
    admin_id: Fixed<string>;
    family_id: Fixed<string | null>;
    student_id: Fixed<string | null>;
    enquiry_id: Fixed<string | null>;
    lesson_id: Fixed<string | null>;
    email_id: Fixed<string | null>;
    ledger_entry: Fixed<number | null>;
    detail: Fixed<string>;
    created_at: Fixed<Instant>;
  };
  emails: {
    id: Fixed<string>;
    cause: Fixed<string>;
    family_id: Fixed<string | null>;
    person_id: Optional<string>;
    enquiry_id: Fixed<string | null>;
    /** 0 or 1. */
    erased_once_sent: ColumnType<number, number | undefined, never>;
    recipient: string;
    subject: string;
    /** JSON, read by email/content.ts. */
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
    /** When the mail server first rejected its recipient for good; null again once it was sent. */
    bounced_at: Optional<Instant>;
    dismissed_at: Instant | null;
    last_error: string | null;
  };
  erased_emails: { email_id: Fixed<string>; erased_at: Fixed<Instant> };
}
