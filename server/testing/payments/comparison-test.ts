// A shop whose payments are compared with the provider's.
import * as endpoints from '../../../domain/endpoints.ts';
import { RECONCILIATION_DAYS } from '../../../domain/payments/reconciliation.ts';
import { readReconciliation } from '../../payments/comparison/result.ts';
import { beginComparison, runComparison } from '../../payments/comparison/run.ts';
import { shopTest } from './shop.ts';

export const comparisonTest = shopTest
  .extend('base', ({ api }) => ({ database: api.database, clock: () => api.clock.now }))
  // Not by HTTP, because the clock moves on and sessions expire.
  .extend('read', ({ db }) => () => {
    return readReconciliation(db);
  })
  .extend('begin', ({ api }) => async (days: number = RECONCILIATION_DAYS.usual) => {
    await beginComparison(api.context(null), days);
  })
  .extend('compareNow', ({ shop, base, begin, read }) => async (days?: number) => {
    await begin(days);
    await runComparison(base, shop.provider);
    return read();
  })
  .extend('mend', ({ tutor }) => (id: string) => {
    return tutor.either(endpoints.mendDifference, { params: { id } });
  });
