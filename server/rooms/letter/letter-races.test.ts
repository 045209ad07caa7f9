// Letters that several processes send at once, one of them because the tutor wants it to go now.
import { expect } from 'vitest';

import { newId } from '../../base/ids.ts';
import { compose } from '../../email/compose.ts';
import { queueEmail } from '../../email/queue.ts';
import { type Context, transact } from '../../engine/context.ts';
import { readEmails } from '../../testing/emails.ts';
import {
  addParent,
  addStudent,
  adminOf,
  makeFamilies,
  makeLesson,
} from '../../testing/factories.ts';
import { type Arena, race, raceTest } from '../../testing/races/races.ts';
import { changeLetter } from './letter.ts';
import { sendLetters, unsentBookings } from './send-letters.ts';

raceTest.override('servers', 'two');

/** A class with a pair of siblings, whose letter is due. */
async function endLesson({ api, tutor }: Arena) {
  const { db } = api.database;
  const actor = adminOf(await tutor());
  const families = await makeFamilies(api, 6, 2);
  const { id } = await makeLesson(api);
  for (const family of families) await family.book(id);
  const [first] = families;
  if (first === undefined) expect.unreachable();
  await first.book(id, await addStudent(api, first));
  const other = await addParent(api, first);
  await db
    .updateTable('lessons')
    .set({ starts_at: api.clock.now - 3 * 3_600_000, letter_sentence: 'Well done.' })
    .where('id', '=', id)
    .execute();
  const recipients = [...families, other].map(({ email }) => email);
  return { actor, id, recipients: recipients.toSorted() };
}

interface Scene extends Arena, Awaited<ReturnType<typeof endLesson>> {}

async function expectOneEach({ api, recipients }: Scene) {
  const letters = await readEmails(api, null, 'letter:');
  const got = letters.map(({ recipient }) => recipient).filter((one) => recipients.includes(one));
  expect(got.toSorted()).toEqual(recipients);
}

race<Scene>({
  title: 'sends each family one letter',
  rounds: 3,
  setup: async (arena) => ({ ...arena, ...(await endLesson(arena)) }),
  actors: ({ context, actor, id }) => [
    ...Array.from({ length: 3 }, () => () => sendLetters(context(null))),
    ...Array.from({ length: 2 }, () => () => changeLetter(context(actor), id, { state: 'sent' })),
  ],
  invariant: async (scene) => {
    for (const outcome of scene.outcomes) expect(['done', 'letter_sent']).toContain(outcome);
    await expectOneEach(scene);
  },
  naive: {
    actors: ({ context, id }) =>
      Array.from({ length: 3 }, () => () => sendWithoutLock(context(null), id)),
  },
});

/** Lists the bookings, then writes to each family, then marks them. */
async function sendWithoutLock(context: Context<null>, lessonId: string): Promise<void> {
  const { db } = context.database;
  const unsent = await unsentBookings(db).where('lesson_id', '=', lessonId).execute();
  const families = new Set(unsent.map(({ family_id }) => family_id));
  const people = db.selectFrom('people').select(['email', 'family_id']);
  for (const { email } of families.size === 0
    ? []
    : await people.where('family_id', 'in', [...families]).execute())
    await transact(context, async (work) => {
      await queueEmail(work, {
        ...compose(`letter:${newId()}`, email, 'Letter', []),
        isConfirmed: true,
      });
    });
  await db
    .updateTable('bookings')
    .set({ letter_at: context.now })
    .where('lesson_id', '=', lessonId)
    .execute();
}
