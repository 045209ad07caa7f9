-- The whole product's first schema, the same on SQLite and PostgreSQL: text, integer and bigint only.
-- Instants are epoch milliseconds. What must never happen is made impossible here, not in code alone.

create table admins (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null
);

create table students (
  id text primary key,
  parent_name text not null,
  parent_email text not null unique,
  parent_phone text not null,
  student_name text not null,
  password_hash text not null,
  created_at bigint not null
);

-- One row per pair of tokens. A renewed session stays until it expires, so that a second use of its
-- refresh token is seen and ends the whole chain.
create table sessions (
  id text primary key,
  chain text not null,
  student_id text references students (id),
  admin_id text references admins (id),
  access_hash text not null unique,
  refresh_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  check ((student_id is null) <> (admin_id is null))
);
create index sessions_chain on sessions (chain);
create index sessions_student on sessions (student_id, expires_at);
create index sessions_admin on sessions (admin_id, expires_at);

create table enquiries (
  id text primary key,
  name text not null,
  email text not null,
  mobile text not null,
  year_class text not null check (year_class in ('year-10', 'year-11', 'year-12', 'year-13')),
  created_at bigint not null
);
create index enquiries_newest on enquiries (created_at, id);

-- What was answered to a request that carried an Idempotency-Key.
create table idempotency_keys (
  key_hash text primary key,
  content_hash text not null,
  answer text,
  created_at bigint not null
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- booked counts the live bookings; no lesson can hold more than it has room for, and a deleted one holds none.
create table lessons (
  id text primary key,
  date text not null,
  time text not null,
  starts_at bigint not null,
  name text not null,
  meeting_link text not null,
  max_students integer not null check (max_students between 1 and 50),
  notes text not null default '',
  booked integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  check (booked between 0 and max_students),
  check (deleted_at is null or booked = 0)
);
create index lessons_start on lessons (starts_at, id) where deleted_at is null;

-- Live while it is not cancelled and its lesson not deleted. A lesson that is deleted after it had
-- started keeps its bookings, which still count as attended.
create table bookings (
  id text primary key,
  lesson_id text not null references lessons (id),
  student_id text not null references students (id),
  created_at bigint not null,
  cancelled_at bigint
);
create unique index bookings_live on bookings (student_id, lesson_id) where cancelled_at is null;
create index bookings_of_lesson on bookings (lesson_id) where cancelled_at is null;

create table purchases (
  id text primary key,
  student_id text not null references students (id),
  credits integer not null check (credits between 1 and 100),
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'paid', 'failed', 'expired', 'refunded', 'mismatched')),
  session_id text unique,
  payment_intent text unique,
  refunded_amount integer not null default 0,
  -- Credits that refunds have accounted for so far, whether taken back or found already spent.
  reversed_credits integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  check (reversed_credits between 0 and credits)
);
create index purchases_of_student on purchases (student_id, created_at);
create index purchases_pending on purchases (created_at) where status = 'pending';

-- The append-only ledger. Each entry follows on from the one before it, number and balance, so that the
-- sum cannot be altered in the middle or forked at the end.
create table credit_ledger (
  student_id text not null references students (id),
  seq integer not null,
  previous integer,
  kind text not null check (kind in ('purchase', 'booking', 'refund', 'adjustment', 'reversal')),
  amount integer not null,
  balance_before integer not null,
  balance_after integer not null check (balance_after >= 0),
  booking_id text references bookings (id),
  purchase_id text references purchases (id),
  reason text,
  created_at bigint not null,
  primary key (student_id, seq),
  unique (student_id, seq, balance_after),
  foreign key (student_id, previous, balance_before) references credit_ledger (student_id, seq, balance_after),
  check (coalesce(previous, 0) = seq - 1),
  check (previous is not null or balance_before = 0),
  check (balance_after = balance_before + amount),
  check ((kind in ('purchase', 'refund') and amount > 0) or (kind in ('booking', 'reversal') and amount < 0) or (kind = 'adjustment' and amount <> 0)),
  check (kind not in ('booking', 'refund') or booking_id is not null),
  check (kind not in ('purchase', 'reversal') or purchase_id is not null)
);
-- One grant for each purchase, one charge and one refund for each booking.
create unique index ledger_grant on credit_ledger (purchase_id) where kind = 'purchase';
create unique index ledger_charge on credit_ledger (booking_id) where kind = 'booking';
create unique index ledger_refund on credit_ledger (booking_id) where kind = 'refund';

-- The balance beside the ledger. Its deferred key names the last entry and that entry's balance, so no
-- transaction can commit a balance that the ledger does not show.
create table balances (
  student_id text primary key references students (id),
  credits integer not null default 0 check (credits >= 0),
  last_entry integer,
  check (last_entry is not null or credits = 0),
  foreign key (student_id, last_entry, credits) references credit_ledger (student_id, seq, balance_after) deferrable initially deferred
);

-- Outgoing mail, written in the same transaction as what it tells of. One row per cause.
create table mails (
  id text primary key,
  cause text not null unique,
  recipient text not null,
  subject text not null,
  body_text text,
  body_html text,
  calendar text,
  created_at bigint not null,
  due_at bigint not null,
  leased_until bigint not null default 0,
  attempts integer not null default 0,
  sent_at bigint,
  failed_at bigint,
  last_error text
);
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
