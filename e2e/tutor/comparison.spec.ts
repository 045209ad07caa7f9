// The comparison of payments with Stripe: one line on the dashboard, and on the page of payments
// the whole result with a difference to mend.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import type { Difference, Reconciliation } from '../../domain/payments/reconciliation.ts';
import { urlOf } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectLink, expectToast, visit } from '../journey.ts';
import { test } from '../test.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Check against Stripe' });
const differences = (page: Page) =>
  part(page).getByRole('list', { name: 'Differences' }).getByRole('listitem');

test('compares the payments with Stripe', async ({ page, tutor }) => {
  test.slow();
  watch(page);
  await tutor.open(paths.adminPayments);
  await part(page).getByRole('button', { name: 'Compare now' }).click();
  await expect(part(page).getByText(/^\d+ of \d+ payments? matched$/)).toBeVisible();
  await expect(part(page)).toContainText(/Compared on \w{3} \d+ \w+, \d\d:\d\d/);
  await expect(part(page).getByRole('button', { name: 'Compare now' })).toBeEnabled();
  await visit(page, paths.adminDashboard);
  await expect(part(page)).toContainText(/\d+ of \d+ payments? matched on \w{3} \d+ \w+, /);
  await expectLink(part(page), 'See all payments', paths.adminPayments);
});

const missing: Difference = {
  id: '1',
  kind: 'paid_not_granted',
  session_id: `cs_test_${'a1'.repeat(29)}`,
  payment_id: '2',
  Parent_Name: 'Wilhelmina-Josephine Featherstonehaugh-Cholmondeley',
  provider: { amount: 14_000, returned: 0, currency: 'gbp' },
  here: { amount: 14_000, returned: 0, currency: 'gbp', status: 'expired' },
  mendable: true,
};
const unknown: Difference = {
  ...missing,
  id: '3',
  kind: 'unknown_session',
  payment_id: null,
  Parent_Name: null,
  here: null,
  mendable: false,
};

test('explains each difference and mends what can be mended', async ({ page, tutor }) => {
  let all = [missing, unknown];
  const result = (): Reconciliation => ({
    checked_at: '2026-11-24T03:00:09.000Z',
    failed_at: '2026-11-25T03:00:04.000Z',
    running: false,
    since: '2026-10-20T23:00:00.000Z',
    compared: 41,
    matched: 41 - all.length,
    differences: all,
    open_inquiries: 0,
  });
  const answer = () => ({ json: { success: true, reconciliation: result() } });
  await page.route(urlOf(endpoints.getReconciliation), (route) => route.fulfill(answer()));
  await page.route('**/api/admin/reconciliation/1/mend', (route) => {
    all = [unknown];
    return route.fulfill(answer());
  });
  await tutor.open(paths.adminDashboard);
  await expect(part(page)).toContainText('39 of 41 payments matched on Tue 24 Nov, 03:00');
  await part(page).getByRole('link', { name: 'See the 2 differences' }).click();
  await expect(page).toHaveURL(paths.adminPayments);
  await expect(part(page)).toContainText('39 of 41 payments matched');
  await expect(part(page)).toContainText('Stripe did not answer on Wed 25 Nov, 03:00');
  await expect(differences(page)).toHaveCount(2);
  await expect(differences(page).first()).toContainText(
    'Stripe received £140.00, but no credits were added here. Mend it to add them.',
  );
  await expect(differences(page).last()).toContainText('Refund it in your Stripe dashboard');
  await expect(differences(page).last().getByRole('button')).toHaveCount(0);
  await expectReadable(page, 'differences');
  await differences(page).first().getByRole('button', { name: /^Mend/ }).click();
  await expectToast(page, 'Payment mended', 'as it is at Stripe');
  await expect(part(page)).toContainText('40 of 41 payments matched');
  await expect(differences(page)).toHaveCount(1);
});
