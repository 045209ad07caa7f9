// Refunds, disputes and inquiries of banks, and the credits that a refund could not take back.
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
  -- Null until the provider has answered.
  provider_id text unique,
  -- When the provider is next asked about it; null once it is settled.
  next_check_at bigint,
  checks integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  check ((made_by = 'provider') = (credits is null)),
  check ((state = 'asked') = (next_check_at is not null))
);
create index refunds_of_payment on refunds (payment_id, created_at);
create index refunds_due on refunds (next_check_at, id) where state = 'asked';
create index refunds_by_creation on refunds (created_at);

-- By the provider's own id. What is lost counts as returned, beside the refunds of the payment.
create table disputes (
  id text primary key,
  payment_id text not null references payments (id),
  amount integer not null check (amount >= 0),
  status text not null check (status in ('open', 'won', 'lost')),
  -- 1 while an appeal against the loss is open.
  is_appealed integer not null default 0 check (is_appealed in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
);
create index disputes_of_payment on disputes (payment_id);
create index disputes_open on disputes (created_at) where status = 'open';
create index disputes_lost on disputes (updated_at) where status = 'lost';
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

export interface RefundTables {
  refunds: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    made_by: Fixed<RefundMaker>;
    admin_id: ColumnType<string | null, string | null | undefined, never>;
    credits: Optional<number>;
    amount: Fixed<number>;
    state: RefundState;
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
  refund_shortfalls: {
    payment_id: Fixed<string>;
    after_entry: Fixed<number>;
    family_id: Fixed<string>;
    credits: number;
    taken: Generated<number>;
  };
}
