// Inviting an enquirer to a free first lesson: the email, the states, and conflicts.
import { expect, type Page } from '@playwright/test';

import { enquiryPath, paths } from '../../domain/paths.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectProblem, expectTexts, expectToast, inDays, visit } from '../journey.ts';
import { tabAndPress, tabAndPressButton } from '../keyboard.ts';
import { lessonDialog } from '../pages/lesson-dialog.ts';
import { finishSignIn } from '../pages/sign-in.ts';
import { finishSignUp, goneInvitation } from '../pages/sign-up.ts';
import {
  inviteButton,
  message,
  openDashboard,
  openEnquiry,
  proposal,
  rowOf,
  sendButton,
} from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

/** Days from now: only the lessons of the coming weeks are proposed. */
const SOON = 10;

const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const abandoning = (page: Page, name: string) =>
  question(page, 'Throw away what you wrote').getByRole('button', { name });

test("opens at the email's link", async ({ page, tutor, site }) => {
  watch(page);
  const { id, name } = await site.enquire();
  await tutor.open(enquiryPath(id));
  const inviting = page.getByRole('dialog', { name: `Invite ${name}` });
  await expect(inviting).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inviting).toHaveCount(0);
  await expect(page).toHaveURL(paths.adminDashboard);
});

test('invites to a lesson, and books it at sign-up', async ({ page, tutor, site }) => {
  watch(page);
  const [lesson, full] = await site.newLessons({ Date: inDays(SOON), Max_Students: 1 });
  await (await site.newFamily({ credits: 1 })).book(full);
  const { name, email } = await site.enquire();
  await openDashboard(tutor);
  const dialog = await openEnquiry(page, name);
  await expect(dialog).toContainText('Not invited yet.');
  await dialog.getByLabel('Note').fill('Likes optics');
  await inviteButton(dialog).click();

  const inviting = page.getByRole('dialog', { name: `Invite ${name}` });
  const words = new RegExp(`^Dear ${name},[^]+Year 12[^]+at \\d\\d:\\d\\d UK time: `);
  await expect(message(page)).toHaveValue(words);
  await inviting.getByLabel('Template').selectOption('A question first');
  await expect(message(page)).toHaveValue(/Before I suggest a lesson: which exam board/);
  await expect(inviting.getByLabel('Subject')).toHaveValue('Your free first physics lesson');
  await inviting.getByLabel('Subject').fill(`Physics for ${name}`);
  await message(page).fill(`Dear ${name},\n\nsee you on Saturday!`);
  // Another template would replace the written text.
  await inviting.getByLabel('Template').selectOption('A short reminder');
  await question(page, 'Replace message').getByRole('button', { name: 'Keep writing' }).click();
  await expect(message(page)).toHaveValue(/see you on Saturday!/);
  await expect(inviting.getByLabel('Template')).toHaveValue('1');
  await expect(proposal(page).getByRole('option', { name: full.Lesson_Name })).toHaveCount(0);
  await proposal(page).selectOption(lesson.id);
  await expectReadable(page, 'invite');
  await sendButton(page).click();

  // Nobody is told twice.
  await expect(dialog).toContainText(`${name} is invited.`);
  await expect(page.getByText('Invitation sent')).toBeHidden();
  const emails = async () => (await site.emails(email)).join();
  await expect.poll(emails).toContain(`Subject: Physics for ${name}`);
  await expectTexts(
    dialog,
    /Invited on .+; the link is good until /,
    `Proposed: `,
    lesson.Lesson_Name,
  );
  await expect(dialog.getByLabel('Status')).toHaveValue('contacted');
  await expect(dialog.getByLabel('Note')).toHaveValue('Likes optics');
  await expectReadable(page, 'invited');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toContainText('Answered in time');

  const link = await site.inviteLink(email);
  const mail = (await site.emails(email)).find((one) => one.includes(link));
  expect(mail).toContain('see you on Saturday!');
  const day = formatDate(lesson.Date, 'short').toUpperCase();
  expect(mail).toContain(`${day}\n${shortTime(lesson.Time)} to `);
  await visit(page, link);
  await expect(page.getByLabel("Parent's email")).toHaveValue(email);
  await finishSignUp(page);
  await finishSignIn(page);
  await expect(lessonDialog(page, lesson)).toContainText('Booked for Maya');

  await openDashboard(tutor);
  await expect(await openEnquiry(page, name)).toContainText('Has joined.');
  await expect(inviteButton(dialog)).toHaveCount(0);
});

test('sends again and withdraws by keyboard alone', async ({ page, tutor, site }) => {
  const { name, email } = await site.enquire();
  await openDashboard(tutor);
  const dialog = await openEnquiry(page, name);
  await tabAndPressButton(page, 'Invite');
  await expect(message(page)).toBeVisible();
  await tabAndPress(sendButton(page));
  // Another enquiry waits.
  await expect(page.getByRole('dialog')).toContainText(`${name} is invited.`);
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await openEnquiry(page, name);
  await expect(dialog).toContainText('the link is good until');
  const first = await site.inviteLink(email);
  await tabAndPressButton(page, 'Send again');
  await expect(page.getByText('The link that was sent before then no longer works.')).toBeVisible();
  await tabAndPress(sendButton(page));
  await expect(dialog).toContainText('the link is good until');
  await expect.poll(() => site.inviteLink(email)).not.toBe(first);
  await tabAndPressButton(page, 'Withdraw');
  await expectReadable(page);
  const withdrawal = question(page, 'Withdraw invitation');
  await tabAndPress(withdrawal.getByRole('button', { name: 'Withdraw' }));
  await expectToast(page, 'Invitation withdrawn', email);
  await expect(dialog).toContainText('Not invited yet.');
  await visit(page, first);
  await expect(goneInvitation(page)).toBeVisible();
});

test('keeps the message when the lesson fills up', async ({ page, tutor, site }) => {
  const lesson = await site.newLesson({ Date: inDays(SOON), Max_Students: 1 });
  const { name } = await site.enquire();
  await openDashboard(tutor);
  const dialog = await openEnquiry(page, name);
  await inviteButton(dialog).click();
  await message(page).fill('My own words');
  const proposed = proposal(page);
  await proposed.selectOption(lesson.id);
  await (await site.newFamily({ credits: 1 })).book(lesson);
  await sendButton(page).click();
  await expectProblem(page, 'Not invited');
  await expect(proposed).toBeFocused();
  await expect(proposed).toHaveAccessibleDescription(/This lesson is fully booked/);
  await expect(proposed).toHaveValue(lesson.id);
  await expect(message(page)).toHaveValue('My own words');

  // Nor can it be lost by closing without a confirmation.
  await page.keyboard.press('Escape');
  await abandoning(page, 'Keep writing').click();
  await expect(message(page)).toHaveValue('My own words');
  await message(page).fill('x'.repeat(1990));
  await expect(page.getByText('10 characters left.')).toBeVisible();
  await message(page).fill('x'.repeat(2001));
  await sendButton(page).click();
  await expect(message(page)).toHaveAccessibleDescription(/less than 2000 characters/);
  await page.getByRole('button', { name: 'Back' }).click();
  await abandoning(page, 'Throw away').click();
  await expect(dialog).toContainText('Not invited yet.');
});

test('gives a family one lesson', async ({ page, family, tutor, site }) => {
  const lesson = await site.newLesson({ Date: inDays(SOON) });
  await family.confirm();
  const enquirer = { email: family.email, mobile: family.form.Parent_Phone_Number };
  const { name } = await site.enquire(enquirer);
  await openDashboard(tutor);
  const dialog = await openEnquiry(page, name);
  await inviteButton(dialog).click();
  await proposal(page).selectOption(lesson.id);
  await sendButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('the credit is there, the lesson is booked');
  await page.keyboard.press('Escape');
  await openEnquiry(page, name);
  await expect(dialog).toContainText('Has joined.');
  expect((await family.readProfile()).user).toMatchObject({ Credits: 0, Lessons_Booked: 1 });
  const emails = async () => (await site.emails(family.email)).join('\n');
  await expect.poll(emails).toContain('Your free first physics lesson');

  await page.keyboard.press('Escape');
  const again = await site.enquire(enquirer);
  await openDashboard(tutor);
  await inviteButton(await openEnquiry(page, again.name)).click();
  // What is proposed may be a lesson of another journey that starts this minute.
  await proposal(page).selectOption(lesson.id);
  await sendButton(page).click();
  await expectProblem(page, 'Not invited', 'has had its free lesson');
  await expect(page.getByRole('form').getByRole('alert')).toBeInViewport({ ratio: 1 });
});
