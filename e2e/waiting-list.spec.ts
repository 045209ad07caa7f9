// A full lesson: joining and leaving its waiting list, promotion while the page is open, and the
// tutor's view.
import { expect, type APIRequestContext, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord } from './checks.ts';
import { openLesson } from './dashboard.ts';
import {
  bookFor,
  createFamily,
  createLesson,
  emptyWeek,
  type Family,
  lessonButton,
  signInAs,
  signInTutor,
  toast,
  visit,
} from './journey.ts';
import { addStudent } from './people.ts';
import { test } from './test.ts';

async function fullLesson(request: APIRequestContext) {
  const lesson = await createLesson(request, {
    Date: addDays(emptyWeek(15), 5),
    Lesson_Name: `GCSE: Waves ${uniqueWord()}`,
    Max_Students: 1,
  });
  const holder = await createFamily(request, { credits: 1 });
  return { lesson, holder, bookingId: await bookFor(request, holder, lesson.id) };
}

const join = (request: APIRequestContext, { session }: Family, id: string) =>
  call(request, endpoints.joinWaitingList, {
    token: session.access_token,
    params: { id },
    body: {},
  });
const line = (page: Page) => page.getByRole('region', { name: 'Waiting list' });

test('promotes a family from the waiting list when a spot becomes free, and shows the booking', async ({
  page,
  request,
}, info) => {
  const { lesson, holder, bookingId } = await fullLesson(request);
  await join(request, await createFamily(request), lesson.id);
  const family = await createFamily(request, { credits: 2 });
  await signInAs(page, family);
  const dialog = await openLesson(page, lesson);
  await expect(line(page)).toContainText(
    'If a spot comes free more than 2 hours before the start, we book it for the first on the waiting list and email you. It takes 1 credit, which comes back if you cancel in time.',
  );
  await expectReadable(page);
  await line(page).getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(toast(page, 'On the Waiting List')).toContainText(
    'You are number 2 on the waiting list.',
  );
  await expect(line(page)).toContainText('You are number 2 on the waiting list');
  await expect(dialog.getByRole('status')).toContainText(
    'Fully booked, number 2 on the waiting list',
  );
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('in-line.png') });
  // The entry before has no credit, and is skipped.
  await call(request, endpoints.cancelBooking, {
    token: holder.session.access_token,
    params: { bookingId },
  });
  await expect(dialog.getByRole('status')).toContainText('Booked by you');
  await expect(dialog.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await expect(line(page)).toBeHidden();
});

test(
  'offers to join again after leaving, and moves up the entries behind while the page is open',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { lesson } = await fullLesson(request);
    const first = await createFamily(request);
    await join(request, first, lesson.id);
    const family = await createFamily(request);
    await join(request, family, lesson.id);
    await signInAs(page, family);
    await openLesson(page, lesson);
    await expect(line(page)).toContainText('You are number 2 on the waiting list');
    await expect(line(page)).toContainText('you have none at the moment');
    await call(request, endpoints.leaveWaitingList, {
      token: first.session.access_token,
      params: { id: lesson.id },
      body: {},
    });
    await expect(line(page)).toContainText('You are number 1 on the waiting list');
    await line(page).getByRole('button', { name: 'Leave the waiting list' }).click();
    await expect(toast(page, 'Left the Waiting List')).toBeVisible();
    await expect(line(page).getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
  },
);

test(
  'gives each student of a family an entry of their own',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const { lesson } = await fullLesson(request);
    const family = await createFamily(request, { credits: 1, Student_Name: 'Maya Journey' });
    await addStudent(request, family, { Student_Name: 'Ben Journey' });
    await signInAs(page, family);
    await openLesson(page, lesson);
    await line(page).getByRole('button', { name: 'Join the waiting list for Ben Journey' }).click();
    await expect(line(page)).toContainText('Ben Journey is number 1 on the waiting list');
    await line(page)
      .getByRole('button', { name: 'Join the waiting list for Maya Journey' })
      .click();
    await expect(line(page)).toContainText('Maya Journey is number 2 on the waiting list');
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('siblings.png') });
    await line(page)
      .getByRole('button', { name: 'Leave the waiting list for Ben Journey' })
      .click();
    await expect(line(page)).toContainText('Maya Journey is number 1 on the waiting list');
  },
);

test('lets one student of a family without credits wait, and says why another cannot', async ({
  page,
  request,
}, info) => {
  const { lesson } = await fullLesson(request);
  const family = await createFamily(request, { Student_Name: 'Maya Journey' });
  await addStudent(request, family, { Student_Name: 'Ben Journey' });
  await signInAs(page, family);
  await openLesson(page, lesson);
  await line(page).getByRole('button', { name: 'Join the waiting list for Maya Journey' }).click();
  await expect(line(page)).toContainText('Maya Journey is number 1 on the waiting list');
  const other = line(page).getByRole('button', { name: 'Join the waiting list for Ben Journey' });
  await expect(other).toHaveAttribute('aria-disabled', 'true');
  await expect(other).toHaveAccessibleDescription('Without a credit, one student can wait.');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('one-waits.png') });
});

test(
  'shows the tutor how many are waiting, and lets the tutor add spots for them',
  { tag: '@phone' },
  async ({ page, request }) => {
    const { lesson } = await fullLesson(request);
    for (const credits of [1, 0])
      await join(request, await createFamily(request, { credits }), lesson.id);
    await signInAs(page, await signInTutor(request), { audience: 'admin' });
    await visit(page, weekPath(paths.adminPlanner, lesson.Date));
    await lessonButton(page, lesson.Lesson_Name).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('1 of 1 booked, 2 on the waiting list');
    await dialog.getByLabel('Max students').fill('3');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(lessonButton(page, lesson.Lesson_Name)).toContainText('2 of 3 booked, 1 waiting');
  },
);
