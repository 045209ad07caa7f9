// Acts by the link "Can't come?" at once with each other, with their undo and with other families;
// on PostgreSQL through two server processes.
import { expect } from 'vitest';

import { makeFamilies, makeFamily, makeLessonIn } from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { attending } from '../../testing/lessons/waiting-lists.ts';
import { type Arena, race, raceTest, tally } from '../../testing/races/races.ts';

raceTest.override('servers', 'processes');

const ROUNDS = 6;

/** A family that has booked a lesson with one spot, with its only credit, and two others. */
async function setUp({ api }: Arena) {
  const family = await makeFamily(api, 1);
  const lesson = await makeLessonIn(api, 7, { Max_Students: 1 });
  const targets = [await makeLessonIn(api, 8), await makeLessonIn(api, 9)] as const;
  const bookingId = await family.book(lesson.id);
  return { family, lesson, targets, bookingId, token: await excuseTokenOf(api, bookingId) };
}
type Scene = Arena & Awaited<ReturnType<typeof setUp>>;

/** The link, through another server each time. */
const link = ({ server, token }: Scene) => byExcuse(server(), token);
const cancel = (scene: Scene) => () => link(scene).act({ do: 'cancel' });
const tell = (scene: Scene) => () => link(scene).act({ do: 'tell' });
const undo = (scene: Scene) => () => link(scene).undo();
const move = (scene: Scene, to: 0 | 1) => () =>
  link(scene).act({ do: 'move', Lesson_ID: scene.targets[to].id });

/** The active bookings of the family, and its credits: together always one. */
async function holdings({ api, family }: Scene) {
  const bookings = await api.database.db
    .selectFrom('bookings')
    .select(['lesson_id', 'excused_at'])
    .where('family_id', '=', family.id)
    .where('cancelled_at', 'is', null)
    .execute();
  return { bookings, credits: (await family.readCredits()) ?? 0 };
}

race({
  title: 'acts once of several acts at once',
  rounds: ROUNDS,
  setup: setUp,
  actors: (scene) => [cancel(scene), move(scene, 0), move(scene, 1), tell(scene), cancel(scene)],
  invariant: async (scene) => {
    expect(tally(scene.outcomes)).toEqual({ done: 1, already_done: 4 });
    const { bookings, credits } = await holdings(scene);
    expect(bookings.length + credits).toBe(1);
    const { body } = await link(scene).read();
    const isExcused = body.success && body.excuse.state === 'excused';
    expect(bookings.some((one) => one.excused_at !== null)).toBe(isExcused);
  },
  naive: {
    actors: ({ api, token, bookingId }) =>
      Array.from({ length: 5 }, () => async () => {
        const { db } = api.database;
        const links = db.selectFrom('excuse_links').select('act').where('token', '=', token);
        if ((await links.executeTakeFirstOrThrow()).act !== null)
          return { body: { code: 'already_done' } };
        const now = Date.now();
        const told = { act: 'tell', acted_at: now } as const;
        await db.updateTable('excuse_links').set(told).where('token', '=', token).execute();
        const bookings = db.updateTable('bookings').set({ excused_at: now });
        await bookings.where('id', '=', bookingId).execute();
        return {};
      }),
  },
});

race({
  title: 'ends either done or undone when an act and its undo come at once',
  rounds: ROUNDS,
  setup: setUp,
  actors: (scene) => [cancel(scene), undo(scene), move(scene, 0), undo(scene)],
  invariant: async (scene) => {
    const { bookings, credits } = await holdings(scene);
    expect(bookings.length + credits).toBe(1);
    const { body } = await link(scene).read();
    if (!body.success) throw new Error(body.code);
    const there = { open: scene.lesson.id, moved: scene.targets[0].id, cancelled: undefined };
    const { state } = body.excuse;
    expect(bookings[0]?.lesson_id).toBe(state === 'excused' ? 'never' : there[state]);
  },
});

race({
  title: 'undoes once of many undos at once',
  rounds: ROUNDS,
  setup: async (arena) => {
    const scene = { ...arena, ...(await setUp(arena)) };
    await (arena.round % 2 === 0 ? cancel(scene) : move(scene, 0))();
    return scene;
  },
  actors: (scene) => Array.from({ length: 6 }, () => undo(scene)),
  invariant: async (scene) => {
    expect(tally(scene.outcomes)).toEqual({ done: 6 });
    expect(await holdings(scene)).toMatchObject({
      bookings: [{ lesson_id: scene.lesson.id }],
      credits: 0,
    });
    const { api, family } = scene;
    const made = api.database.db
      .selectFrom('bookings')
      .select('id')
      .where('family_id', '=', family.id);
    expect(await made.execute()).toHaveLength(scene.round % 2 === 0 ? 2 : 3);
  },
});

race({
  title: 'gives the last spot either back or to one other family',
  rounds: ROUNDS,
  setup: async (arena) => {
    const scene = { ...arena, ...(await setUp(arena)) };
    await (arena.round % 2 === 0 ? cancel(scene) : move(scene, 0))();
    return { ...scene, others: await makeFamilies(arena.api, 8, 1) };
  },
  actors: (scene) => [
    ...scene.others
      .slice(0, 4)
      .map((one) => () => one.via(scene.server()).tryToBook(scene.lesson.id)),
    undo(scene),
    ...scene.others.slice(4).map((one) => () => one.via(scene.server()).tryToBook(scene.lesson.id)),
  ],
  invariant: async (scene) => {
    expect(tally(scene.outcomes)).toEqual({ done: 1, lesson_full: 8 });
    const { bookings, credits } = await holdings(scene);
    expect(bookings.length + credits).toBe(1);
    const isBack = scene.outcomes[4] === 'done';
    expect(bookings.some((one) => one.lesson_id === scene.lesson.id)).toBe(isBack);
    expect(await attending(scene.api.database.db, scene.lesson.id)).toHaveLength(1);
  },
});

race({
  title: 'acts by the link, by the family or by the tutor, never twice',
  rounds: ROUNDS,
  setup: async (arena) => ({ ...(await setUp(arena)), admin: await arena.tutor() }),
  actors: (scene) => [
    move(scene, 0),
    () => scene.family.via(scene.server()).tryToCancel(scene.bookingId),
    tell(scene),
    () => scene.family.via(scene.server()).tryToMove(scene.bookingId, scene.targets[1].id),
    () => scene.admin.via(scene.server()).tryToCancelFor(scene.bookingId),
  ],
  invariant: async (scene) => {
    const { bookings, credits } = await holdings(scene);
    expect(bookings.length + credits).toBe(1);
    const ended = scene.outcomes.filter((one, n) => n !== 2 && one === 'done');
    expect(ended).toHaveLength(1);
  },
});

race({
  title: 'serves the waiting list at once with an undo, and oversells nothing',
  rounds: ROUNDS,
  setup: async (arena) => {
    const scene = { ...arena, ...(await setUp(arena)) };
    const waiting = await makeFamily(arena.api, 1);
    await waiting.via(arena.server()).tryToJoinWaitingList(scene.lesson.id);
    return { ...scene, waiting };
  },
  actors: (scene) => [move(scene, 0), undo(scene), undo(scene)],
  invariant: async (scene) => {
    const there = await attending(scene.api.database.db, scene.lesson.id);
    expect(there).toHaveLength(1);
    expect(there[0]).toBe(
      scene.outcomes[0] === 'done' ? scene.waiting.studentId : scene.family.studentId,
    );
  },
});
