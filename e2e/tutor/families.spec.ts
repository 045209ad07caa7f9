// Families of several people in the tutor's view: found by any of them, with each lesson's student.
import { expect } from '@playwright/test';

import { familyPath, paths } from '../../domain/paths.ts';
import { DEMO_SHARED_FAMILY } from '../../sandbox/seed.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectLink, visit } from '../journey.ts';
import { search } from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

test('finds a family by anybody in it', async ({ page, tutor, site }) => {
  watch(page);
  const word = uniqueWord();
  const [first, second] = [`Kim ${word}`, `Sam ${word}`];
  const family = await site.newFamily({ credits: 2, Student_Name: first });
  const adding = { Student_Name: second, year_class: 'year-13' } as const;
  const sibling = await family.addStudent(adding);
  const parent = await family.letIn('parent');
  const student = await family.letIn('student', sibling.id);
  const lesson = await site.newLesson();
  for (const id of [family.studentId, sibling.id]) await family.book(lesson, id);

  await tutor.open(paths.adminFamilies);
  for (const words of [second.toUpperCase(), parent.email, student.email, family.email]) {
    await search(page).fill(words);
    await expect(page.getByText('1 family, 2 students', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: first })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: second })).toBeVisible();
  await expect(page.getByText('Robin Journey and Alex Journey')).toBeVisible();
  await expectReadable(page, 'families');

  await page.getByRole('link', { name: first }).click();
  await expect(page.getByRole('heading', { name: first, level: 1 })).toBeVisible();
  const parents = page.getByRole('region', { name: 'Parents' });
  await expect(parents.getByRole('link', { name: parent.email })).toBeVisible();
  await expect(parents.getByRole('listitem').first()).toContainText('Account owner');
  const students = page.getByRole('region', { name: 'Students' }).getByRole('listitem');
  await expect(students).toContainText([
    `${first} Year not given`,
    `${second} Year 13Signs in with ${student.email}`,
  ]);
  const upcoming = page.getByRole('listitem').filter({ hasText: lesson.Lesson_Name });
  await expect(upcoming.filter({ hasText: first })).toBeVisible();
  await expect(upcoming.filter({ hasText: second })).toBeVisible();
  await expectReadable(page, 'record');

  await visit(page, paths.bookedLessons);
  const card = page.getByRole('group').filter({ hasText: lesson.Lesson_Name });
  await card.locator('summary').click();
  for (const name of [first, second]) await expectLink(card, name, familyPath(family.user.id));
  await expectReadable(page);
});

test('has a family of two parents and two students', async ({ page, tutor }) => {
  await tutor.open(paths.adminFamilies);
  await search(page).fill(DEMO_SHARED_FAMILY.studentEmail);
  const [first, second] = DEMO_SHARED_FAMILY.students;
  await expect(page.getByRole('link', { name: second })).toBeVisible();
  await page.getByRole('link', { name: first }).click();
  for (const email of DEMO_SHARED_FAMILY.parents)
    await expect(page.getByRole('link', { name: email })).toBeVisible();
  await expect(page.getByText('No sign-in')).toBeVisible();
});
