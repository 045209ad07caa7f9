// A bounced address: shown to the tutor and to the parent until it is changed.
import { expect } from '@playwright/test';

import { familyPath, paths } from '../../domain/paths.ts';
import { startMailServer } from '../../sandbox/mail-server.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { search } from '../pages/tutor-dashboard.ts';
import { lendDemo, START_MS, test as base } from '../test.ts';

const GONE = 'gone-';

const test = base.extend({
  host: [
    async ({}, use) => {
      const server = await startMailServer((address) => address.startsWith(GONE));
      await lendDemo(use, { SMTP_URL: server.url, MAIL_FROM: 'Lessons <lessons@example.com>' });
      await server.close();
    },
    { scope: 'test', timeout: START_MS },
  ],
});

test('tells tutor and parent where emails bounce', async ({ page, tutor, site }) => {
  watch(page);
  const email = `${GONE}${uniqueWord()}@example.com`;
  const name = `Kim ${uniqueWord()}`;
  const family = await site.newFamily({ Parent_Email: email, Student_Name: name });
  await tutor.signIn();
  const flag = page.getByText('Emails to this address do not arrive');
  await expect(async () => {
    await site.emails(email);
    await visit(page, familyPath(family.user.id));
    await expect(flag).toBeVisible({ timeout: 2000 });
  }).toPass();
  const parent = page.getByRole('region', { name: 'Parent' });
  await expect(parent).toContainText('550 No such mailbox here');
  await expectReadable(page, 'record');

  await visit(page, paths.adminFamilies);
  await search(page).fill(name);
  const item = page.getByRole('listitem');
  await expect(page.getByRole('row', { name })).toContainText('Emails do not arrive');
  await expectReadable(page, 'list');

  await family.open(paths.accountFamily);
  const notice = item.filter({ hasText: 'did not arrive. Is the address right?' });
  await expect(notice).toContainText(email);
  await expectReadable(page, 'account');
  await notice.getByRole('link', { name: 'Change it under Contact details' }).click();
  await expect(page.getByLabel("Parent's email")).toBeInViewport();
});
