// HTTP routes of the comparison with the payment provider.
import * as endpoints from '../../../domain/endpoints.ts';
import { Refusal } from '../../../domain/errors.ts';
import { type Api, mount } from '../../http/mount.ts';
import type { PaymentProvider } from '../stripe.ts';
import { mendDifference } from './mend.ts';
import { readReconciliation } from './result.ts';
import { beginComparison } from './run.ts';

/** `provider` is null while card payments are switched off. */
export function mountComparisonRoutes(api: Api, provider: PaymentProvider | null): void {
  const read = async () => ({ reconciliation: await readReconciliation(api.database.db) });
  mount(api, endpoints.startReconciliation, async ({ context, body }) => {
    if (provider === null) throw new Refusal('payments_unavailable');
    await beginComparison(context, body.days);
    return read();
  });
  mount(api, endpoints.getReconciliation, read);
  mount(api, endpoints.mendDifference, async ({ context, params }) => {
    await mendDifference(context, provider, params.id);
    return read();
  });
}
