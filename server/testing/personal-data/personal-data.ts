// Every text column and whose data it contains, for erasure and export. A column missing here
// fails the test of the erasure.
import type { Selectable } from 'kysely';

import type { AnyColumn } from '../../people/columns.ts';
import { personDefinition, studentDefinition } from '../../people/definitions.ts';
import type { Tables } from '../../schema/tables.ts';

export type Classification =
  /** Never about a person. */
  | { readonly of: 'nobody'; readonly because: string }
  /** About the tutor, who has a different kind of account. */
  | { readonly of: 'tutor'; readonly because: string }
  /**
   * About a family or an enquirer: erased when they leave. Either part of the family's data export
   * or left out for the given reason.
   */
  | { readonly of: 'family'; readonly exported: true | string };

type WordsIn<Row> = {
  [Column in keyof Row]: Row[Column] extends string | Buffer | null ? Column : never;
}[keyof Row];

type ColumnClassifications = {
  readonly [Table in keyof Tables]: Readonly<
    Record<WordsIn<Selectable<Tables[Table]>>, Classification>
  >;
};

const nobody = (because: string): Classification => ({ of: 'nobody', because });
const tutor = (because: string): Classification => ({ of: 'tutor', because });
const family = (exported: true | string = true): Classification => ({ of: 'family', exported });

const id = nobody('an id');
const hash = nobody('a hash of random bits');
const key = nobody('random bits, deleted when the booking ends or its student leaves');
const word = nobody('one of a few fixed words');
const lessonWords = nobody('words about a lesson, the same for all who book it');

/** The text columns of a definition; its other columns need no classification. */
function declaredIn<D>(definition: D & Readonly<Record<keyof D, AnyColumn>>) {
  const texts = Object.entries<AnyColumn>(definition).flatMap(([name, { isPersonal, because }]) => {
    if (isPersonal === undefined) return [];
    return [[name, isPersonal ? family() : nobody(because ?? '')]];
  });
  return Object.fromEntries(texts) as {
    [Name in keyof D as D[Name] extends { isPersonal: boolean } ? Name : never]: Classification;
  };
}

const declared: ColumnClassifications = {
  admins: {
    id,
    email: tutor('signs in with it'),
    name: tutor('shown to the tutor'),
    password_hash: tutor('signs in with it'),
  },
  families: { id },
  people: declaredIn(personDefinition),
  students: declaredIn(studentDefinition),
  invitations: {
    id,
    family_id: id,
    role: word,
    student_id: id,
    email: family(),
    token_hash: hash,
    invited_by: id,
  },
  sessions: { id, chain: id, person_id: id, admin_id: id, access_hash: hash, refresh_hash: hash },
  password_resets: { token_hash: hash, person_id: id, admin_id: id },
  setup_addresses: { token_hash: hash },
  email_changes: { person_id: id, email: family(), token_hash: hash },
  email_confirmations: { token_hash: hash, person_id: id },
  email_counts: { address_hash: nobody('a hash that names nobody, deleted after a day') },
  dropped_emails: { id, kind: word },
  calendar_feeds: {
    id,
    token: nobody('random bits, deleted with the person'),
    person_id: id,
    admin_id: id,
    content_hash: nobody('a hash of lessons under random links, deleted with the person'),
  },
  enquiries: {
    id,
    name: family(),
    email: family(),
    mobile: family(),
    year_class: word,
    status: word,
    note: family(),
    family_id: id,
    email_mark: nobody('a hash too slow to recover an address from, deleted with the enquiry'),
    phone_mark: nobody('a hash too slow to recover a number from, deleted with the enquiry'),
  },
  caught_enquiries: {
    id,
    name: family(),
    email: family(),
    mobile: family(),
    year_class: family(),
    filled: family(),
  },
  enquiry_invitations: { id, enquiry_id: id, lesson_id: id, token_hash: hash },
  once_marks: {
    kind: word,
    mark: nobody('an id, or a hash too slow to recover an address or a number from'),
  },
  unconfirmed_grants: {
    family_id: id,
    marks: nobody(
      'hashes too slow to recover an address or a number from, deleted with the family',
    ),
  },
  imports: { id, admin_id: id },
  imported_families: { family_id: id, import_id: id },
  import_invitations: { person_id: id, token_hash: hash },
  due_import_invitations: { person_id: id },
  settings: {
    overrides: tutor('texts, prices, times and links of the tutor'),
    summary_sent_on: nobody('a date'),
    forgotten_on: nobody('a date'),
    salt: nobody('random bits'),
  },
  reconciliation: {
    run: id,
    stage: word,
    after_id: nobody("the payment provider's id"),
    holder: id,
    night: nobody('a date'),
  },
  reconciliation_facts: {
    run: id,
    kind: word,
    object_id: nobody("the payment provider's id"),
    payment_id: id,
    payment_intent: nobody("the payment provider's id"),
    facts: nobody('ids and amounts, deleted when the comparison ends'),
  },
  differences: {
    id,
    kind: word,
    about: id,
    session_id: nobody("the payment provider's id"),
    payment_id: id,
    dispute_id: nobody("the payment provider's id"),
    there_currency: word,
    here_currency: word,
    here_status: word,
  },
  site_versions: {
    content: tutor('the words of the site, which everybody reads'),
    note: tutor('what a version changes'),
    published_by: id,
  },
  site_draft: { content: tutor('words of the site that are not published yet') },
  pictures: { id: nobody('a hash of a file that the tutor uploaded') },
  picture_files: {
    picture_id: id,
    format: word,
    bytes: tutor('the portrait and other pictures of the site, which everybody sees'),
  },
  draft_pictures: { picture_id: id },
  version_pictures: { picture_id: id },
  idempotency_keys: {
    key_hash: hash,
    content_hash: nobody('a hash, deleted after a day'),
    answer: nobody('ids, numbers and lessons: no call that takes a key answers with people'),
  },
  lessons: {
    id,
    date: nobody('a date'),
    time: nobody('a time'),
    name: lessonWords,
    meeting_link: lessonWords,
    notes: lessonWords,
    letter_sentence: lessonWords,
    topic_id: id,
  },
  topics: { id, name: lessonWords, course: word, reference: lessonWords },
  topic_items: { id, topic_id: id, kind: word, content: lessonWords },
  asked_questions: { id, lesson_id: id, item_id: id, state: word },
  attempts: {
    id,
    item_id: id,
    student_id: id,
    family_id: id,
    lesson_id: id,
    asked_id: id,
    mode: word,
    answer: family(),
    marking: nobody('how an answer was marked, in the words of its question'),
    result: word,
    request_hash: nobody('a hash of random bits'),
  },
  item_ticks: { item_id: id, student_id: id, family_id: id },
  practice_boxes: { item_id: id, student_id: id, family_id: id, due_on: nobody('a date') },
  bookings: {
    id,
    lesson_id: id,
    family_id: id,
    student_id: id,
    thread: id,
    uid: id,
    join_token: key,
    former_join_hashes: nobody('hashes of random bits, deleted with the join link'),
  },
  excuse_links: {
    token: nobody('random bits, deleted after the lesson or when the student leaves'),
    booking_id: id,
    act: word,
    moved_to: id,
  },
  waiting_list_entries: {
    lesson_id: id,
    student_id: id,
    family_id: id,
    due_notice: word,
    clash_notice: word,
  },
  payments: {
    id,
    family_id: id,
    currency: word,
    package_name: tutor('the name of a package'),
    status: word,
    session_id: nobody("the payment provider's id"),
    payment_intent: nobody("the payment provider's id"),
  },
  payment_lessons: {
    payment_id: id,
    lesson_id: id,
    family_id: id,
    student_id: id,
    booking_id: id,
    reason: word,
  },
  refunds: {
    id,
    payment_id: id,
    admin_id: id,
    made_by: word,
    state: word,
    provider_id: nobody("the payment provider's id"),
  },
  inquiries: { id: nobody("the payment provider's id"), payment_id: id, state: word },
  invoice_years: {},
  invoices: { payment_id: id },
  former_invoices: {},
  credit_ledger: { family_id: id, kind: word, booking_id: id, payment_id: id },
  ledger_reasons: { family_id: id, reason: family() },
  disputes: { id: nobody("the payment provider's id"), payment_id: id, status: word },
  balance_transactions: {
    id: nobody("the payment provider's id"),
    payment_id: id,
    kind: word,
    object_id: nobody("the payment provider's id"),
    currency: word,
  },
  refund_shortfalls: { payment_id: id, family_id: id },
  balances: { family_id: id },
  two_factor: { admin_id: id, secret: tutor('generates the codes of the authenticator') },
  recovery_codes: { admin_id: id, code_hash: hash },
  activities: {
    id,
    kind: word,
    admin_id: id,
    family_id: id,
    student_id: id,
    enquiry_id: id,
    lesson_id: id,
    email_id: id,
    detail: nobody('amounts, dates, states and the addresses of the tutor: names are looked up'),
  },
  emails: {
    id,
    cause: tutor("an event with its ids and, where the tutor is told, the tutor's address"),
    family_id: id,
    person_id: id,
    enquiry_id: id,
    recipient: family(),
    subject: family(),
    lasting_subject: nobody('names no student'),
    reply_to: family('kept until it is sent; an address that the export contains elsewhere'),
    body: family('kept until it is sent; the export contains its data elsewhere'),
    calendar: nobody('only the lesson and its join link'),
    thread: id,
    booking_id: id,
    leased_by: id,
    last_error: family("the mail server's answer"),
  },
  erased_emails: { email_id: id },
};

/**
 * By table and column. The last two tables are not Kysely's: migrations, and on PostgreSQL the
 * counters of abuse limits.
 */
export const personalData: Readonly<Record<string, Readonly<Record<string, Classification>>>> = {
  ...declared,
  schema_migrations: { name: nobody('the name of a file') },
  rate_limits: {
    key: nobody('client addresses, ids and hashes of accounts and links, soon deleted'),
  },
};
