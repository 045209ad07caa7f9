// A comparison with the provider, for the test that watches the statements of all calls.
import { comparePayments } from '../../payments/comparison/compare.ts';
import { countDifferences } from '../../payments/comparison/result.ts';
import { beginComparison, beginNight } from '../../payments/comparison/run.ts';
import type { TestApp } from '../app.ts';

/** Compares what the provider is supposed to have said about this payment. */
export async function useComparison(
  api: TestApp,
  { paymentId, paymentIntent }: { paymentId: string; paymentIntent: string },
): Promise<void> {
  const { db } = api.database;
  await beginNight(api.context(null));
  await beginComparison(api.context(null), 35);
  const money = { amount: 3000, currency: 'gbp', refunded: 3000 };
  const session = {
    ...money,
    sessionId: 'cs_test_plans',
    paymentId,
    paymentIntent,
    outcome: 'paid',
    subtotal: 3000,
  };
  const fact = { run: 'plans', payment_id: paymentId, payment_intent: paymentIntent };
  const lost = { ...money, status: 'lost', reason: null, dueBy: null, createdAt: 0 };
  await db
    .insertInto('reconciliation_facts')
    .values([
      { ...fact, kind: 'session', object_id: 'cs_test_plans', facts: JSON.stringify(session) },
      { ...fact, kind: 'refund', object_id: 're_plans', facts: JSON.stringify(money) },
      { ...fact, kind: 'dispute', object_id: 'du_plans', facts: JSON.stringify(lost) },
    ])
    .execute();
  const span = { since: 0, until: api.clock.now };
  await comparePayments(db, 'plans', span, () => Promise.resolve('unknown'));
  await countDifferences(db);
  await db.deleteFrom('reconciliation_facts').execute();
}
