// The comparison of payments with the provider: the one that runs, the last complete one, and the
// differences that it found.
import type { PaymentStatus } from '../../domain/payments/payment.ts';
import type { DifferenceKind } from '../../domain/payments/reconciliation.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

const statements = `
-- One row, which is there from the beginning, so that every write is a guarded update.
create table reconciliation (
  id integer primary key check (id = 1),
  -- The last complete comparison.
  checked_at bigint,
  since bigint,
  compared integer not null default 0,
  matched integer not null default 0,
  -- When the provider failed, if it did so since then.
  failed_at bigint,
  -- Until when the provider's balance transactions have been read.
  balance_until bigint,
  -- The running comparison; null when none runs.
  run text,
  run_since bigint,
  run_until bigint,
  stage text check (stage in ('sessions', 'refunds', 'disputes', 'balance', 'comparing')),
  -- The last object read in this stage; null at its beginning.
  after_id text,
  -- Until when a process has the run to itself, and that process's mark.
  leased_until bigint not null default 0,
  holder text,
  -- The UK date of the last night whose comparison has begun.
  night text,
  check (matched between 0 and compared),
  check ((checked_at is null) = (since is null)),
  check ((run is null) = (stage is null) and (run is null) = (run_since is null)
    and (run is null) = (run_until is null)),
  check (run is not null or (after_id is null and holder is null))
);
insert into reconciliation (id) values (1);

-- What the provider has said in the running comparison.
create table reconciliation_facts (
  run text not null,
  kind text not null check (kind in ('session', 'refund', 'dispute')),
  object_id text not null,
  payment_id text,
  payment_intent text,
  -- JSON.
  facts text not null,
  primary key (run, kind, object_id)
);

create table differences (
  id text primary key,
  kind text not null check (kind in ('paid_not_granted', 'refund_missing', 'dispute_missing',
    'granted_not_paid', 'amount_differs', 'refund_unknown', 'unknown_session')),
  -- The payment or, without one, the session that differs: it may do so in several ways.
  about text not null,
  session_id text,
  payment_id text references payments (id),
  dispute_id text,
  there_amount integer,
  there_returned integer,
  there_currency text,
  here_amount integer,
  here_returned integer,
  here_currency text,
  here_status text,
  position integer not null unique,
  check ((kind = 'dispute_missing') = (dispute_id is not null)),
  check ((kind = 'unknown_session') = (payment_id is null))
);
`;

export const reconciliationTables = (): string[] => [statements];

export type Stage = 'sessions' | 'refunds' | 'disputes' | 'balance' | 'comparing';

export interface ReconciliationTables {
  reconciliation: {
    id: Fixed<number>;
    checked_at: Optional<Instant>;
    since: Optional<Instant>;
    compared: number;
    matched: number;
    failed_at: Optional<Instant>;
    balance_until: Optional<Instant>;
    run: string | null;
    run_since: Optional<Instant>;
    run_until: Optional<Instant>;
    stage: Stage | null;
    after_id: string | null;
    leased_until: Instant;
    holder: string | null;
    night: string | null;
  };
  reconciliation_facts: {
    run: Fixed<string>;
    kind: Fixed<'session' | 'refund' | 'dispute'>;
    object_id: Fixed<string>;
    payment_id: Fixed<string | null>;
    payment_intent: Fixed<string | null>;
    /** JSON. */
    facts: Fixed<string>;
  };
  differences: {
    id: Fixed<string>;
    kind: Fixed<DifferenceKind>;
    about: Fixed<string>;
    session_id: Fixed<string | null>;
    payment_id: Fixed<string | null>;
    dispute_id: Fixed<string | null>;
    there_amount: Fixed<number | null>;
    there_returned: Fixed<number | null>;
    there_currency: Fixed<string | null>;
    here_amount: Fixed<number | null>;
    here_returned: Fixed<number | null>;
    here_currency: Fixed<string | null>;
    here_status: Fixed<PaymentStatus | null>;
    position: Fixed<number>;
  };
}
