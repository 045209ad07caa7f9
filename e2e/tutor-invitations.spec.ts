// Inviting an enquirer to a free first lesson from the enquiry's dialog: the email, the states, and
// conflicts.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { addDays, formatUkTime, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, watch } from './checks.ts';
import { openDashboard, rowOf } from './enquiries.ts';
import { enquire, finishSignIn, finishSignUp, inviteLink } from './free-lessons.ts';
import { bookFor, createFamily, createLesson, toast, visit } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { confirmFamily } from './people.ts';
import { test } from './test.ts';

/** Days from now: only the lessons of the coming weeks are proposed. */
const SOON = 10;

async function openEnquiry(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await rowOf(page, name).getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
}

const message = (page: Page) => page.getByLabel('Message', { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });

test('invites an enquirer to a lesson with a template, and books it at sign-up', async ({
  page,
  request,
  demo,
}, info) => {
  const { complaints, strangers } = watch(page);
  const on = { Date: addDays(ukDate(Date.now()), SOON) };
  const lesson = await createLesson(request, on);
  const full = await createLesson(request, { ...on, Max_Students: 1, Time: '10:00:00' });
  await bookFor(request, await createFamily(request, { credits: 1 }), full.id);
  const { name, email } = await enquire(request);
  await openDashboard(page);
  const dialog = await openEnquiry(page, name);
  await expect(dialog).toContainText('Not invited yet.');
  await dialog.getByLabel('Note').fill('Likes optics');
  await dialog.getByRole('button', { name: 'Invite' }).click();

  const inviting = page.getByRole('dialog', { name: `Invite ${name}` });
  await expect(message(page)).toHaveValue(
    new RegExp(`^Dear ${name},[^]+Year 12[^]+at 09:00 UK time: `),
  );
  await inviting.getByLabel('Template').selectOption('A question first');
  await expect(message(page)).toHaveValue(/Before I suggest a lesson: which exam board/);
  await expect(inviting.getByLabel('Subject')).toHaveValue('Your free first physics lesson');
  await inviting.getByLabel('Subject').fill(`Physics for ${name}`);
  await message(page).fill(`Dear ${name},\n\nsee you on Saturday!`);
  // Another template would replace the written text.
  await inviting.getByLabel('Template').selectOption('A short reminder');
  await question(page, 'Replace Message').getByRole('button', { name: 'Keep Writing' }).click();
  await expect(message(page)).toHaveValue(/see you on Saturday!/);
  await expect(inviting.getByLabel('Template')).toHaveValue('1');
  const proposal = inviting.getByLabel('Propose a lesson');
  await expect(proposal.getByRole('option', { name: full.Lesson_Name })).toHaveCount(0);
  await proposal.selectOption(lesson.id);
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('invite.png') });
  await send(page).click();

  await expect(toast(page, 'Invitation Sent')).toContainText(email);
  await expect
    .poll(async () => (await demo.emails(email)).join())
    .toContain(`Subject: Physics for ${name}`);
  await expect(dialog).toContainText(/Invited on .+; the link is good until /);
  await expect(dialog).toContainText(`Proposed: `);
  await expect(dialog).toContainText(lesson.Lesson_Name);
  await expect(dialog.getByLabel('Status')).toHaveValue('contacted');
  await expect(dialog.getByLabel('Note')).toHaveValue('Likes optics');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('invited.png') });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toContainText('Answered in time');

  const link = await inviteLink(demo, email);
  const mail = (await demo.emails(email)).find((one) => one.includes(link));
  expect(mail).toContain('see you on Saturday!');
  expect(mail).toContain(formatUkTime(lesson.Date, lesson.Time));
  await visit(page, link);
  await expect(page.getByLabel("Parent's email")).toHaveValue(email);
  await finishSignUp(page);
  await finishSignIn(page);
  await expect(page.getByRole('dialog', { name: lesson.Lesson_Name })).toContainText(
    'Booked by you',
  );

  await openDashboard(page);
  await expect(await openEnquiry(page, name)).toContainText('Has joined.');
  await expect(dialog.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test(
  'sends an invitation again and withdraws it after a confirmation, by keyboard alone',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const { name, email } = await enquire(request);
    await openDashboard(page);
    const dialog = await openEnquiry(page, name);
    const press = async (button: string) => {
      await tabTo(page, page.getByRole('button', { name: button, exact: true }));
      await page.keyboard.press('Enter');
    };
    await press('Invite');
    await expect(message(page)).toBeVisible();
    await press('Send');
    await expect(dialog).toContainText('the link is good until');
    const first = await inviteLink(demo, email);
    await press('Send again');
    await expect(
      page.getByText('The link that was sent before then no longer works.'),
    ).toBeVisible();
    await press('Send');
    await expect(dialog).toContainText('the link is good until');
    await expect.poll(() => inviteLink(demo, email)).not.toBe(first);
    await press('Withdraw');
    await expectReadable(page);
    await tabTo(
      page,
      question(page, 'Withdraw Invitation').getByRole('button', { name: 'Withdraw' }),
    );
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Invitation Withdrawn')).toContainText(email);
    await expect(dialog).toContainText('Not invited yet.');
    await visit(page, first);
    await expect(
      page.getByRole('region', { name: 'This invitation is no longer valid' }),
    ).toBeVisible();
  },
);

test(
  'reports a lesson that has filled up at its field, and loses nothing of the message',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const lesson = await createLesson(request, {
      Date: addDays(ukDate(Date.now()), SOON),
      Max_Students: 1,
    });
    const { name } = await enquire(request);
    await openDashboard(page);
    const dialog = await openEnquiry(page, name);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await message(page).fill('My own words');
    const proposal = page.getByLabel('Propose a lesson');
    await proposal.selectOption(lesson.id);
    await bookFor(request, await createFamily(request, { credits: 1 }), lesson.id);
    await send(page).click();
    await expect(toast(page, 'Not Invited')).toBeVisible();
    // The toast does not cover the button.
    await send(page).click({ trial: true, timeout: 3000 });
    await expect(proposal).toBeFocused();
    await expect(proposal).toHaveAccessibleDescription(/This lesson is fully booked/);
    await expect(proposal).toHaveValue(lesson.id);
    await expect(message(page)).toHaveValue('My own words');
    await page.screenshot({ path: info.outputPath('full.png') });

    // Nor can it be lost by closing without a confirmation.
    await page.keyboard.press('Escape');
    await question(page, 'Throw Away What You Wrote')
      .getByRole('button', { name: 'Keep Writing' })
      .click();
    await expect(message(page)).toHaveValue('My own words');
    await message(page).fill('x'.repeat(1990));
    await expect(page.getByText('10 characters left.')).toBeVisible();
    await message(page).fill('x'.repeat(2001));
    await send(page).click();
    await expect(message(page)).toHaveAccessibleDescription(/less than 2000 characters/);
    await page.getByRole('button', { name: 'Back' }).click();
    await question(page, 'Throw Away What You Wrote')
      .getByRole('button', { name: 'Throw Away' })
      .click();
    await expect(dialog).toContainText('Not invited yet.');
  },
);

test(
  'gives a family with an account the lesson at once, and only once',
  { tag: '@desktop' },
  async ({ page, request, demo }) => {
    const lesson = await createLesson(request, { Date: addDays(ukDate(Date.now()), SOON) });
    const family = await createFamily(request);
    await confirmFamily(request, demo, family);
    const { form, session } = family;
    const { Parent_Email: email, Parent_Phone_Number: mobile } = form;
    const { name } = await enquire(request, { email, mobile });
    await openDashboard(page);
    const dialog = await openEnquiry(page, name);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Propose a lesson').selectOption(lesson.id);
    await send(page).click();
    await expect(toast(page, 'Free Lesson Given')).toContainText(
      'the credit is there, the lesson is booked',
    );
    await expect(dialog).toContainText('Has joined.');
    const token = session.access_token;
    const { user } = await call(request, endpoints.getProfile, { token });
    expect(user).toMatchObject({ Credits: 0, Lessons_Booked: 1 });
    await expect
      .poll(async () => (await demo.emails(email)).join('\n'))
      .toContain('Your free first physics lesson');

    await page.keyboard.press('Escape');
    const again = await enquire(request, { email, mobile });
    await openDashboard(page);
    await openEnquiry(page, again.name);
    await page.getByRole('button', { name: 'Invite' }).click();
    await send(page).click();
    await expect(toast(page, 'Not Invited')).toContainText('has had its free lesson');
    await expect(page.getByRole('form', { name: `Invite ${again.name}` })).toContainText(
      'has had its free lesson',
    );
  },
);
