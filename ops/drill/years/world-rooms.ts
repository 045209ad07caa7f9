// The room of a lesson: a topic with questions, answers, practice and the letter afterwards.
import * as z from 'zod';

import type { SentBody } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { LessonName, Outcome, StudentName } from './acts.ts';
import type { Performers } from './world-performers.ts';
import { NO_NAME, type World } from './world.ts';

/** The questions of each topic, and when they are for. */
const QUESTIONS = { q1: 'before', q2: 'live', q3: 'live' } as const;

const RIGHT = 'The right one';
const questionOf = (use: 'before' | 'live'): SentBody<typeof endpoints.createItem> => ({
  kind: 'question',
  use,
  question: {
    kind: 'choice',
    text: 'Which is it?',
    explanation: 'It is so.',
    choices: [
      { text: RIGHT, is_right: true, feedback: 'Yes.' },
      { text: 'The wrong one', is_right: false, feedback: 'No.' },
    ],
  },
});
const VIDEO: SentBody<typeof endpoints.createItem> = {
  kind: 'video',
  title: 'A video',
  address: 'https://example.com/video',
  minutes: 5,
};
const storedQuestion = z.object({
  question: z.object({ choices: z.array(z.object({ id: z.string(), text: z.string() })) }),
});

/** The topic's id; the first lesson that gets a topic makes it. */
async function topicOf(world: World, topic: string): Promise<string> {
  const { topics } = world.names;
  const made = topics.get(topic);
  if (made !== undefined) return made;
  const answer = await world.call('tutor', endpoints.createTopic, {
    body: { name: topic, course: 'gcse' },
  });
  const id = answer.body?.topic.id ?? '';
  await world.call('tutor', endpoints.createItem, { params: { id }, body: VIDEO });
  for (const [question, use] of Object.entries(QUESTIONS)) {
    const body = questionOf(use);
    const item = await world.call('tutor', endpoints.createItem, { params: { id }, body });
    topics.set(`${topic} ${question}`, item.body?.item.id ?? '');
  }
  topics.set(topic, id);
  return id;
}

interface GivenAnswer {
  readonly student: StudentName;
  readonly question: string;
  readonly right: boolean;
}

/** What answers of a student's family have in common; null if a name is unknown. */
async function answerTo(world: World, topic: string, { student, question, right }: GivenAnswer) {
  const studentId = world.names.students.get(student);
  const itemId = world.names.topics.get(`${topic} ${question}`);
  if (studentId === undefined || itemId === undefined) return null;
  const { content } = await world.db
    .selectFrom('topic_items')
    .select('content')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  const { choices } = storedQuestion.parse(JSON.parse(content)).question;
  const chosen = choices.find(({ text }) => (text === RIGHT) === right)?.id ?? '';
  return { Student_ID: studentId, Item_ID: itemId, answer: [chosen] };
}

/** Calls as the first person of the student's family who can sign in. */
async function callAsFamily(
  student: StudentName,
  call: (by: string) => Promise<{ outcome: Outcome }>,
): Promise<Outcome> {
  const family = student.split('.')[0] ?? '';
  for (const by of [`${family}.p1`, `${family}.p2`]) {
    const { outcome } = await call(by);
    if (outcome !== NO_NAME) return outcome;
  }
  return NO_NAME;
}

const topicNameOf = (world: World, lesson: LessonName) =>
  world.names.lessonTopics.get(lesson) ?? '';

/** The question as it was put to the class; an unknown one if it was not. */
const askedOf = ({ names }: World, lesson: LessonName, question: string): string =>
  names.asked.get(`${lesson} ${question}`) ?? crypto.randomUUID();

const unlessUnknown = ({ outcome }: { outcome: Outcome }): Outcome =>
  outcome === 'asked_not_found' ? NO_NAME : outcome;

async function withLesson(
  { names }: World,
  lesson: LessonName,
  work: (id: string) => Promise<Outcome>,
): Promise<Outcome> {
  const id = names.lessons.get(lesson);
  return id === undefined ? NO_NAME : work(id);
}

export const roomActs: Performers<
  'give topic' | 'ask' | 'reveal' | 'answer' | 'prepare' | 'practise' | 'write letter'
> = {
  'give topic': (world, { lesson, topic }) =>
    withLesson(world, lesson, async (id) => {
      const body = { Topic_ID: await topicOf(world, topic) };
      const { outcome } = await world.call('tutor', endpoints.updateLesson, {
        params: { id },
        body,
      });
      if (outcome === 'ok') world.names.lessonTopics.set(lesson, topic);
      return outcome;
    }),
  ask: (world, { lesson, question }) =>
    withLesson(world, lesson, async (id) => {
      const { asked, topics } = world.names;
      const itemId = topics.get(`${topicNameOf(world, lesson)} ${question}`);
      if (itemId === undefined) return NO_NAME;
      const answer = await world.call('tutor', endpoints.askQuestion, {
        params: { id },
        body: { Item_ID: itemId },
      });
      if (answer.body !== null) asked.set(`${lesson} ${question}`, answer.body.asked.id);
      return answer.outcome;
    }),
  reveal: (world, { lesson, question }) =>
    withLesson(world, lesson, async (id) => {
      const askedId = askedOf(world, lesson, question);
      const options = { params: { id, askedId }, body: { state: 'revealed' } } as const;
      return unlessUnknown(await world.call('tutor', endpoints.changeAsked, options));
    }),
  answer: (world, { lesson, ...act }) =>
    withLesson(world, lesson, async (id) => {
      const answer = await answerTo(world, topicNameOf(world, lesson), act);
      if (answer === null) return NO_NAME;
      const { Item_ID: _, ...rest } = answer;
      const Asked_ID = askedOf(world, lesson, act.question);
      const options = { params: { id }, body: { ...rest, Asked_ID, round: 1 } };
      const outcome = await callAsFamily(act.student, (by) =>
        world.call(by, endpoints.answerAsked, options),
      );
      return unlessUnknown({ outcome });
    }),
  prepare: (world, { lesson, ...act }) =>
    withLesson(world, lesson, async (id) => {
      const body = await answerTo(world, topicNameOf(world, lesson), act);
      if (body === null) return NO_NAME;
      const options = { params: { id }, body };
      return callAsFamily(act.student, (by) => world.call(by, endpoints.giveAttempt, options));
    }),
  async practise(world, { topic, ...act }) {
    const body = await answerTo(world, topic, act);
    if (body === null) return NO_NAME;
    return callAsFamily(act.student, (by) => world.call(by, endpoints.practise, { body }));
  },
  'write letter': (world, { lesson, sentence, state }) =>
    withLesson(world, lesson, async (id) => {
      const body = {
        ...(sentence === undefined ? {} : { sentence }),
        ...(state === undefined ? {} : { state }),
      };
      return (await world.call('tutor', endpoints.changeLetter, { params: { id }, body })).outcome;
    }),
};
