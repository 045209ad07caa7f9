// Refunds: each one with its maker, its credits and its state, instead of totals.
import type { ColumnType, Generated } from 'kysely';

import type { RefundMaker, RefundState } from '../../domain/payments/refund.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  made_by text not null check (made_by in ('tutor', 'family', 'provider')),
  -- Null for a refund made in the provider's dashboard.
  credits integer check (credits > 0),
  amount integer not null check (amount > 0),
  state text not null check (state in ('asked', 'done', 'failed')),
  -- Null until the provider has answered.
  provider_id text unique,
  -- When the provider is next asked about it; null once it is settled.
  next_look_at bigint,
  looks integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  check ((made_by = 'provider') = (credits is null)),
  check ((state = 'asked') = (next_look_at is not null))
);
create index refunds_of_payment on refunds (payment_id, created_at);
create index refunds_due on refunds (next_look_at, id) where state = 'asked';
create index refunds_by_creation on refunds (created_at);
create index payments_by_creation on payments (created_at, id);

-- Totals become refunds. They have no provider_id until the provider lists them.
insert into refunds
    (id, payment_id, made_by, amount, state, created_at, updated_at)
  select r.payment_id || ':' || r.total, r.payment_id, 'provider',
    r.total - coalesce((select max(e.total) from payment_refunds e
      where e.payment_id = r.payment_id and e.total < r.total), 0),
    'done', r.refunded_at, r.refunded_at
  from payment_refunds r;
drop table payment_refunds;
`;

export const refundTables = (): string[] => [statements];

export interface RefundTables {
  refunds: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    made_by: Fixed<RefundMaker>;
    /** Who asked for it, if an admin did. */
    admin_id: ColumnType<string | null, string | null | undefined, never>;
    /** Null for a refund made in the provider's dashboard. */
    credits: Optional<number>;
    /** In minor units. */
    amount: Fixed<number>;
    state: RefundState;
    provider_id: Optional<string>;
    /** When the provider is next asked about it; null once it is settled. */
    next_check_at: Optional<Instant>;
    checks: Generated<number>;
    created_at: Fixed<Instant>;
    updated_at: Instant;
  };
}
