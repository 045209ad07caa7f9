// The two emails about an enquiry: what the enquirer and the tutor can do next.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { readEmails } from '../testing/emails.ts';
import { makeFamily, makeLesson } from '../testing/factories.ts';
import { enquire, enquirer } from '../testing/lessons/free-lessons.ts';
import { test } from '../testing/test.ts';

test('says by when the tutor answers, and names two lessons of the year', async ({ api }) => {
  const names = ['GCSE: Full', 'A-level: Fields', 'GCSE: Waves', 'GCSE: Optics', 'GCSE: Energy'];
  for (const [day, lessonName] of names.entries()) {
    const only = lessonName === 'GCSE: Full' ? { Max_Students: 1 } : {};
    const { id } = await makeLesson(api, {
      Date: `2026-11-2${day + 1}`,
      Lesson_Name: lessonName,
      ...only,
    });
    if (lessonName === 'GCSE: Full') await (await makeFamily(api, 1)).book(id);
  }
  const form = { ...enquirer(), year_class: 'year-10' as const };
  await api.call(endpoints.registerInterest, { body: form });
  const [received] = await readEmails(api, form.email);
  expect(received?.text).toMatch(/^Dr Ada Sample answers by Thu 19 Nov, 12:00 UK time\n/);
  expect(received?.text).toContain(
    'MON 23 NOV\n09:00 to 10:00 UK time\nGCSE: Waves\n\nTUE 24 NOV\n09:00 to 10:00 UK time\nGCSE: Optics\n',
  );
  expect(received?.text).not.toMatch(/Full|Fields|Energy/);
});

test('names no lessons if none of the year is planned', async ({ api }) => {
  await makeLesson(api, { Lesson_Name: 'A-level: Fields' });
  const form = { ...enquirer(), year_class: 'year-10' as const };
  await api.call(endpoints.registerInterest, { body: form });
  const [received] = await readEmails(api, form.email);
  expect(received?.text).not.toMatch(/next lessons|See the lessons/);
});

test("leads the tutor to the enquiry's invitation and to the phone", async ({ api, tutor }) => {
  const { id, mobile } = await enquire(api);
  const [notice] = await tutor.readEmails('enquiry:');
  expect(notice?.text).toContain(`Invite: http://lessons.test/admin-dashboard?enquiry=${id}`);
  expect(notice?.html).toContain(`<a href="tel:${mobile.replaceAll(/\D/g, '')}"`);
});
