// Emails about an admin's act name that admin, in their words and in the signature; the site's
// tutor is named only where nobody in particular has acted.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { makeFamily, makeLesson } from '../testing/factories.ts';
import { enquire, enquirer, makeNewFamily, tryToInvite } from '../testing/lessons/free-lessons.ts';
import { SENDER } from '../testing/sender.ts';
import { test as base } from '../testing/test.ts';

const NAME = 'Zoe Assistant';

/** Another admin than the site's tutor. */
const test = base.extend('assistant', async ({ db, tutor }) => {
  await db.updateTable('admins').set({ name: NAME }).where('id', '=', tutor.id).execute();
  return tutor;
});

/** Expects that the one email of this kind names the admin who acted, and signs with that name. */
async function expectNamed(
  family: { readEmails: (cause: string) => Promise<{ text: string }[]> },
  cause: string,
) {
  const [email, ...others] = await family.readEmails(cause);
  expect(others).toEqual([]);
  expect(email?.text, cause).toContain(`${NAME} has `);
  expect(email?.text, cause).toMatch(new RegExp(`\n\n${NAME}\n`));
  expect(email?.text, cause).not.toContain(SENDER.tutor);
}

test('about a booking', async ({ api, assistant, lesson, family }) => {
  const other = await makeLesson(api, { Time: '12:00:00' });
  const { body } = await assistant.call(endpoints.bookForFamily, {
    params: { id: lesson.id },
    body: { Student_ID: family.studentId, credit: 'take' },
  });
  await expectNamed(family, 'booked:');
  const moved = await assistant.call(endpoints.moveForFamily, {
    params: { bookingId: body.booking.id },
    body: { Lesson_ID: other.id, message: 'Hello' },
  });
  await expectNamed(family, 'moved:');
  expect((await family.readEmails('moved:'))[0]?.text).toContain(`${NAME} writes:\nHello`);
  await assistant.call(endpoints.cancelForFamily, {
    params: { bookingId: moved.body.booking.id },
    body: { refund: true },
  });
  await expectNamed(family, 'cancelled:');
});

test('about a lesson, to who has booked and who waits', async ({ api, assistant, family }) => {
  const lesson = await makeLesson(api, { Max_Students: 1 });
  const waiting = await makeFamily(api, 1);
  await family.book(lesson.id);
  await waiting.joinWaitingList(lesson.id);
  await assistant.updateLesson(lesson.id, { Time: '13:00:00' });
  await expectNamed(family, 'lesson-changed:');
  await expectNamed(waiting, 'waiting-list-moved:');
  await assistant.deleteLesson(lesson.id);
  await expectNamed(family, 'lesson-cancelled:');
  await expectNamed(waiting, 'waiting-list-ended:');
});

test('about a free lesson, in the words of the admin', async ({ api, assistant }) => {
  const family = await makeNewFamily(api);
  const { user } = await family.readProfile();
  const mobile = user.role === 'parent' ? user.Parent_Phone_Number : '';
  const known = await enquire(api, { ...enquirer(), email: family.email, mobile });
  await tryToInvite(api, assistant, known.id, { message: 'Welcome' });
  const [granted] = await family.readEmails('free-lesson:');
  expect(granted?.text).toMatch(new RegExp(`\n\n${NAME}\n`));
  const invited = await enquire(api);
  await tryToInvite(api, assistant, invited.id, { message: 'Welcome' });
  const rows = api.database.db.selectFrom('emails').select('body');
  const sent = await rows.where('cause', 'like', 'enquiry-invitation:%').executeTakeFirstOrThrow();
  expect(sent.body).toContain(JSON.stringify([{ kind: 'signature', by: NAME }]));
});
