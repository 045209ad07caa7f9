// Invitations into a family, through the emails: a second parent and a student join; dead links.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { createFamily, emailedLink, PASSWORD, signInAs, toast, visit } from './journey.ts';
import { confirmFamily, invite, person } from './people.ts';
import { test } from './test.ts';

const main = (page: Page) => page.getByRole('main');
const GONE =
  'This invitation is no longer valid. If you have used it, please sign in; otherwise ask for a new one.';

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('invites a second parent, who joins by the emailed link and shares the account', async ({
  page,
  request,
  demo,
}, info) => {
  test.slow();
  const { complaints, strangers } = watch(page);
  const family = await createFamily(request, { Parent_Name: 'Robin Journey' });
  const taken = (await createFamily(request)).form.Parent_Email;
  const email = `alex-${uniqueWord()}@example.com`;
  await confirmFamily(request, demo, family);
  await signInAs(page, family);
  await visit(page, paths.account);
  await page.getByRole('button', { name: 'Invite a second parent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a second parent' });
  await expect(dialog).toContainText('kept only as a hash');
  await expectReadable(page);
  const send = dialog.getByRole('button', { name: 'Send the invitation' });
  await dialog.getByLabel('Their email').fill(taken);
  await dialog.getByLabel('Your password').fill('not-the-password');
  await send.click();
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(
    /^The current password is not correct/,
  );
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await send.click();
  await expect(dialog.getByLabel('Their email')).toHaveAccessibleDescription(
    'Somebody already has an account with this email.',
  );
  await dialog.getByLabel('Their email').fill(email);
  await send.click();
  await expect(toast(page, 'Invitation Sent')).toContainText(email);
  await expect(dialog).toBeHidden();
  await expect(person(page, email)).toContainText('Invited');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('invited.png'), fullPage: true });

  // The inviter's own browser shows who is signed in before anybody else can join.
  await visit(page, await emailedLink(demo, email, paths.invitation));
  await expect(main(page)).toContainText('Robin Journey has invited you');
  await expect(main(page)).toContainText('Robin Journey is signed in on this browser.');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  const form = page.getByRole('form', { name: 'Accept the invitation' });
  await expect(main(page).getByText(email)).toBeVisible();
  await form.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(form.getByLabel('Your name')).toHaveAccessibleDescription(
    'Parent name must be at least 2 characters',
  );
  await expect(form.getByLabel('Your phone number')).toHaveAccessibleDescription(
    'Phone number must be at least 10 digits',
  );
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('invitation.png'), fullPage: true });
  await form.getByLabel('Your name').fill('Alex Journey');
  await form.getByLabel('Your phone number').fill('07700900457');
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(toast(page, 'Invitation Accepted')).toBeVisible();
  await expect(page).toHaveURL(paths.signIn);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await signIn(page);
  await expect(page).toHaveURL(paths.userHome);
  await expect(page.getByRole('heading', { name: 'Hello, Alex Journey' })).toBeVisible();

  await page.getByRole('link', { name: 'Account' }).click();
  await expect(person(page, email)).toContainText('You');
  await expect(person(page, family.form.Parent_Email)).toContainText('Account holder');
  await expect(
    page.getByRole('button', { name: 'Remove Robin Journey' }),
  ).toHaveAccessibleDescription('Only the account holder can remove the other parent.');
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveAccessibleDescription(
    /^Only Robin Journey, who holds the account, can delete it\./,
  );
  await expect(
    page.getByRole('button', { name: 'Invite a second parent' }),
  ).toHaveAccessibleDescription('A family can have at most 2 parents.');
  await expectReadable(page);
  expect(strangers).toEqual([]);
  // The two refusals above.
  expect(complaints.filter((text) => !/status of 4(00|09)/.test(text))).toEqual([]);
});

test(
  'gives a student a sign-in by email, and removes it again',
  { tag: '@phone' },
  async ({ page, request, demo, browser }, info) => {
    test.slow();
    const family = await createFamily(request, { Student_Name: 'Kim Journey' });
    const email = `kim-${uniqueWord()}@example.com`;
    await confirmFamily(request, demo, family);
    await signInAs(page, family);
    await visit(page, paths.account);
    await page.getByRole('button', { name: 'Give a sign-in to Kim Journey' }).click();
    const dialog = page.getByRole('dialog', { name: 'A sign-in for Kim Journey' });
    await expect(dialog).toContainText('and no money');
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('invite.png') });
    await dialog.getByLabel('Email of the student').fill(email);
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(dialog).toBeHidden();
    await expect(person(page, 'Kim Journey')).toContainText(email);

    const context = await browser.newContext({ baseURL: demo.origin });
    const own = await context.newPage();
    await visit(own, await emailedLink(demo, email, paths.invitation));
    await expect(own.getByRole('heading', { name: 'A sign-in for Kim' })).toBeVisible();
    await expect(own.getByLabel('Your name')).toHaveCount(0);
    await expect(main(own)).toContainText('Your parents decide whether you may book');
    await expectReadable(own);
    await own.screenshot({ path: info.outputPath('invitation.png'), fullPage: true });
    await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await own.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(own).toHaveURL(paths.signIn);
    await signIn(own);
    await expect(own.getByRole('heading', { name: 'Hello, Kim Journey' })).toBeVisible();

    await page.reload();
    await expect(person(page, 'Kim Journey')).toContainText(`Signs in with ${email}`);
    await expect(
      page.getByRole('switch', { name: 'May book and cancel lessons' }),
    ).not.toBeChecked();
    await page.getByRole('button', { name: 'Remove sign-in of Kim Journey' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('signed out everywhere at once');
    await expectReadable(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove sign-in' }).click();
    await expect(toast(page, 'Sign-in Removed')).toBeVisible();
    await expect(person(page, 'Kim Journey')).toContainText('No sign-in');
    await own.reload();
    await expect(own).toHaveURL(paths.signIn);
    await context.close();
  },
);

test(
  'says what to do when an invitation is withdrawn, replaced or used',
  { tag: '@phone' },
  async ({ page, request, demo }, info) => {
    const family = await createFamily(request);
    const [first, second] = [
      await invite(request, demo, family, { role: 'parent' }),
      await invite(request, demo, family, { role: 'parent' }),
    ];
    const used = await invite(request, demo, family, { role: 'student' });
    await signInAs(page, family);
    await visit(page, paths.account);
    // A later invitation has replaced the first.
    await expect(person(page, first.email)).toHaveCount(0);
    await page.getByRole('button', { name: `Withdraw the invitation to ${second.email}` }).click();
    await expect(toast(page, 'Invitation Withdrawn')).toContainText(second.email);
    await expect(person(page, second.email)).toHaveCount(0);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(paths.signIn);

    await visit(page, used.link);
    const form = page.getByRole('form', { name: 'Accept the invitation' });
    await expect(form).toBeVisible();
    await call(request, endpoints.acceptInvitation, {
      body: { token: used.link.slice(used.link.indexOf('#') + 1), password: PASSWORD },
    });
    // Used elsewhere while this page was open.
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await form.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(main(page)).toContainText(GONE);
    for (const { link } of [
      first,
      second,
      used,
      { link: paths.invitation },
      { link: `${paths.invitation}#half` },
    ]) {
      // Another token alone would not reload the page.
      await page.goto('about:blank');
      await visit(page, link);
      await expect(main(page)).toContainText(GONE);
      await expect(main(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
        'href',
        paths.signIn,
      );
    }
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('gone.png') });
  },
);

test(
  'refuses to withdraw an invitation that was just accepted, and shows the new person',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request);
    const { email, link } = await invite(request, demo, family, { role: 'student' });
    await signInAs(page, family);
    await visit(page, paths.account);
    const withdraw = page.getByRole('button', { name: `Withdraw the invitation to ${email}` });
    await expect(withdraw).toBeVisible();
    await call(request, endpoints.acceptInvitation, {
      body: { token: link.slice(link.indexOf('#') + 1), password: PASSWORD },
    });
    await withdraw.click();
    await expect(toast(page, 'Not Withdrawn')).toContainText(
      'It has been accepted or withdrawn meanwhile',
    );
    await expect(person(page, email)).toContainText(`Signs in with ${email}`);
  },
);

test(
  'says when an address already has an account',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const family = await createFamily(request, { Parent_Name: 'Robin Journey' });
    const { email, link } = await invite(request, demo, family, { role: 'student' });
    await createFamily(request, { Parent_Email: email });
    await visit(page, link);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(main(page)).toContainText(`An account with the email ${email} already exists`);
    await expect(main(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      paths.signIn,
    );
    await expectReadable(page);
  },
);

test(
  'offers to try again when an invitation fails to load',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const { link } = await invite(request, demo, await createFamily(request), { role: 'parent' });
    const read = `**${endpoints.readInvitation.path}`;
    await page.route(read, (route) =>
      route.fulfill({ status: 429, json: { success: false, code: 'rate_limited' } }),
    );
    await visit(page, link);
    await expect(toast(page, 'Error Loading Invitation')).toContainText('Too many requests.');
    await expectReadable(page);
    await page.unroute(read);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('form', { name: 'Accept the invitation' })).toBeVisible();
  },
);
