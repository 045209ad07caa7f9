// Signing up with the tutor's invitation to a free first lesson: what the page says before and
// after.
import { expect } from '@playwright/test';

import { lessonPath, paths } from '../domain/paths.ts';
import { addDays, formatUkTime, mondayOf } from '../domain/time.ts';
import { expectReadable, watch } from './checks.ts';
import {
  credits,
  enquire,
  enquiryForm,
  finishSignIn,
  finishSignUp,
  inviteToFreeLesson,
  offer,
} from './free-lessons.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  emptyWeek,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { test } from './test.ts';

test('prefills the form, books the proposed lesson, and shows it after signing in', async ({
  page,
  request,
  demo,
}, info) => {
  const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
  const when = formatUkTime(lesson.Date, lesson.Time);
  const enquirer = await enquire(request);
  const link = await inviteToFreeLesson(request, demo, enquirer, lesson.id);
  const { complaints, strangers } = watch(page);
  const asked: string[] = [];
  page.on('request', (one) => asked.push(`${one.url()} ${JSON.stringify(one.headers())}`));
  await visit(page, link);
  await expect(offer(page)).toContainText(`We suggest ${lesson.Lesson_Name} on ${when}.`);
  await expect(page.getByLabel("Parent's name")).toHaveValue(enquirer.name);
  await expect(page.getByLabel("Parent's email")).toHaveValue(enquirer.email);
  await expect(page.getByLabel("Parent's phone number")).toHaveValue(enquirer.mobile);
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('invited.png'), fullPage: true });

  await finishSignUp(page);
  await expect(toast(page, 'Registration Successful!')).toContainText(
    'Your account has been created. Please sign in to continue. Your free first lesson is booked.',
  );
  await expect(page.getByText(`Your free first lesson is booked: ${when}.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(enquirer.email);
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('signed-up.png'), fullPage: true });
  await finishSignIn(page);
  await expect(page).toHaveURL(lessonPath(mondayOf(lesson.Date), lesson.id));
  await expect(page.getByRole('dialog', { name: lesson.Lesson_Name })).toContainText(
    'Booked by you',
  );
  await page.keyboard.press('Escape');
  await expect(credits(page)).toHaveText('0');

  // The token has been sent only in request bodies, and is stored nowhere.
  const token = link.slice(link.indexOf('=') + 1);
  expect(asked.filter((one) => one.includes(token))).toEqual([]);
  expect(await page.title()).not.toContain(token);
  expect(
    await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state])),
  ).not.toContain(token);
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test('grants the credit at once without a proposed lesson, and books another one with it', async ({
  page,
  request,
  demo,
}) => {
  const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5) });
  const link = await inviteToFreeLesson(request, demo, await enquire(request));
  await visit(page, link);
  await expect(offer(page)).toContainText(
    'The credit for it is in your account as soon as you have signed up',
  );
  await finishSignUp(page);
  await expect(toast(page, 'Registration Successful!')).toContainText(
    'The credit for your free first lesson is there.',
  );
  await expect(page.getByText('Sign in and choose a lesson.')).toBeVisible();
  await finishSignIn(page);
  await expect(page).toHaveURL(paths.userHome);
  await expect(credits(page)).toHaveText('1');
  await visit(page, lessonPath(mondayOf(lesson.Date), lesson.id));
  const dialog = page.getByRole('dialog', { name: lesson.Lesson_Name });
  await dialog.getByRole('button', { name: 'Book for 1 credit' }).click();
  await expect(dialog).toContainText('Booked by you');
});

test(
  'grants the credit and says so when the proposed lesson has filled up',
  { tag: '@phone' },
  async ({ page, request, demo }) => {
    const lesson = await createLesson(request, { Date: addDays(emptyWeek(), 5), Max_Students: 1 });
    const link = await inviteToFreeLesson(request, demo, await enquire(request), lesson.id);
    await visit(page, link);
    await expect(offer(page)).toContainText('if a spot is left then');
    await bookFor(request, await createFamily(request, { credits: 1 }), lesson.id);
    await finishSignUp(page);
    await expect(page.getByText('The lesson that we suggested has no spot left.')).toBeVisible();
    await finishSignIn(page);
    await expect(page).toHaveURL(paths.userHome);
    await expect(credits(page)).toHaveText('1');
  },
);

test(
  'gives the same family an account without a credit, and tells the tutor',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const first = await enquire(request);
    await visit(page, await inviteToFreeLesson(request, demo, first));
    await finishSignUp(page);
    await expect(page).toHaveURL(paths.signIn);
    // Another address, and the same phone number in another spelling.
    const again = await enquire(request, {
      ...enquiryForm(),
      mobile: `+44${first.mobile.slice(1)}`.slice(0, 15),
    });
    const link = await inviteToFreeLesson(request, demo, again);
    await page.goto('about:blank');
    await visit(page, link);
    await finishSignUp(page);
    await expect(page.getByText('The first lesson is free once for each family')).toBeVisible();
    await expect(toast(page, 'Registration Successful!')).toContainText(
      'Please sign in to continue.',
    );
    await finishSignIn(page);
    await expect(credits(page)).toHaveText('0');
    const { user } = await signInTutor(request);
    const told = async () => (await demo.emails(user.email)).join('\n');
    await expect.poll(told).toContain(`No second free lesson for ${again.name}`);
  },
);
