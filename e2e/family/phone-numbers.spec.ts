// Phone numbers as people type them: the pages take spaces, brackets, dots and hyphens out of one
// that would be too long.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { watch, whenReady } from '../checks.ts';
import { expectToast, signUpForm, visit } from '../journey.ts';
import { expectThanks, fillEnquiry, makeVisitor, registerButton } from '../pages/landing.ts';
import { signUp } from '../pages/sign-up.ts';
import { test } from '../test.ts';

const TYPED = '+44 (0)7700 900 123';
const SENT = '+447700900123';

/** What the page sends to the path while it does this. */
async function sentTo(page: Page, path: string, act: () => Promise<unknown>): Promise<unknown> {
  const request = page.waitForRequest((one) => new URL(one.url()).pathname === path);
  await act();
  return (await request).postDataJSON();
}

test('sends a long phone number in every form without spaces @phone', async ({ page, family }) => {
  watch(page);
  await visit(page, paths.home);
  await whenReady(page);
  await fillEnquiry(page, { ...makeVisitor(), mobile: TYPED });
  const enquiry = await sentTo(page, endpoints.registerInterest.path, () =>
    registerButton(page).click(),
  );
  expect(enquiry).toMatchObject({ mobile: SENT });
  await expectThanks(page);

  await visit(page, paths.signUp);
  const account = await sentTo(page, endpoints.register.path, () =>
    signUp(page, { ...signUpForm(), Parent_Phone_Number: TYPED }),
  );
  expect(account).toMatchObject({ Parent_Phone_Number: SENT });
  await expect(page).toHaveURL(paths.signIn);

  await family.open(paths.accountFamily);
  await page.getByLabel("Parent's phone number").fill('+44 7700 900 123');
  const changes = await sentTo(page, endpoints.updateProfile.path, () =>
    page.getByRole('button', { name: 'Save details' }).click(),
  );
  expect(changes).toMatchObject({ Parent_Phone_Number: SENT });
  await expectToast(page, 'Details saved');
  await page.reload();
  await expect(page.getByLabel("Parent's phone number")).toHaveValue(SENT);
});
