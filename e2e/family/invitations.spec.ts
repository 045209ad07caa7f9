// Invitations into a family, through the emails: a second parent and a student join; dead links.
import { expect, type Page } from '@playwright/test';

import { SESSION_SECONDS } from '../../domain/auth/session.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { mend, refuse } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import {
  expectLink,
  expectTexts,
  expectToast,
  fillIn,
  logOut,
  PASSWORD,
  question,
  visit,
} from '../journey.ts';
import {
  acceptWithPassword,
  acceptButton,
  bookingRight,
  invitation,
  inviteParentButton,
  person,
  withdrawButton,
} from '../pages/account.ts';
import { acceptInvitation } from '../people.ts';
import { test } from '../test.ts';

const main = (page: Page) => page.getByRole('main');
const GONE =
  'This invitation is no longer valid. If you have used it, please sign in; otherwise ask for a new one.';

test('invites a second parent, who shares the account', async ({ page, family, site }) => {
  test.slow();
  // Two refusals.
  watch(page, { allowed: /status of 4(00|09)/ });
  const taken = (await site.newFamily()).email;
  const email = `alex-${uniqueWord()}@example.com`;
  await family.confirm();
  // Long after signing in, the password is asked for again.
  await family.signIn(page, Math.floor(Date.now() / 1000) + SESSION_SECONDS.family - 3600);
  await visit(page, paths.accountFamily);
  await inviteParentButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a second parent' });
  await expect(dialog).toContainText('stored only as a hash');
  await expectReadable(page);
  const send = dialog.getByRole('button', { name: 'Send the invitation' });
  const [address, password] = [
    dialog.getByLabel('Their email'),
    dialog.getByLabel('Your password'),
  ];
  await address.fill(taken);
  await password.fill('not-the-password');
  await send.click();
  await expect(password).toHaveAccessibleDescription(/^The current password is not correct/);
  await password.fill(PASSWORD);
  await send.click();
  await expect(address).toHaveAccessibleDescription(
    'Somebody already has an account with this email.',
  );
  await address.fill(email);
  await send.click();
  await expectToast(page, 'Invitation sent', email);
  await expect(dialog).toBeHidden();
  await expect(person(page, email)).toContainText('Invited');
  await expectReadable(page, 'invited');

  // The inviter's own browser shows who is signed in before anybody else can join.
  await visit(page, await site.emailedLink(email, paths.invitation));
  await expectTexts(
    main(page),
    'Robin Journey has invited you',
    'Robin Journey is signed in on this browser.',
  );
  await expectReadable(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  const form = invitation(page);
  await expect(main(page).getByText(email)).toBeVisible();
  await acceptButton(page).click();
  for (const [label, message] of [
    ['Your name', 'Parent name must be at least 2 characters'],
    ['Your phone number', 'Phone number must be at least 10 digits'],
  ] as const)
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(message);
  await expectReadable(page, 'invitation');
  await fillIn(form, { 'Your name': 'Alex Journey', 'Your phone number': '+44 (0)7700 900 457' });
  await acceptWithPassword(page);
  await expectToast(page, 'Invitation accepted');
  await expect(page).toHaveURL(paths.familyHome);
  await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();

  await visit(page, paths.accountFamily);
  await expect(person(page, email)).toContainText('You');
  await expect(person(page, family.email)).toContainText('Account owner');
  for (const [name, description] of [
    ['Remove Robin Journey', 'Only the account owner can remove the other parent.'],
    ['Invite a second parent', 'A family can have up to 2 parents.'],
  ] as const)
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(description);
  await expectReadable(page);
  await visit(page, paths.accountData);
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveAccessibleDescription(
    /^Only Robin Journey, who holds the account, can delete it\./,
  );
});

test('gives a student a sign-in and removes it @phone', async ({ page, browser, family, site }) => {
  test.slow();
  const email = `kim-${uniqueWord()}@example.com`;
  await family.confirm();
  await family.open(paths.accountFamily);
  await page.getByRole('button', { name: 'Give a sign-in to Kim Journey' }).click();
  const dialog = page.getByRole('dialog', { name: 'A sign-in for Kim Journey' });
  await expect(dialog).toContainText('and no money');
  await expectReadable(page, 'invite');
  await fillIn(dialog, { 'Email of the student': email });
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog).toBeHidden();
  await expect(person(page, 'Kim Journey')).toContainText(email);

  const context = await browser.newContext({ baseURL: site.origin });
  const own = await context.newPage();
  await visit(own, await site.emailedLink(email, paths.invitation));
  await expect(own.getByRole('heading', { name: 'A sign-in for Kim' })).toBeVisible();
  await expect(own.getByLabel('Your name')).toHaveCount(0);
  await expect(main(own)).toContainText('Your parents decide whether you may book');
  await expectReadable(own, 'invitation');
  await acceptWithPassword(own);
  await expect(own).toHaveURL(paths.familyHome);
  await expect(own.getByRole('heading', { name: 'Hello, Kim' })).toBeVisible();

  await page.reload();
  await expect(person(page, 'Kim Journey')).toContainText(`Signs in with ${email}`);
  await expect(bookingRight(page)).not.toBeChecked();
  await page.getByRole('button', { name: 'Remove sign-in of Kim Journey' }).click();
  await expect(question(page)).toContainText('signed out everywhere at once');
  await expectReadable(page);
  await question(page).getByRole('button', { name: 'Remove sign-in' }).click();
  await expectToast(page, 'Sign-in removed');
  await expect(person(page, 'Kim Journey')).toContainText('No sign-in');
  await own.reload();
  await expect(own).toHaveURL(paths.signIn);
  await context.close();
});

test('says what to do with a dead invitation @phone', async ({ page, request, family }) => {
  const [first, second] = [await family.invite('parent'), await family.invite('parent')];
  const used = await family.invite('student');
  await family.open(paths.accountFamily);
  // A later invitation has replaced the first.
  await expect(person(page, first.email)).toHaveCount(0);
  await withdrawButton(page, second.email).click();
  await expectToast(page, 'Invitation withdrawn', second.email);
  await expect(person(page, second.email)).toHaveCount(0);
  await logOut(page);

  await visit(page, used.link);
  await expect(invitation(page)).toBeVisible();
  await acceptInvitation(request, used.link);
  // Used elsewhere while this page was open.
  await acceptWithPassword(page);
  await expect(main(page)).toContainText(GONE);
  const halves = [paths.invitation, `${paths.invitation}#half`];
  for (const link of [first.link, second.link, used.link, ...halves]) {
    // Another token alone would not reload the page.
    await page.goto('about:blank');
    await visit(page, link);
    await expect(main(page)).toContainText(GONE);
    await expectLink(main(page), 'Sign in', paths.signIn);
  }
  await expectReadable(page, 'gone');
});

test('keeps an invitation that was just accepted', async ({ page, request, family }) => {
  const { email, link } = await family.invite('student');
  await family.open(paths.accountFamily);
  await expect(withdrawButton(page, email)).toBeVisible();
  await acceptInvitation(request, link);
  await withdrawButton(page, email).click();
  await expectToast(page, 'Not withdrawn', 'It has already been accepted or withdrawn');
  await expect(person(page, email)).toContainText(`Signs in with ${email}`);
});

test('says when an address already has an account', async ({ page, family, site }) => {
  const { email, link } = await family.invite('student');
  await site.newFamily({ Parent_Email: email });
  await visit(page, link);
  await acceptWithPassword(page);
  await expect(main(page)).toContainText(`An account with the email ${email} already exists`);
  await expectLink(main(page), 'Sign in', paths.signIn);
  await expectReadable(page);
});

test('offers to try again when an invitation fails to load', async ({ page, family }) => {
  const { link } = await family.invite('parent');
  await refuse(page, endpoints.readInvitation, 429, { code: 'rate_limited' });
  await visit(page, link);
  await expectToast(page, 'Error loading invitation', 'Too many requests.');
  await expectReadable(page);
  await mend(page, endpoints.readInvitation);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(invitation(page)).toBeVisible();
});
