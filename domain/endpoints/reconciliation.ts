// Endpoints for the comparison of payments with the provider.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import * as reconciliation from '../payments/reconciliation.ts';

const answer = ok({ reconciliation: reconciliation.reconciliationSchema });

export const startReconciliation = endpoint('POST', '/api/admin/reconciliation', {
  summary: 'Start to compare the payments of the last days with the provider',
  auth: 'admin',
  accountLimit: 'write',
  body: reconciliation.newReconciliationSchema,
  answer,
  status: 202,
  errors: ['already_running', 'payments_unavailable'],
});
export const getReconciliation = endpoint('GET', '/api/admin/reconciliation', {
  summary: 'Return the last complete comparison and its differences',
  auth: 'admin',
  answer,
});
export const mendDifference = endpoint('POST', '/api/admin/reconciliation/{id}/mend', {
  summary: 'Mend a difference as the webhook of the provider would',
  auth: 'admin',
  accountLimit: 'write',
  params: z.object({ id: reconciliation.differenceIdSchema }),
  answer,
  errors: ['not_found', 'not_mendable', 'payments_unavailable', 'payment_provider_error'],
});
