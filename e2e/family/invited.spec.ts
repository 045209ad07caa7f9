// Signing up with the tutor's invitation to a free first lesson, or with a dead one.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { formatUkTime } from '../../domain/time.ts';
import { DEMO_ADMIN } from '../../sandbox/seed.ts';
import { call, cutOff, holdBack, mend, refuse } from '../api.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast, signUpForm, toast, visit } from '../journey.ts';
import { credits } from '../pages/family-home.ts';
import { bookButton, lessonDialog, pathOf } from '../pages/lesson-dialog.ts';
import { finishSignIn } from '../pages/sign-in.ts';
import {
  expectSignedUp,
  fillSignUp,
  finishSignUp,
  goneInvitation,
  offer,
  signUp,
  submitSignUp,
} from '../pages/sign-up.ts';
import { test } from '../test.ts';

test('prefills the form and books the proposed lesson', async ({ page, lesson, site }) => {
  const when = formatUkTime(lesson.Date, lesson.Time);
  const enquirer = await site.enquire();
  const link = await site.inviteToFreeLesson(enquirer, lesson.id);
  watch(page);
  const requests: string[] = [];
  page.on('request', (one) => requests.push(`${one.url()} ${JSON.stringify(one.headers())}`));
  await visit(page, link);
  await expect(offer(page)).toContainText(`We suggest ${lesson.Lesson_Name} on ${when}.`);
  await expect(page.getByLabel("Parent's name")).toHaveValue(enquirer.name);
  await expect(page.getByLabel("Parent's email")).toHaveValue(enquirer.email);
  await expect(page.getByLabel("Parent's phone number")).toHaveValue(enquirer.mobile);
  await expect(page.getByRole('radio', { name: 'Year 12' })).toBeChecked();
  await expectReadable(page, 'invited');

  await finishSignUp(page);
  await expectSignedUp(page, `Your free first lesson is booked: ${when}.`);
  await expect(page.getByLabel('Email')).toHaveValue(enquirer.email);
  await expectReadable(page, 'signed-up');
  await finishSignIn(page);
  await expect(page).toHaveURL(pathOf(lesson));
  await expect(lessonDialog(page, lesson)).toContainText('Booked for Maya');
  await page.keyboard.press('Escape');
  await expect(credits(page)).toHaveText('0');

  // The token has been sent only in request bodies, and is stored nowhere.
  const token = link.slice(link.indexOf('=') + 1);
  expect(requests.filter((one) => one.includes(token))).toEqual([]);
  expect(await page.title()).not.toContain(token);
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state]),
  );
  expect(stored).not.toContain(token);
});

test('grants the credit at once without a proposal @phone', async ({ page, lesson, site }) => {
  await visit(page, await site.inviteToFreeLesson(await site.enquire()));
  await expect(offer(page)).toContainText(
    'The credit for it is in your account as soon as you have signed up',
  );
  await finishSignUp(page);
  await expectSignedUp(page, 'Sign in and choose a lesson.');
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.familyHome);
  await expect(credits(page)).toHaveText('1');
  await visit(page, pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  await bookButton(dialog).click();
  await expect(dialog).toContainText('Maya is booked');
});

test('grants the credit when the proposal has filled up @phone', async ({ page, site }) => {
  const lesson = await site.newLesson({ Max_Students: 1 });
  await visit(page, await site.inviteToFreeLesson(await site.enquire(), lesson.id));
  await expect(offer(page)).toContainText('if a spot is left then');
  await (await site.newFamily({ credits: 1 })).book(lesson);
  await finishSignUp(page);
  await expect(page.getByText('The lesson that we suggested has no spot left.')).toBeVisible();
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.familyHome);
  await expect(credits(page)).toHaveText('1');
});

test('gives a family only one free lesson', async ({ page, site }) => {
  const first = await site.enquire();
  await visit(page, await site.inviteToFreeLesson(first));
  await finishSignUp(page);
  await expect(page).toHaveURL(paths.signIn);
  // Another address, and the same phone number in another spelling.
  const mobile = `+44${first.mobile.slice(1)}`.slice(0, 15);
  const again = await site.enquire({ mobile });
  const link = await site.inviteToFreeLesson(again);
  await page.goto('about:blank');
  await visit(page, link);
  await finishSignUp(page);
  await expect(page.getByText('The first lesson is free once for each family')).toBeVisible();
  await expectSignedUp(page, 'Please sign in to continue.');
  await finishSignIn(page);
  await expect(credits(page)).toHaveText('0');
  const readEmails = async () => (await site.emails(DEMO_ADMIN.email)).join('\n');
  await expect.poll(readEmails).toContain(`No second free lesson for ${again.name}`);
});

test('says that a link was withdrawn, and how to go on @phone', async ({ page, site }) => {
  const enquirer = await site.enquire();
  const link = await site.inviteToFreeLesson(enquirer);
  await site.withdrawInvitation(enquirer);
  await visit(page, link);
  await expect(goneInvitation(page)).toContainText('go on without it');
  await expect(goneInvitation(page).getByRole('link', { name: /@/ })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await expectReadable(page, 'withdrawn');
  const { name: parentName, email: parentEmail, mobile: parentPhoneNumber } = enquirer;
  const form = signUpForm({
    Parent_Name: parentName,
    Parent_Email: parentEmail,
    Parent_Phone_Number: parentPhoneNumber,
  });
  await signUp(page, form);
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.familyHome);
  await expect(credits(page)).toHaveText('0');
});

test('redeems it for a parent, not for a student @phone', async ({ page, family, site }) => {
  const link = await site.inviteToFreeLesson(await site.enquire());
  await family.open(link);
  // It was sent to somebody else.
  const take = page.getByRole('button', { name: 'Take it for my family' });
  await expect(take).toBeVisible();
  await take.click();
  await expect(page).toHaveURL(paths.familyHome);
  await expectToast(page, 'Free lesson', 'is in your account');
  await expect(credits(page)).toHaveText('1');
  await expectReadable(page);

  const { id } = await family.addStudent();
  await (await family.letIn('student', id)).open(link);
  await expect(toast(page, 'You have an account')).not.toContainText('free');
});

test("leaves it to the enquirer on somebody else's computer", async ({ page, family, site }) => {
  const enquirer = await site.enquire();
  await family.open(await site.inviteToFreeLesson(enquirer));
  await expect(page.getByText(enquirer.email)).toBeVisible();
  await expectReadable(page, 'asked');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel("Parent's email")).toHaveValue(enquirer.email);
});

test('creates nothing when the link dies meanwhile @phone', async ({ page, site }) => {
  const enquirer = await site.enquire();
  await visit(page, await site.inviteToFreeLesson(enquirer));
  await expect(page.getByLabel("Parent's name")).toHaveValue(enquirer.name);
  await site.withdrawInvitation(enquirer);
  await finishSignUp(page);
  await expect(goneInvitation(page).getByRole('heading')).toBeFocused();
  await expect(page.getByLabel("Student's name")).toHaveValue('Maya Enquirer');
  await expectReadable(page);
  // The second attempt goes on without the link.
  await submitSignUp(page);
  await expectSignedUp(page);
  await finishSignIn(page);
  await expect(credits(page)).toHaveText('0');
});

test('leads an address with an account to sign in', async ({ page, request, site }) => {
  const enquirer = await site.enquire();
  const link = await site.inviteToFreeLesson(enquirer);
  await site.newFamily({ Parent_Email: enquirer.email });
  await visit(page, link);
  await finishSignUp(page);
  await expect(page.getByLabel("Parent's email")).toHaveAccessibleDescription(/already exists/);
  await expect(page.getByText('sign in and your free lesson is there')).toBeVisible();
  await expectReadable(page, 'taken');
  const token = link.slice(link.indexOf('=') + 1);
  await call(request, endpoints.readInvitation, { body: { token } });
  await page.getByRole('link', { name: `Sign in as ${enquirer.email}` }).click();
  await expect(page.getByLabel('Email')).toHaveValue(enquirer.email);
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.familyHome);
  await expectToast(page, 'Free lesson', 'is in your account');
  await expect(credits(page)).toHaveText('1');
});

test('keeps what was typed on a slow connection @phone', async ({ page, site }) => {
  const enquirer = await site.enquire();
  const link = await site.inviteToFreeLesson(enquirer);
  const letCome = await holdBack(page, endpoints.readInvitation);
  await visit(page, link);
  await expect(offer(page).getByText('Loading your invitation')).toBeVisible();
  await page.getByLabel("Parent's name").fill('Charlie Typed');
  letCome();
  await expect(page.getByLabel("Parent's email")).toHaveValue(enquirer.email);
  await expect(page.getByLabel("Parent's name")).toHaveValue('Charlie Typed');
});

test('redeems an invitation that failed to load', async ({ page, site }) => {
  const enquirer = await site.enquire();
  const link = await site.inviteToFreeLesson(enquirer);
  const { email: parentEmail, mobile: parentPhoneNumber } = enquirer;
  const parent = {
    Parent_Name: 'Charlie Typed',
    Parent_Email: parentEmail,
    Parent_Phone_Number: parentPhoneNumber,
  };
  await refuse(page, endpoints.readInvitation, 429, { code: 'rate_limited' });
  await visit(page, link);
  await expect(offer(page)).toContainText('could not be loaded');
  await expectReadable(page);
  await fillSignUp(page, parent);
  await mend(page, endpoints.readInvitation);
  await offer(page).getByRole('button', { name: 'Try again' }).click();
  await expect(offer(page)).toContainText('The credit for it is in your account');
  await expect(page.getByLabel("Parent's name")).toHaveValue('Charlie Typed');
  await cutOff(page, endpoints.readInvitation);
  await page.reload();
  await fillSignUp(page, parent);
  await finishSignUp(page);
  await expectSignedUp(page, 'The credit for your free first lesson');
});

test('says without an invitation how to get the lesson @phone', async ({ page }) => {
  await visit(page, paths.signUp);
  await expect(offer(page)).toContainText('You choose it on your home page.');
  // Half of a link is as dead as a withdrawn one.
  for (const half of [`${paths.signUp}#invite=`, `${paths.signUp}#invite=half`]) {
    await page.goto('about:blank');
    await visit(page, half);
    await expect(goneInvitation(page)).toBeVisible();
  }
});
