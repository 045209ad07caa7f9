// Families of several people in the tutor's view: found by any of them, with each lesson's student.
import { expect, type Page } from '@playwright/test';

import { familyPath, paths } from '../domain/paths.ts';
import { addDays, ukDate } from '../domain/time.ts';
import { DEMO_SHARED_FAMILY } from '../sandbox/seed.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { bookFor, createFamily, createLesson, signInAs, signInTutor, visit } from './journey.ts';
import { addStudent, letIn } from './people.ts';
import { test } from './test.ts';

async function openAs(page: Page, path: string) {
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  await visit(page, path);
}

test('finds a family by anybody in it, and says in its record who is who', async ({
  page,
  request,
  demo,
}, info) => {
  const watched = watch(page);
  const word = uniqueWord();
  const [first, second] = [`Kim ${word}`, `Sam ${word}`];
  const family = await createFamily(request, { credits: 2, Student_Name: first });
  const sibling = await addStudent(request, family, {
    Student_Name: second,
    year_class: 'year-13',
  });
  const parent = await letIn(request, demo, family, { role: 'parent' });
  const student = await letIn(request, demo, family, { role: 'student', Student_ID: sibling.id });
  const date = addDays(ukDate(Date.now()), 21);
  const lesson = await createLesson(request, { Date: date });
  await bookFor(request, family, lesson.id, family.user.students[0]?.id);
  await bookFor(request, family, lesson.id, sibling.id);

  await openAs(page, paths.adminStudents);
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const words of [
    second.toUpperCase(),
    parent.email,
    student.email,
    family.form.Parent_Email,
  ]) {
    await search.fill(words);
    await expect(page.getByText('1 family, 2 students', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: first })).toBeVisible();
  }
  await expect(page.getByText(`and ${second}`)).toBeVisible();
  await expect(page.getByText('Robin Journey and Alex Journey')).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('families.png'), fullPage: true });

  await page.getByRole('link', { name: first }).click();
  await expect(page.getByRole('heading', { name: first, level: 1 })).toBeVisible();
  const parents = page.getByRole('region', { name: 'Parents' });
  await expect(parents.getByRole('link', { name: parent.email })).toBeVisible();
  await expect(parents.getByRole('listitem').first()).toContainText('Account holder');
  const students = page.getByRole('region', { name: 'Students' }).getByRole('listitem');
  await expect(students).toContainText([
    `${first} Year not given`,
    `${second} Year 13Signs in with ${student.email}`,
  ]);
  const upcoming = page.getByRole('listitem').filter({ hasText: lesson.Lesson_Name });
  await expect(upcoming.filter({ hasText: first })).toBeVisible();
  await expect(upcoming.filter({ hasText: second })).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('record.png'), fullPage: true });

  await visit(page, paths.bookedLessons);
  const card = page.getByRole('group').filter({ hasText: lesson.Lesson_Name });
  await card.locator('summary').click();
  for (const name of [first, second])
    await expect(card.getByRole('link', { name })).toHaveAttribute(
      'href',
      familyPath(family.user.id),
    );
  await expectReadable(page);
  expect(watched).toEqual({ complaints: [], strangers: [] });
});

test(
  'has a family of two parents and two students in the demo',
  { tag: '@desktop' },
  async ({ page }) => {
    await openAs(page, paths.adminStudents);
    await page.getByRole('searchbox', { name: 'Search' }).fill(DEMO_SHARED_FAMILY.studentEmail);
    const [first, second] = DEMO_SHARED_FAMILY.students;
    await expect(page.getByText(`and ${second}`)).toBeVisible();
    await page.getByRole('link', { name: first }).click();
    for (const email of DEMO_SHARED_FAMILY.parents)
      await expect(page.getByRole('link', { name: email })).toBeVisible();
    await expect(page.getByText('No sign-in')).toBeVisible();
  },
);
