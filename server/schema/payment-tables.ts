// The tables of payments and credits.
import type { ColumnType, Generated } from 'kysely';

import type { LedgerKind } from '../../domain/payments/credits.ts';
import type {
  DisputeOutcome,
  PaymentStatus,
  UnbookedReason,
} from '../../domain/payments/payment.ts';
import type { Fixed, Instant, Optional } from './columns.ts';

export interface MoneyTables {
  payments: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    credits: Fixed<number>;
    amount: Fixed<number>;
    currency: Fixed<string>;
    /** The package that was bought, by its name then; null for any other quantity. */
    package_name: ColumnType<string | null, string | null | undefined, never>;
    /** 0 or 1: whether its checkout accepts promotion codes. */
    accepts_codes: ColumnType<number, number | undefined, never>;
    status: PaymentStatus;
    /** In minor units; null until its credits are granted. */
    paid: Optional<number>;
    session_id: string | null;
    payment_intent: string | null;
    refunded_amount: Generated<number>;
    reversed_credits: Generated<number>;
    /** When the checkout session ends by itself. */
    expires_at: ColumnType<Instant, Instant | undefined, never>;
    /** When a pending payment is next checked with the provider. */
    next_check_at: Generated<Instant>;
    checks: Generated<number>;
    /** From when on the family's own request checks a pending payment again. */
    next_family_check_at: Generated<Instant>;
    family_checks: Generated<number>;
    /** Until when it reserves spots; null when it reserves none. */
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
    /** 0 or 1. */
    is_reserved: number;
    booking_id: Optional<string>;
    reason: Optional<UnbookedReason>;
  };
  invoice_years: {
    year: Fixed<number>;
    /** The last number issued. */
    last: number;
  };
  invoices: {
    payment_id: Fixed<string>;
    year: Fixed<number>;
    number: Fixed<number>;
    issued_at: Fixed<Instant>;
  };
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
  disputes: {
    id: Fixed<string>;
    payment_id: Fixed<string>;
    amount: number;
    status: DisputeOutcome;
    /** 1 while an appeal against the loss is open. */
    is_appealed: Generated<number>;
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
  ledger_reasons: { family_id: Fixed<string>; seq: Fixed<number>; reason: Fixed<string> };
  balances: { family_id: Fixed<string>; credits: number; last_entry: number | null };
}
