// Refunds, disputes and inquiries of banks, the credits that a refund could not take back, and what
// the provider has charged for all of them.
import type { ColumnType, Generated } from 'kysely';

import type { InquiryState } from '../../domain/payments/dispute.ts';
import type { DisputeOutcome } from '../../domain/payments/payment.ts';
import type { RefundMaker, RefundState } from '../../domain/payments/refund.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  made_by text not null check (made_by in ('tutor', 'family', 'provider')),
  -- Who asked for it, if an admin did.
  admin_id text references admins (id),
  -- Null for a refund made in the provider's dashboard.
  credits integer check (credits > 0),
  -- In minor units.
  amount integer not null check (amount > 0),
  state text not null check (state in ('asked', 'done', 'failed')),
  -- When it was done; stays if it fails later.
  settled_at bigint,
  -- Null until the provider has answered.
  provider_id text unique,
  -- When the provider is next asked about it; null once it is settled.
  next_check_at bigint,
  checks integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  check ((made_by = 'provider') = (credits is null)),
  check ((state = 'asked') = (next_check_at is not null)),
  check (state <> 'asked' or settled_at is null),
  check (state <> 'done' or settled_at is not null)
);
create index refunds_of_payment on refunds (payment_id, created_at);
create index refunds_due on refunds (next_check_at, id) where state = 'asked';
create index refunds_by_creation on refunds (created_at);
create index refunds_by_settling on refunds (settled_at);
-- Money that came back because a refund that was done has failed.
create index refunds_undone on refunds (updated_at)
  where state = 'failed' and settled_at is not null;

-- By the provider's own id. What is lost counts as returned, beside the refunds of the payment.
create table disputes (
  id text primary key,
  payment_id text not null references payments (id),
  amount integer not null check (amount >= 0),
  status text not null check (status in ('open', 'won', 'lost')),
  -- 1 while an appeal against the loss is open.
  is_appealed integer not null default 0 check (is_appealed in (0, 1)),
  -- When the bank took the money, and when it gave it back, by the provider's clock once that is
  -- known.
  withdrawn_at bigint not null,
  returned_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index disputes_of_payment on disputes (payment_id);
create index disputes_open on disputes (created_at) where status = 'open';
create index disputes_by_withdrawal on disputes (withdrawn_at);
create index disputes_by_return on disputes (returned_at);
create index disputes_appealed on disputes (created_at) where is_appealed = 1;

-- A dispute that follows has the same id in disputes.
create table inquiries (
  id text primary key,
  payment_id text not null references payments (id),
  amount integer not null check (amount >= 0),
  state text not null check (state in ('open', 'closed')),
  -- By when the bank wants an answer; null if it takes none.
  due_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index inquiries_of_payment on inquiries (payment_id);
create index inquiries_open on inquiries (created_at) where state = 'open';

-- What the provider has charged for payments, refunds and disputes: its balance transactions, under
-- its own ids.
create table balance_transactions (
  id text primary key,
  payment_id text not null references payments (id),
  kind text not null
    check (kind in ('payment', 'refund', 'refund_failure', 'dispute', 'dispute_return')),
  -- The provider's id of the charge, the refund or the dispute.
  object_id text not null,
  -- In minor units of the currency; negative if it left the balance.
  amount integer not null,
  fee integer not null,
  currency text not null,
  created_at bigint not null,
  -- When it was read.
  recorded_at bigint not null
);
create index balance_of_payment on balance_transactions (payment_id, kind);
create index balance_of_object on balance_transactions (object_id, kind);

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
`;

export const refundTables = (): string[] => [statements];

/** `refund_failure` and `dispute_return` are money that came back. */
type BalanceKind = 'payment' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_return';

export interface RefundTables {
  refunds: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    made_by: Fixed<RefundMaker>;
    admin_id: ColumnType<string | null, string | null | undefined, never>;
    credits: Optional<number>;
    amount: Fixed<number>;
    state: RefundState;
    settled_at: Optional<Instant>;
    provider_id: Optional<string>;
    next_check_at: Optional<Instant>;
    checks: Generated<number>;
    created_at: Fixed<Instant>;
    updated_at: Instant;
  };
  disputes: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    amount: number;
    status: DisputeOutcome;
    is_appealed: Generated<number>;
    withdrawn_at: Instant;
    returned_at: Optional<Instant>;
    created_at: Fixed<Instant>;
    updated_at: Instant;
  };
  inquiries: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    amount: number;
    state: InquiryState;
    due_at: Instant | null;
    created_at: Fixed<Instant>;
    updated_at: Instant;
  };
  balance_transactions: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    kind: Fixed<BalanceKind>;
    object_id: Fixed<string>;
    amount: Fixed<number>;
    fee: Fixed<number>;
    currency: Fixed<string>;
    created_at: Fixed<Instant>;
    recorded_at: Fixed<Instant>;
  };
  refund_shortfalls: {
    payment_id: Fixed<string>;
    after_entry: Fixed<number>;
    family_id: Fixed<string>;
    credits: number;
    taken: Generated<number>;
  };
}
