// Signing up with the tutor's invitation to a free first lesson: what the page says before and
// after.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { formatUkTime } from '../domain/time.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { expectReadable, watch } from './checks.ts';
import { expectToast, visit } from './journey.ts';
import { credits } from './pages/family-home.ts';
import { bookButton, lessonDialog, pathOf } from './pages/lesson-dialog.ts';
import { finishSignIn } from './pages/sign-in.ts';
import { finishSignUp, offer } from './pages/sign-up.ts';
import { test } from './test.ts';

test('prefills the form and books the proposed lesson', async ({ page, lesson, site }) => {
  const when = formatUkTime(lesson.Date, lesson.Time);
  const enquirer = await site.enquire();
  const link = await site.inviteToFreeLesson(enquirer, lesson.id);
  watch(page);
  const asked: string[] = [];
  page.on('request', (one) => asked.push(`${one.url()} ${JSON.stringify(one.headers())}`));
  await visit(page, link);
  await expect(offer(page)).toContainText(`We suggest ${lesson.Lesson_Name} on ${when}.`);
  await expect(page.getByLabel("Parent's name")).toHaveValue(enquirer.name);
  await expect(page.getByLabel("Parent's email")).toHaveValue(enquirer.email);
  await expect(page.getByLabel("Parent's phone number")).toHaveValue(enquirer.mobile);
  await expectReadable(page, 'invited');

  await finishSignUp(page);
  await expectToast(
    page,
    'Registration Successful!',
    'Your account has been created. Please sign in to continue. Your free first lesson is booked.',
  );
  await expect(page.getByText(`Your free first lesson is booked: ${when}.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(enquirer.email);
  await expectReadable(page, 'signed-up');
  await finishSignIn(page);
  await expect(page).toHaveURL(pathOf(lesson));
  await expect(lessonDialog(page, lesson)).toContainText('Booked by you');
  await page.keyboard.press('Escape');
  await expect(credits(page)).toHaveText('0');

  // The token has been sent only in request bodies, and is stored nowhere.
  const token = link.slice(link.indexOf('=') + 1);
  expect(asked.filter((one) => one.includes(token))).toEqual([]);
  expect(await page.title()).not.toContain(token);
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state]),
  );
  expect(stored).not.toContain(token);
});

test('grants the credit at once without a proposal', async ({ page, lesson, site }) => {
  await visit(page, await site.inviteToFreeLesson(await site.enquire()));
  await expect(offer(page)).toContainText(
    'The credit for it is in your account as soon as you have signed up',
  );
  await finishSignUp(page);
  await expectToast(
    page,
    'Registration Successful!',
    'The credit for your free first lesson is there.',
  );
  await expect(page.getByText('Sign in and choose a lesson.')).toBeVisible();
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.userHome);
  await expect(credits(page)).toHaveText('1');
  await visit(page, pathOf(lesson));
  const dialog = lessonDialog(page, lesson);
  await bookButton(dialog).click();
  await expect(dialog).toContainText('Booked by you');
});

test('grants the credit when the proposal has filled up @phone', async ({ page, site }) => {
  const lesson = await site.newLesson({ Max_Students: 1 });
  await visit(page, await site.inviteToFreeLesson(await site.enquire(), lesson.id));
  await expect(offer(page)).toContainText('if a spot is left then');
  await (await site.newFamily({ credits: 1 })).book(lesson);
  await finishSignUp(page);
  await expect(page.getByText('The lesson that we suggested has no spot left.')).toBeVisible();
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.userHome);
  await expect(credits(page)).toHaveText('1');
});

test('gives a family only one free lesson @desktop', async ({ page, site }) => {
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
  await expectToast(page, 'Registration Successful!', 'Please sign in to continue.');
  await finishSignIn(page);
  await expect(credits(page)).toHaveText('0');
  const told = async () => (await site.emails(DEMO_ADMIN.email)).join('\n');
  await expect.poll(told).toContain(`No second free lesson for ${again.name}`);
});
