// Credits that the tutor gives by hand on a bad connection.
import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { familyPath } from '../domain/paths.ts';
import { createFamily, signInAs, signInTutor, toast, visit } from './journey.ts';
import { test } from './test.ts';

test(
  'gives credits once after a lost response, and again where intended',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { user } = await createFamily(request);
    await signInAs(page, await signInTutor(request), { audience: 'admin' });
    await visit(page, familyPath(user.id));
    const form = page.getByRole('form', { name: 'Give or take credits' });
    const give = async () => {
      await form.getByLabel('Credits').fill('4');
      await form.getByLabel('Reason').fill('Sorry for the sound');
      await form.getByRole('button', { name: 'Adjust credits' }).click();
    };
    let sent = 0;
    await page.route(`**${endpoints.adjustCredits.path.replace('{id}', '*')}`, async (route) => {
      sent += 1;
      const answer = await route.fetch();
      // The browser retries once by itself; then the tutor tries again.
      await (sent < 3 ? route.abort() : route.fulfill({ response: answer }));
    });
    await give();
    await expect(toast(page, 'Connection Error')).toBeVisible();
    await give();
    await expect(toast(page, 'Credits Adjusted')).toContainText('now has 4 credits');
    await give();
    await expect(toast(page, 'Credits Adjusted')).toContainText('now has 8 credits');
    expect(sent).toBe(4);
  },
);
