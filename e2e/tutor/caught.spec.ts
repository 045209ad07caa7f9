// What the trap for bots has caught, on the tutor's dashboard.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import { expectReadable, uniqueWord } from '../checks.ts';
import { expectToast } from '../journey.ts';
import { test } from '../test.ts';

test('restores a form that a password manager has filled in', async ({ page, tutor, demo }) => {
  const name = `Maria ${uniqueWord()}`;
  await page.request.post(demo.origin + endpoints.registerInterest.path, {
    data: {
      name,
      email: `${uniqueWord().toLowerCase()}@example.com`,
      mobile: '07700900456',
      year_class: 'year-10',
      [HONEYPOT_FIELD]: 'https://maria.example.com',
    },
  });
  await tutor.open(paths.adminDashboard);
  const caught = page.getByRole('group').filter({ hasText: 'Caught by the trap for bots' });
  await caught.getByText('Caught by the trap for bots').click();
  await expect(caught).toContainText(name);
  await expect(caught).toContainText('Year 10');
  await expectReadable(page, 'caught');
  await caught.getByRole('button', { name: `Restore: ${name}` }).click();
  await expectToast(page, 'Enquiry restored');
  await expect(caught.getByText(name)).toBeHidden();
  const { customers } = await tutor.call(endpoints.listEnquiries);
  expect(customers.find((enquiry) => enquiry.name === name)).toMatchObject({ status: 'new' });
});
