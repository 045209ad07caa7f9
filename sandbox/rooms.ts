// The sample library of topics, and what happens in the rooms of sample lessons: students prepare,
// the tutor asks, and they answer. All of it goes through the product's commands.
import { HOUR_MS, MINUTE_MS } from '../domain/time.ts';
import type { Answer } from '../domain/topics/attempt.ts';
import type { Item, Topic, TopicQuestion } from '../domain/topics/topic.ts';
import type { Context } from '../server/engine/context.ts';
import type { Database } from '../server/engine/database.ts';
import { NEW_REQUEST } from '../server/engine/idempotency.ts';
import { giveAttempt, tickItem } from '../server/rooms/commands.ts';
import { changeLetter } from '../server/rooms/letter/letter.ts';
import { answerAsked, askQuestion, changeAsked } from '../server/rooms/live/ask.ts';
import type { FamilyActor } from '../server/sessions/sessions.ts';
import { createTopic } from '../server/topics/commands.ts';
import { createItem } from '../server/topics/items.ts';
import { readTopic } from '../server/topics/queries.ts';
import type { PlannedLesson, Topics } from './lessons.ts';
import { SAMPLE_TOPICS } from './topics/topics.ts';

/** Fills the library. Returns the topics by their names. */
export async function seedTopics(context: Context): Promise<Topics> {
  const topics = new Map<string, Topic>();
  for (const { topic, items } of SAMPLE_TOPICS) {
    const { id } = await createTopic(context, topic, NEW_REQUEST);
    for (const item of items) await createItem(context, id, item, NEW_REQUEST);
    topics.set(topic.name, await readTopic(context.database.db, id));
  }
  return topics;
}

/** How each student in turn answers: a number of times wrong, then right. */
const WRONG_TRIES = [1, 0, 2, 0, 1];

/** The students of these families, one each, prepare for a lesson. */
export async function prepareFor(database: Database, lesson: PlannedLesson, familyIds: string[]) {
  for (const [nth, familyId] of familyIds.entries()) {
    const context = asFamily(database, familyId, lesson.startsAt - (nth + 2) * HOUR_MS);
    const where = { lessonId: lesson.id, studentId: undefined };
    for (const [index, item] of lesson.topic.items.entries()) {
      // Not everybody gets to the end.
      if (index > 0 && (index + nth) % 5 === 0) continue;
      if (item.kind === 'video') await tickItem(context, { ...where, itemId: item.id }, true);
      if (item.kind !== 'question' || item.use === 'live') continue;
      const wrong = WRONG_TRIES[(nth + index) % WRONG_TRIES.length] ?? 0;
      for (const answer of triesAt(item, wrong))
        await giveAttempt(context, where, { itemId: item.id, answer }, NEW_REQUEST);
    }
  }
}

/** The tutor asks the live question, all but the first student get it right, and it is revealed. */
export async function teach(
  database: Database,
  { id: lessonId, startsAt, topic }: PlannedLesson,
  familyIds: string[],
): Promise<void> {
  const item = topic.items.find(isLive);
  if (item === undefined) throw new Error(`expected a live question in ${topic.name}`);
  const during = startsAt + 20 * MINUTE_MS;
  const tutor = { audience: 'admin', id: '', chain: '' } as const;
  const context = { database, now: during, actor: tutor };
  const asked = await askQuestion(context, { lessonId, itemId: item.id }, new Set());
  for (const [nth, familyId] of familyIds.entries()) {
    const [answer = ''] = triesAt(item, nth === 0 ? 1 : 0);
    await answerAsked(
      asFamily(database, familyId, during + (nth + 1) * 4000),
      { lessonId, studentId: undefined },
      { askedId: asked.id, round: 1, answer },
      NEW_REQUEST,
    );
  }
  await changeAsked(context, { lessonId, askedId: asked.id }, 'revealed', new Set());
}

/** The tutor writes a sentence and sends the letter about the lesson. */
export async function sendLetter(
  database: Database,
  { id, startsAt }: PlannedLesson,
  adminId: string,
): Promise<void> {
  const actor = { audience: 'admin', id: adminId, chain: '' } as const;
  const sentence = 'We took our time, and everybody found a mistake of their own. Well done, all.';
  const context = { database, now: startsAt + 80 * MINUTE_MS, actor };
  await changeLetter(context, id, { sentence, state: 'sent' });
}

/** Rooms ask which family and student it is, not which session. */
function asFamily(database: Database, familyId: string, now: number): Context<FamilyActor> {
  const actor = { audience: 'family', id: '', chain: '', familyId, student: null } as const;
  return { database, now, actor };
}

const isLive = (item: Item): item is TopicQuestion =>
  item.kind === 'question' && item.use === 'live';

/** Up to two answers: this many wrong ones, and the right one if a try is left. */
function triesAt({ question }: TopicQuestion, wrong: number): Answer[] {
  switch (question.kind) {
    case 'choice': {
      const isMarked = (isRight: boolean) =>
        question.choices.filter(({ is_right }) => is_right === isRight).map(({ id }) => id);
      const mistakes = isMarked(false).map((id) => [id]);
      return [...mistakes.slice(0, wrong), isMarked(true)].slice(0, 2);
    }
    case 'number': {
      const write = (value: string) => `${value} ${question.unit}`;
      const mistakes = question.known.map(({ value }) => write(value));
      return [...mistakes.slice(0, wrong), write(question.value)].slice(0, 2);
    }
    case 'points':
      return ['It speeds up until the two forces balance, and then it keeps its speed.'];
  }
}
