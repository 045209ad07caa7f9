// The ledger of credits, and balances.
import type { LedgerKind } from '../../domain/payments/credits.ts';
import type { Fixed, Instant } from './columns.ts';
import { after, appendOnly, type Engine, refuse, skipUnless } from './triggers.ts';

const tables = `
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
create index ledger_of_payment on credit_ledger (payment_id) where payment_id is not null;
create index ledger_granted on credit_ledger (created_at, payment_id) where kind = 'purchase';

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
`;

export const creditTables = (engine: Engine): string[] => [
  tables,
  ...appendOnly(engine, 'credit_ledger', ['update']),
  ...refuse(engine, {
    name: 'credit_ledger_stays',
    table: 'credit_ledger',
    event: 'delete',
    refuseIf: `not exists (select 1 from families
      where id = old.family_id and forgotten_at is not null)`,
    message: 'credit_ledger is append-only',
  }),
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

export interface CreditTables {
  credit_ledger: {
    family_id: Fixed<string>;
    seq: Fixed<number>;
    previous: Fixed<number | null>;
    kind: Fixed<LedgerKind>;
    amount: Fixed<number>;
    balance_before: Fixed<number>;
    balance_after: Fixed<number>;
    booking_id: Fixed<string | null>;
    payment_id: Fixed<string | null>;
    created_at: Fixed<Instant>;
  };
  ledger_reasons: { family_id: Fixed<string>; seq: Fixed<number>; reason: Fixed<string> };
  balances: { family_id: Fixed<string>; credits: number; last_entry: number | null };
}
