// A family's address: confirmed, changed, and used for a forgotten password.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectQuiet, expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectToast, logOut, PASSWORD, signUpForm, visit } from '../journey.ts';
import {
  contactDetails,
  inviteParentButton,
  person,
  saveDetails,
  sendInvitation,
} from '../pages/account.ts';
import { finishSignIn, signIn } from '../pages/sign-in.ts';
import { signUp } from '../pages/sign-up.ts';
import { test } from '../test.ts';

const WAITS = 'Confirm your email address first.';

test('confirms the address with the welcome email @phone', async ({ page, site }) => {
  test.slow();
  watch(page);
  const form = signUpForm();
  await visit(page, paths.signUp);
  await signUp(page, form);
  await expect(page).toHaveURL(paths.signIn);
  await finishSignIn(page);
  const main = page.getByRole('main');
  await expect(
    main.getByText(`Please follow the link that we sent to ${form.Parent_Email}.`),
  ).toBeVisible();
  await expectReadable(page, 'home');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expectToast(page, 'Email sent', form.Parent_Email);

  await page.getByRole('link', { name: 'Account' }).click();
  await expectReadable(page, 'account');
  await page.getByRole('link', { name: /^Family/ }).click();
  for (const name of ['Invite a second parent', 'Give a sign-in to Kim Journey'])
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(WAITS);
  await inviteParentButton(page).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectReadable(page, 'family');
  await visit(page, paths.accountCalendar);
  const subscribing = page.getByRole('button', { name: 'Subscribe' });
  await expect(subscribing).toHaveAccessibleDescription(WAITS);

  const link = await site.emailedLink(form.Parent_Email, paths.confirmEmail);
  // Following the link a second time also succeeds.
  for (const round of [1, 2]) {
    await visit(page, paths.home);
    await visit(page, link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    const confirmed = page.getByRole('heading', { name: 'Email confirmed' });
    await expect(confirmed, `round ${round}`).toBeVisible();
  }
  await expectReadable(page, 'confirmed');
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('link', { name: /^Calendar/ }).click();
  await expect(subscribing).not.toHaveAccessibleDescription(WAITS);
  await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);
  await visit(page, paths.accountFamily);
  const email = `alex-${uniqueWord()}@example.com`;
  await sendInvitation(page, email);
  await expect(person(page, email)).toContainText('Invited');
});

test("lets an address's owner take the account over @phone", async ({ page, family, site }) => {
  await visit(page, paths.forgotPassword);
  await page.getByLabel('Email').fill(family.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await visit(page, await site.emailedLink(family.email, paths.resetPassword));
  await page.getByRole('textbox', { name: 'New password' }).fill('mine from now on');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await expect(page.getByText('You are the only one who can sign in.')).toBeVisible();
  await expectReadable(page, 'taken-over');
  await page.getByRole('link', { name: 'See who can sign in' }).click();
  await expect(page).toHaveURL(paths.signIn);
  await signIn(page, family.email, 'mine from now on');
  await expect(page).toHaveURL(paths.accountFamily);
  await expect(person(page, family.email)).toContainText('You');
  await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0);

  // The stranger's session has ended with the old password.
  await family.open(paths.account);
  await expect(page).toHaveURL(paths.signIn);
});

test('uses another email once its link was followed @phone', async ({ page, family, site }) => {
  test.slow();
  watch(page);
  const email = `moved-${uniqueWord()}@example.com`;
  await visit(page, `${paths.accountFamily}#details`);
  await signIn(page, family.email);
  await expect(page).toHaveURL(`${paths.accountFamily}#details`);
  const form = contactDetails(page);
  await form.getByLabel("Parent's email").fill(email);
  await form.getByLabel('Current password').fill(PASSWORD);
  await saveDetails(page);
  await expectToast(page, 'Details saved', email);
  await expect(form.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await expect(form.getByLabel("Parent's email")).toHaveValue(family.email);
  await expect(form.getByLabel('Current password')).toHaveCount(0);
  await expectReadable(page, 'pending');

  const link = await site.emailedLink(email, paths.confirmEmail);
  await visit(page, link);
  await expectReadable(page);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('main').getByText('Your email has been changed.')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();

  await logOut(page);
  await signIn(page, email);
  // Back to the page where the sign-out happened.
  await expect(page).toHaveURL(paths.account);
  expectQuiet(page);

  // A used link does not work again, nor does half a link.
  for (const dead of [link, paths.confirmEmail]) {
    await visit(page, dead);
    if (dead === link) await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
    await expectReadable(page);
  }
});

test('asks for the link once more, and for another address', async ({ page, family, site }) => {
  const [mistyped, email] = [
    `moved-${uniqueWord()}@exmaple.com`,
    `moved-${uniqueWord()}@example.com`,
  ];
  await visit(page, `${paths.accountFamily}#details`);
  await signIn(page, family.email);
  const form = contactDetails(page);
  for (const [address, emails] of [
    [mistyped, 1],
    [mistyped, 2],
    [email, 1],
  ] as const) {
    await form.getByLabel("Parent's email").fill(address);
    await form.getByLabel('Current password').fill(PASSWORD);
    await saveDetails(page);
    await expect(form.getByText(`We have sent a link to ${address}.`)).toBeVisible();
    await expect(form.getByLabel("Parent's email")).toHaveValue(family.email);
    await expect.poll(async () => (await site.emails(address)).length).toBe(emails);
  }
});

test('replaces a forgotten password once @phone', async ({ page, family, site }) => {
  const { email } = family;
  await family.confirm();
  watch(page);
  await visit(page, paths.signIn);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectReadable(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('a link is on its way')).toBeVisible();

  const link = await site.emailedLink(email, paths.resetPassword);
  await visit(page, link);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('textbox', { name: 'New password' }).fill('a new one, remembered');
  await page.getByRole('button', { name: 'Change password' }).click();

  await expect(page).toHaveURL(paths.signIn);
  await finishSignIn(page, email, 'a new one, remembered');
  await expect(page).toHaveURL(paths.familyHome);
  expectQuiet(page);

  // A used link does not work again.
  await visit(page, link);
  await page.getByRole('textbox', { name: 'New password' }).fill('somebody else was here');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
  await expectReadable(page);
});
