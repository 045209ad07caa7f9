// Credits that the tutor gives by hand on a bad connection.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { familyPath } from '../domain/paths.ts';
import { urlOf } from './api.ts';
import { expectToast, fillIn } from './journey.ts';
import { test } from './test.ts';

test('gives credits once after a lost response @desktop', async ({ page, family, tutor }) => {
  await tutor.open(familyPath(family.user.id));
  const form = page.getByRole('form', { name: 'Give or take credits' });
  const give = async () => {
    await fillIn(form, { Credits: '4', Reason: 'Sorry for the sound' });
    await form.getByRole('button', { name: 'Adjust credits' }).click();
  };
  let sent = 0;
  await page.route(urlOf(endpoints.adjustCredits), async (route) => {
    sent += 1;
    const answer = await route.fetch();
    // The browser retries once by itself; then the tutor tries again.
    await (sent < 3 ? route.abort() : route.fulfill({ response: answer }));
  });
  await give();
  await expectToast(page, 'Connection Error');
  await give();
  await expectToast(page, 'Credits Adjusted', 'now has 4 credits');
  await give();
  await expectToast(page, 'Credits Adjusted', 'now has 8 credits');
  expect(sent).toBe(4);
});
