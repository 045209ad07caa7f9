// Tests of the database's constraints, which try to violate them in plain SQL.
import { sql } from 'kysely';
import { expect } from 'vitest';

import { newId } from '../../base/ids.ts';
import { makeFamily, makeLesson } from '../factories.ts';
import { sharedTest } from '../test.ts';

export const CHECK = /check constraint/i;
export const UNIQUE = /unique constraint/i;
export const KEY = /foreign key constraint/i;
export const APPEND_ONLY = /append-only/;

export type Ids = Readonly<
  Record<'family' | 'parent' | 'email' | 'student' | 'lesson' | 'booking' | 'payment', string>
>;

/** The statements that violate a constraint, by what they attempt. */
export type Violations = Readonly<Record<string, (ids: Ids) => string | readonly string[]>>;

export const constraintTest = sharedTest
  /** Runs all statements in one transaction, so that deferred keys are checked at its end. */
  .extend('run', { scope: 'file' }, ({ api }) => (...statements: string[]) => {
    return api.database.db.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
  })
  /** A lesson of one spot, booked by a student with 1 credit left, and 5 credits paid for. */
  .extend('ids', { scope: 'file' }, async ({ api, run }): Promise<Ids> => {
    const { id: lesson } = await makeLesson(api, { Max_Students: 1 });
    const holder = await makeFamily(api, 2);
    const { id: family, personId: parent, email, studentId: student } = holder;
    const booking = await holder.book(lesson);
    const payment = newId();
    await run(
      `insert into payments (id, family_id, credits, amount, paid, paid_at, currency, status, created_at, updated_at)
       values ('${payment}', '${family}', 5, 14000, 14000, 0, 'gbp', 'paid', 0, 0)`,
      `insert into credit_ledger (family_id, seq, previous, kind, amount, balance_before, balance_after, payment_id, created_at)
       values ('${family}', 3, 2, 'purchase', 5, 1, 6, '${payment}', 0)`,
      `insert into invoice_years (year, last) values (1970, 1)`,
      `insert into invoices (payment_id, year, number, issued_at) values ('${payment}', 1970, 1, 0)`,
      `update balances set credits = 6, last_entry = 3 where family_id = '${family}'`,
    );
    return { family, parent, email, student, lesson, booking, payment };
  });

/** Declares a test for each violation, which must be refused with this message. */
export function testViolations(refusal: RegExp, violations: Violations): void {
  constraintTest.for(Object.entries(violations))('rejects %s', async ([, by], { run, ids }) => {
    await expect(run(...[by(ids)].flat())).rejects.toThrow(refusal);
  });
}
