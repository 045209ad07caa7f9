// Answers of a class that come at once, and against the close of their question; on PostgreSQL,
// through two apps.
import { expect } from 'vitest';

import { Refusal } from '../../../domain/errors.ts';
import { newItemSchema } from '../../../domain/topics/topic.ts';
import { newId } from '../../base/ids.ts';
import { type Context, transact } from '../../engine/context.ts';
import { NEW_REQUEST } from '../../engine/idempotency.ts';
import type { FamilyActor } from '../../sessions/sessions.ts';
import { adminOf, makeFamilies, makeLesson } from '../../testing/factories.ts';
import { unitQuestion } from '../../testing/lessons/rooms.ts';
import { type Arena, race, raceTest, tally } from '../../testing/races/races.ts';
import { createTopic } from '../../topics/commands.ts';
import { createItem } from '../../topics/items.ts';
import { answerAsked, askQuestion, changeAsked } from './ask.ts';
import { readQuestion } from './questions.ts';

raceTest.override('servers', 'two');

const ABSENT: ReadonlySet<string> = new Set();

/** A question that a class is asked. */
async function askClass({ api, context, tutor }: Arena, size: number) {
  const actor = adminOf(await tutor());
  const { id: topicId } = await createTopic(
    context(actor),
    { name: 'Power', course: 'gcse', reference: '' },
    NEW_REQUEST,
  );
  const item = newItemSchema.parse(unitQuestion);
  const { id: itemId } = await createItem(context(actor), topicId, item, NEW_REQUEST);
  const families = await makeFamilies(api, size, 1);
  const { id: lessonId } = await makeLesson(api, { Max_Students: size });
  for (const family of families) await family.book(lessonId);
  await api.database.db
    .updateTable('lessons')
    .set({ topic_id: topicId, starts_at: api.clock.now })
    .where('id', '=', lessonId)
    .execute();
  const asked = await askQuestion(context(actor), { lessonId, itemId }, ABSENT);
  return { actor, families, where: { lessonId, askedId: asked.id }, asked };
}

interface Scene extends Arena, Awaited<ReturnType<typeof askClass>> {}

function give(context: Context<FamilyActor>, { where, asked }: Scene, key: string | null = null) {
  const answer = [asked.distribution[0]?.key ?? ''];
  return answerAsked(
    context,
    { lessonId: where.lessonId, studentId: undefined },
    { askedId: where.askedId, round: 1, answer },
    { key, scope: 'answer', content: null },
  );
}

const storedAnswers = async ({ api, where }: Scene) => {
  const rows = await api.database.db
    .selectFrom('attempts')
    .select('student_id')
    .where('asked_id', '=', where.askedId)
    .execute();
  return rows.map(({ student_id }) => student_id);
};

race({
  title: 'counts 50 answers at once, each of which is sent twice, once each',
  setup: (arena) => askClass(arena, 50),
  actors: (scene) =>
    scene.families.flatMap(({ actor, studentId }) =>
      [1, 2].map(() => () => give(scene.context(actor), scene, studentId)),
    ),
  invariant: async ({ outcomes, ...scene }) => {
    expect(tally(outcomes)).toEqual({ done: 100 });
    const stored = await storedAnswers(scene);
    expect(stored.toSorted()).toEqual(scene.families.map(({ studentId }) => studentId).toSorted());
    const { db } = scene.api.database;
    const seen = await readQuestion(db, scene.where, { now: scene.api.clock.now, present: ABSENT });
    expect(seen).toMatchObject({ answered: 50, distribution: [{ count: 50 }, { count: 0 }] });
  },
});

interface ClosingScene extends Scene {
  /** What the close was answered. */
  closed: { answered: number };
}

async function close({ context, actor, where, closed }: ClosingScene): Promise<void> {
  closed.answered = (await changeAsked(context(actor), where, 'closed', ABSENT)).answered;
}

race({
  title: 'counts no answer after the close of the question was answered',
  rounds: 5,
  setup: async (arena) => ({ ...(await askClass(arena, 10)), closed: { answered: -1 } }),
  actors: (scene) => {
    const answers = scene.families.map(({ actor }) => () => {
      return give(scene.context(actor), scene);
    });
    return [...answers.slice(0, 5), () => close(scene), ...answers.slice(5)];
  },
  invariant: async ({ outcomes, closed, ...scene }) => {
    const stored = await storedAnswers(scene);
    expect(closed.answered).toBe(stored.length);
    expect(new Set(outcomes).difference(new Set(['done', 'question_closed'])).size).toBe(0);
    // The close is done as well.
    expect(tally(outcomes)['done']).toBe(stored.length + 1);
  },
  naive: {
    only: 'postgres',
    actors: (scene) => [
      () => close(scene),
      ...scene.families.map(({ actor, studentId }) => () => {
        return answerCarelessly(scene.context(actor), scene, studentId);
      }),
    ],
  },
});

/** Reads the state without locking the question. */
function answerCarelessly(
  context: Context<FamilyActor>,
  { where, asked }: Scene,
  student_id: string,
): Promise<void> {
  return transact(context, async ({ tx, now, actor }) => {
    const { state } = await tx
      .selectFrom('asked_questions')
      .select('state')
      .where('id', '=', where.askedId)
      .executeTakeFirstOrThrow();
    if (state !== 'asked') throw new Refusal('question_closed');
    const marking = { reason: null, read: null, feedback: [], misconceptions: [], points: null };
    await tx
      .insertInto('attempts')
      .values({
        id: newId(),
        item_id: asked.Item_ID,
        student_id,
        family_id: actor.familyId,
        lesson_id: where.lessonId,
        asked_id: where.askedId,
        mode: 'live',
        round: 1,
        try: 1,
        answer: '[]',
        marking: JSON.stringify({ ...marking, keys: [] }),
        result: 'right',
        request_hash: null,
        given_at: now,
      })
      .execute();
  });
}
