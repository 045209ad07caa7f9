// Pages that the browser translates before and while they are used: a parent who reads in another
// language books, pays and signs up like everybody else, and no page breaks.
import { expect, type Page } from '@playwright/test';

import {
  familyPath,
  type PagePath,
  paths,
  roomPath,
  tutorRoomPath,
  weekPath,
} from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { uniqueWord, watch, whenReady } from '../checks.ts';
import {
  emptySaturday,
  expectFaults,
  expectToast,
  fillIn,
  inDays,
  lessonButton,
  signUpForm,
} from '../journey.ts';
import { paidHeading, payButton, payByCardButton } from '../pages/checkout.ts';
import { credits, lessonRow, rowButton } from '../pages/family-home.ts';
import { expectThanks, fillEnquiry, makeVisitor, registerButton } from '../pages/landing.ts';
import {
  bookButton,
  cancelBooking,
  expectMoment,
  moveTo,
  openLesson,
  openMoving,
  openWeekly,
} from '../pages/lesson-dialog.ts';
import {
  createLesson,
  MEETING_LINK,
  openForm,
  openNewLesson,
  saveLesson,
} from '../pages/planner.ts';
import { asked, doubling, energy, makeTopic } from '../pages/room.ts';
import { signInHeading } from '../pages/sign-in.ts';
import { fillSignUp, signUp, submitSignUp } from '../pages/sign-up.ts';
import { test } from '../test.ts';
import { translate, translations } from '../translator.ts';

const later = { ...doubling, use: 'live' } as const;

/** A page with something to translate, none of which may be lost. */
const expectWhole = async (page: Page) => {
  await expect(page.locator('font font').first()).toBeAttached();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
};

for (const translation of translations)
  test.describe(`a translator that ${translation} texts`, () => {
    test.beforeEach(async ({ page }) => {
      // The preview of the site is a frame without scripts, the translator's included.
      watch(page, { leaving: true, allowed: /'about:srcdoc'/ });
      await translate(page, translation);
    });

    test('leaves the landing page and its form whole', async ({ page }) => {
      const visitor = makeVisitor();
      await page.goto(paths.home);
      // Typed into the translated page before React takes over.
      await expectWhole(page);
      await page.getByLabel('Name').fill(visitor.name);
      await whenReady(page);
      await expect(page.getByLabel('Name')).toHaveValue(visitor.name);
      const questions = page.getByRole('region', { name: 'Questions parents ask' });
      await questions.locator('summary').first().click();
      await expect(questions.locator('details[open]')).toHaveCount(1);
      await registerButton(page).click();
      await expectFaults(page, { Email: 'Invalid email address' });
      await fillEnquiry(page, visitor);
      await registerButton(page).click();
      await expectThanks(page);
      await expectWhole(page);
    });

    test('keeps what was typed into the sign-up @phone', async ({ page }) => {
      const form = signUpForm();
      await page.goto(paths.signUp);
      await whenReady(page);
      await fillSignUp(page, { ...form, Parent_Email: 'robin' });
      await submitSignUp(page);
      await expectFaults(page, { "Parent's email": 'Invalid email address' });
      await expect(page.getByLabel("Student's name")).toHaveValue(form.Student_Name);
      await expectWhole(page);
      await signUp(page, { Parent_Email: form.Parent_Email });
      await expect(signInHeading(page)).toBeVisible();
    });

    test('books, moves and cancels', async ({ page, site }) => {
      const family = await site.newFamily({ credits: 3 });
      const [lesson, other] = await site.newLessons({ Date: emptySaturday(2) });
      await site.newLesson({ Date: addDays(lesson.Date, 7), Lesson_Name: lesson.Lesson_Name });
      const dialog = await family.openLesson(lesson);
      await bookButton(dialog).click();
      await expectMoment(page, 'Lesson Booked!');
      await expect(credits(page)).toHaveText('2');
      await openMoving(dialog);
      await moveTo(page, other);
      await expectMoment(page, 'Booking moved');
      await cancelBooking(page);
      await expectMoment(page, 'Booking Canceled');
      await expect(credits(page)).toHaveText('3');
      await openWeekly(await openLesson(page, lesson));
      await page.getByRole('button', { name: 'Book 2 lessons for Kim, 2 credits' }).click();
      await expectMoment(page, 'Lesson Booked!');
      await expect(credits(page)).toHaveText('1');
      await expectWhole(page);
    });

    test('books in a row, and buys @phone', async ({ page, site }) => {
      const family = await site.newFamily({ credits: 1 });
      const lesson = await site.newLesson({
        Date: addDays(mondayOf(inDays(8)), 5),
        Lesson_Name: `GCSE: Waves ${uniqueWord()}`,
      });
      await family.open(paths.familyHome);
      const row = lessonRow(page, lesson);
      await rowButton(row).click();
      await expect(row.getByRole('status')).toContainText('Lesson Booked!');
      await row.getByRole('button', { name: 'Undo' }).click();
      await expect(row.getByRole('status')).toContainText('Booking Canceled');
      await expect(rowButton(row)).toBeVisible();
      await page.getByRole('button', { name: '1 credit buy more' }).click();
      await payByCardButton(page).click();
      await payButton(page).click();
      await expect(paidHeading(page)).toBeVisible();
      await expectWhole(page);
    });

    test('plans and changes a lesson', async ({ page, site, tutor }) => {
      const lesson = { Lesson_Name: `Waves ${uniqueWord()}` };
      const monday = mondayOf((await site.newLesson()).Date);
      await tutor.open(weekPath(paths.adminPlanner, monday));
      const create = await openNewLesson(page);
      await createLesson(page);
      await expectFaults(create, { 'Lesson name': 'Lesson name is required' });
      await fillIn(create, { 'Lesson name': lesson.Lesson_Name });
      await createLesson(page, { 'Meeting link': MEETING_LINK });
      await expectToast(page, 'Lesson Created');
      await openForm(page, lesson);
      await page.getByRole('dialog').getByRole('button', { name: '10:00' }).click();
      await saveLesson(page);
      await expectToast(page, 'Lesson Updated');
      await expect(lessonButton(page, lesson)).toContainText('10:00');
      await expectWhole(page);
    });

    test('asks and answers in the room', async ({ page, browser, site, tutor, family }) => {
      const { topicId } = await makeTopic(tutor, [energy, asked, later]);
      const lesson = await site.newLesson({ Topic_ID: topicId });
      await tutor.giveCredits(family, 1);
      await family.book(lesson);
      await tutor.startLessonIn(lesson, 5);
      const student = await browser.newPage();
      await translate(student, translation);
      await family.open(roomPath(lesson.id), student);
      await tutor.open(tutorRoomPath(lesson.id));
      const step = (name: string) =>
        page.getByRole('region', { name: 'Steps' }).getByRole('button', { name });
      await step('Ask next question').click();
      await student.getByRole('checkbox').first().check();
      await student.getByRole('button', { name: 'Send answer' }).click();
      await expect(page.getByText('1 of 1 answered')).toBeVisible();
      await step('Reveal').click();
      await expect(student.getByText('A newton metre is a joule.')).toBeVisible();
      await step('Ask next question').click();
      await expect(page.getByText('0 of 1 answered')).toBeVisible();
      for (const one of [page, student]) await expectWhole(one);
      await student.close();
    });

    test('opens every page', async ({ page, family, site, tutor }) => {
      test.slow();
      const lesson = await site.newLesson();
      await tutor.giveCredits(family, 1);
      await family.book(lesson);
      await family.signIn();
      await tutor.signIn();
      const addressOf: Partial<Record<PagePath, string>> = {
        [paths.lessonRoom]: roomPath(lesson.id),
        [paths.adminRoom]: tutorRoomPath(lesson.id),
        [paths.adminFamilies]: familyPath(family.user.id),
      };
      const skipped: readonly PagePath[] = [paths.setup, paths.invoice, paths.join, paths.excuse];
      for (const path of Object.values(paths).filter((one) => !skipped.includes(one)))
        await test.step(path, async () => {
          await page.goto(addressOf[path] ?? path);
          await expect(page.getByText(/^Loading/)).toHaveCount(0);
          await expect(page.locator('main')).toContainText(/\w/);
          await expectWhole(page);
        });
    });
  });
