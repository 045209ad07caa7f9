// A bounced address: the tutor sees it in the family's record, the parent under Account, until it
// is changed.
import { expect } from '@playwright/test';

import { familyPath, paths } from '../domain/paths.ts';
import { startMailServer } from '../sandbox/mail-server.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import type { Demo } from './demo.ts';
import { createFamily, signInAs, signInTutor, visit } from './journey.ts';
import { lendDemo, START_MS, test as base } from './test.ts';

const GONE = 'gone-';

const test = base.extend<{ ownDemo: Demo }>({
  ownDemo: [
    async ({}, use) => {
      const server = await startMailServer((address) => address.startsWith(GONE));
      await lendDemo(use, { SMTP_URL: server.url, MAIL_FROM: 'Lessons <lessons@example.com>' });
      await server.close();
    },
    { timeout: START_MS },
  ],
  baseURL: ({ ownDemo }, use) => use(ownDemo.origin),
});

test(
  'tells tutor and parent where emails bounce',
  { tag: '@desktop' },
  async ({ page, request, ownDemo }, info) => {
    const { complaints } = watch(page);
    const email = `${GONE}${uniqueWord()}@example.com`;
    const name = `Kim ${uniqueWord()}`;
    const family = await createFamily(request, { Parent_Email: email, Student_Name: name });
    await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
    const flag = page.getByText('Emails to this address do not arrive');
    await expect(async () => {
      await ownDemo.emails(email);
      await visit(page, familyPath(family.user.id));
      await expect(flag).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(page.getByRole('region', { name: 'Parent' })).toContainText(
      '550 No such mailbox here',
    );
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('record.png'), fullPage: true });

    await visit(page, paths.adminStudents);
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(
      'Emails do not arrive',
    );
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('list.png') });

    await signInAs(page, family);
    await visit(page, paths.account);
    const told = page
      .getByRole('listitem')
      .filter({ hasText: 'did not arrive. Is the address right?' });
    await expect(told).toContainText(email);
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('account.png') });
    await told.getByRole('link', { name: 'Change it under Contact details' }).click();
    await expect(page.getByLabel("Parent's email")).toBeInViewport();
    expect(complaints).toEqual([]);
  },
);
