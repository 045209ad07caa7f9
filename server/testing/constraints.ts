// Setup for the tests of the database's constraints, which try to violate them in plain SQL.
import { sql } from 'kysely';

import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeBooking, makeFamily, makeLesson } from './factories.ts';

export interface Wall {
  readonly what: string;
  readonly how: () => string[];
  readonly refusal: RegExp;
}

export const CHECK = /check constraint/i;
export const UNIQUE = /unique constraint/i;
export const KEY = /foreign key constraint/i;

export interface Walled {
  readonly api: TestApp;
  readonly ids: Readonly<
    Record<'family' | 'parent' | 'email' | 'student' | 'lesson' | 'booking' | 'payment', string>
  >;
  /** Runs all statements in one transaction, so that deferred keys are checked at its end. */
  readonly run: (...statements: string[]) => Promise<void>;
}

/**
 * A lesson of one spot, booked by a student with 1 credit left, and a paid payment for 5 credits.
 */
export async function startWalled(): Promise<Walled> {
  const api = await startTestApp();
  const run = (...statements: string[]) =>
    api.database.db.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
  const lesson = await makeLesson(api, { Max_Students: 1 });
  const holder = await makeFamily(api, 2);
  const { id: family, personId: parent, email, studentId: student } = holder;
  const booking = await makeBooking(api, holder, lesson.id);
  const payment = newId();
  await run(
    `insert into payments (id, family_id, credits, amount, currency, status, created_at, updated_at)
     values ('${payment}', '${family}', 5, 14000, 'gbp', 'paid', 0, 0)`,
    `insert into credit_ledger (family_id, seq, previous, kind, amount, balance_before, balance_after, payment_id, created_at)
     values ('${family}', 3, 2, 'purchase', 5, 1, 6, '${payment}', 0)`,
    `insert into invoice_years (year, last) values (1970, 1)`,
    `insert into invoices (payment_id, year, number, issued_at) values ('${payment}', 1970, 1, 0)`,
    `update balances set credits = 6, last_entry = 3 where family_id = '${family}'`,
  );
  return { api, ids: { family, parent, email, student, lesson: lesson.id, booking, payment }, run };
}
