// Payments, the lessons that they book, and invoices.
import type { ColumnType, Generated } from 'kysely';

import type { PaymentStatus, UnbookedReason } from '../../domain/payments/payment.ts';
import type { Fixed, Instant, Optional } from './columns.ts';
import { appendOnly, type Engine, refuse } from './triggers.ts';

const tables = `
create table payments (
  id text primary key,
  family_id text not null references families (id),
  credits integer not null check (credits between 1 and 100),
  amount integer not null check (amount > 0),
  currency text not null,
  -- The name of the package that was bought, as it was then; null for any other quantity.
  package_name text,
  -- 1 if its checkout accepted promotion codes when it began; a later change of the setting leaves
  -- it alone.
  accepts_codes integer not null default 0 check (accepts_codes in (0, 1)),
  status text not null
    check (status in ('pending', 'paid', 'failed', 'expired', 'refunded', 'mismatched')),
  -- What was paid, in minor units; null until its credits are granted.
  paid integer check (paid between 0 and amount and (paid = amount or accepts_codes = 1)),
  -- When it was paid: by the provider's clock once its balance has been read, until then when the
  -- credits were granted.
  paid_at bigint,
  session_id text unique,
  payment_intent text unique,
  refunded_amount integer not null default 0,
  -- Credits that refunds have accounted for so far, whether taken back or found already spent.
  reversed_credits integer not null default 0,
  -- When the checkout session ends by itself.
  expires_at bigint not null default 0,
  -- When a pending payment is next checked with the provider, and from when on the family's own
  -- request does that again.
  next_check_at bigint not null default 0,
  checks integer not null default 0,
  next_family_check_at bigint not null default 0,
  family_checks integer not null default 0,
  -- Until when spots are reserved for it; null when none are.
  reserved_until bigint,
  created_at bigint not null,
  updated_at bigint not null,
  check (reversed_credits between 0 and credits),
  check ((paid is not null) = (status in ('paid', 'refunded'))),
  check ((paid is null) = (paid_at is null))
);
create index payments_of_family on payments (family_id, created_at);
create index payments_due on payments (next_check_at, id) where status = 'pending';
create index payments_by_change on payments (updated_at);
create index payments_by_pay on payments (paid_at);
create index payments_by_creation on payments (created_at, id);
create index payments_granted_by_creation on payments (created_at, id)
  where status in ('paid', 'refunded');
create index payments_unpaid on payments (updated_at) where status in ('expired', 'failed');
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
create index payment_lessons_of_booking on payment_lessons (booking_id)
  where booking_id is not null;

create table invoice_years (
  year integer primary key,
  -- The last number issued.
  last integer not null check (last > 0)
);
create table invoices (
  payment_id text primary key references payments (id),
  year integer not null references invoice_years (year),
  number integer not null check (number > 0),
  issued_at bigint not null,
  unique (year, number)
);

-- The invoices of deleted families, so that the numbers of each year remain without a gap.
create table former_invoices (
  year integer not null references invoice_years (year),
  number integer not null check (number > 0),
  issued_at bigint not null,
  primary key (year, number)
);
`;

export const paymentTables = (engine: Engine): string[] => [
  tables,
  ...appendOnly(engine, 'invoices', ['update']),
  ...refuse(engine, {
    name: 'invoices_stay',
    table: 'invoices',
    event: 'delete',
    refuseIf: `not exists (select 1 from payments join families on families.id = payments.family_id
      where payments.id = old.payment_id and forgotten_at is not null)`,
    message: 'invoices is append-only',
  }),
];

export interface PaymentTables {
  payments: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    credits: Fixed<number>;
    amount: Fixed<number>;
    currency: Fixed<string>;
    package_name: ColumnType<string | null, string | null | undefined, never>;
    accepts_codes: ColumnType<number, number | undefined, never>;
    status: PaymentStatus;
    paid: Optional<number>;
    paid_at: Optional<Instant>;
    session_id: string | null;
    payment_intent: string | null;
    refunded_amount: Generated<number>;
    reversed_credits: Generated<number>;
    expires_at: ColumnType<Instant, Instant | undefined, never>;
    next_check_at: Generated<Instant>;
    checks: Generated<number>;
    next_family_check_at: Generated<Instant>;
    family_checks: Generated<number>;
    reserved_until: Optional<Instant>;
    created_at: Fixed<Instant>;
    updated_at: Instant;
  };
  payment_lessons: {
    payment_id: Fixed<string>;
    position: Fixed<number>;
    lesson_id: Fixed<string>;
    family_id: Fixed<string>;
    student_id: Fixed<string>;
    is_reserved: number;
    booking_id: Optional<string>;
    reason: Optional<UnbookedReason>;
  };
  invoice_years: { year: Fixed<number>; last: number };
  invoices: {
    payment_id: Fixed<string>;
    year: Fixed<number>;
    number: Fixed<number>;
    issued_at: Fixed<Instant>;
  };
  former_invoices: { year: Fixed<number>; number: Fixed<number>; issued_at: Fixed<Instant> };
}
