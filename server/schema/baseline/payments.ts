// Payments, credits and invoices.
import { after, appendOnly, type Engine, skipUnless } from '../triggers.ts';

const tables = `
create table payments (
  id text primary key,
  family_id text not null references families (id),
  credits integer not null check (credits between 1 and 100),
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null
    check (status in ('pending', 'paid', 'failed', 'expired', 'refunded', 'mismatched')),
  session_id text unique,
  payment_intent text unique,
  refunded_amount integer not null default 0,
  -- Credits that refunds have accounted for so far, whether taken back or found already spent.
  reversed_credits integer not null default 0,
  expires_at bigint not null default 0,
  next_look_at bigint not null default 0,
  looks integer not null default 0,
  next_family_look_at bigint not null default 0,
  family_looks integer not null default 0,
  -- Until when spots are reserved for it; null when none are.
  reserved_until bigint,
  created_at bigint not null,
  updated_at bigint not null,
  check (reversed_credits between 0 and credits)
);
create index payments_of_family on payments (family_id, created_at);
create index payments_due on payments (next_look_at, id) where status = 'pending';
create index payments_by_change on payments (updated_at);
create unique index payments_one_reservation_per_family on payments (family_id)
  where reserved_until is not null;

create table payment_lessons (
  payment_id text not null references payments (id),
  position integer not null,
  lesson_id text not null references lessons (id),
  family_id text not null references families (id),
  student_id text not null,
  -- 1 while it counts among the reserved spots of its lesson.
  is_reserved integer not null check (is_reserved in (0, 1)),
  booking_id text references bookings (id),
  -- Why it was not booked once it was paid.
  reason text,
  primary key (payment_id, position),
  unique (payment_id, lesson_id),
  check (is_reserved = 0 or (booking_id is null and reason is null)),
  foreign key (student_id, family_id) references students (id, family_id)
);
create index payment_lessons_reserved on payment_lessons (lesson_id) where is_reserved = 1;
create index payment_lessons_of_family on payment_lessons (family_id);
create index payment_lessons_of_student on payment_lessons (student_id);

create table payment_refunds (
  payment_id text not null references payments (id),
  total integer not null check (total > 0),
  refunded_at bigint not null,
  primary key (payment_id, total)
);

-- By the provider's own id. What is lost counts as returned, beside the refunds of the payment.
create table disputes (
  id text primary key,
  payment_id text not null references payments (id),
  amount integer not null check (amount >= 0),
  status text not null check (status in ('open', 'won', 'lost')),
  created_at bigint not null,
  updated_at bigint not null
);
create index disputes_of_payment on disputes (payment_id);
create index disputes_open on disputes (created_at) where status = 'open';

-- Each entry follows on from the one before it, by number and balance, so that the sum cannot be
-- altered in the middle or forked at the end.
create table credit_ledger (
  family_id text not null references families (id),
  seq integer not null,
  previous integer,
  kind text not null
    check (kind in ('purchase', 'booking', 'refund', 'adjustment', 'reversal')),
  amount integer not null,
  balance_before integer not null,
  balance_after integer not null check (balance_after >= 0),
  booking_id text references bookings (id),
  payment_id text references payments (id),
  created_at bigint not null,
  primary key (family_id, seq),
  unique (family_id, seq, balance_after),
  foreign key (family_id, previous, balance_before)
    references credit_ledger (family_id, seq, balance_after),
  check (coalesce(previous, 0) = seq - 1),
  check (previous is not null or balance_before = 0),
  check (balance_after = balance_before + amount),
  check ((kind in ('purchase', 'refund') and amount > 0)
    or (kind in ('booking', 'reversal') and amount < 0)
    or (kind = 'adjustment' and amount <> 0)),
  check (kind not in ('booking', 'refund') or booking_id is not null),
  check (kind not in ('purchase', 'reversal') or payment_id is not null)
);
-- One grant for each payment, one charge and one refund for each booking.
create unique index ledger_grant on credit_ledger (payment_id) where kind = 'purchase';
create unique index ledger_charge on credit_ledger (booking_id) where kind = 'booking';
create unique index ledger_refund on credit_ledger (booking_id) where kind = 'refund';
create index ledger_of_booking on credit_ledger (booking_id, seq) where booking_id is not null;

-- The tutor's words about a change of credits. They are erased with the account; the ledger stays.
create table ledger_reasons (
  family_id text not null,
  seq integer not null,
  reason text not null,
  primary key (family_id, seq),
  foreign key (family_id, seq) references credit_ledger (family_id, seq)
);

-- The deferred key names the last entry and that entry's balance, so no transaction can commit a
-- balance that the ledger does not show.
create table balances (
  family_id text primary key references families (id),
  credits integer not null default 0 check (credits >= 0),
  last_entry integer,
  check (last_entry is not null or credits = 0),
  foreign key (family_id, last_entry, credits)
    references credit_ledger (family_id, seq, balance_after) deferrable initially deferred
);

-- Credits of a refunded payment that were spent when it was refunded. Bookings charged up to
-- after_entry, the last ledger entry then, return their credit towards them; credits bought later
-- are the family's own. A row is changed only while its family's balance is locked.
create table refund_shortfalls (
  payment_id text not null references payments (id),
  after_entry integer not null,
  family_id text not null references families (id),
  credits integer not null check (credits > 0),
  taken integer not null default 0,
  primary key (payment_id, after_entry),
  check (taken between 0 and credits)
);
create index refund_shortfalls_open on refund_shortfalls (family_id, after_entry)
  where taken < credits;

create table invoice_years (
  year integer primary key,
  last integer not null check (last > 0)
);
create table invoices (
  payment_id text primary key references payments (id),
  year integer not null references invoice_years (year),
  number integer not null check (number > 0),
  issued_at bigint not null,
  unique (year, number)
);
`;

export const paymentTables = (engine: Engine): string[] => [
  tables,
  ...appendOnly(engine, 'credit_ledger'),
  ...appendOnly(engine, 'invoices'),
  ...after(engine, {
    name: 'ledger_counts_booking',
    table: 'credit_ledger',
    event: 'insert',
    when: 'new.booking_id is not null',
    run: 'update bookings set charged = charged - new.amount where id = new.booking_id;',
  }),
  ...skipUnless(engine, {
    name: 'reasons_of_open_families',
    table: 'ledger_reasons',
    from: 'families where id = new.family_id and deleted_at is null',
  }),
];
