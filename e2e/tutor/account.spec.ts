// The tutor's account: an index on a phone, a rail on a wider screen, and where old links lead.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { test } from '../test.ts';

const places = [
  ['Business', paths.adminAccountBusiness],
  ['Free lesson and enquiries', paths.adminAccountEnquiries],
  ['Emails', paths.adminAccountEmails],
  ['Group chats', paths.adminAccountChats],
  ['Calendar', paths.adminAccountCalendar],
  ['Sign-in', paths.adminAccountSignIn],
] as const;

test('has a page per concern, one main button at most @both', async ({ page, tutor, isMobile }) => {
  watch(page);
  await tutor.open(paths.adminAccount);
  const main = page.getByRole('main');
  if (isMobile) {
    await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible();
    await expectReadable(page, 'account');
  }
  for (const [name, path] of places) {
    await main.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    expect(await main.locator('.bg-signal').count(), name).toBeLessThanOrEqual(1);
    await expectReadable(page, name);
    if (isMobile) await main.getByRole('link', { name: 'Account', exact: true }).click();
    else await expect(main.locator('[aria-current="page"]')).toHaveText(name);
  }
});
