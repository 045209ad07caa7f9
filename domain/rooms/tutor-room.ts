// The room of a lesson as the tutor sees it.
import * as z from 'zod/mini';

import { lessonTopicSchema } from '../topics/lesson-topic.ts';
import { itemSchema, type TopicQuestion } from '../topics/topic.ts';
import { letterSchema } from './letter.ts';
import {
  type AskedQuestion,
  askedQuestionSchema,
  type ItemResult,
  itemResultSchema,
  refuseQuestionChange,
  roomStateSchema,
  ROOM_MINUTES,
} from './room.ts';

export const tutorRoomSchema = z.object({
  lesson: z.object({
    id: z.string(),
    Lesson_Name: z.string(),
    starts_at: z.string(),
    state: roomStateSchema,
    Meeting_Link: z.string(),
  }),
  topic: z.nullable(lessonTopicSchema),
  items: z.array(itemSchema),
  /** The students who are booked, by name. */
  students: z.array(
    z.object({
      Student_ID: z.string(),
      Student_Name: z.string(),
      /** When the join link was used; null before. */
      joined_at: z.nullable(z.string()),
      here: z.boolean(),
      /** By item, first answers ever, without practice. */
      results: z.catchall(z.object({}), itemResultSchema),
    }),
  ),
  /** The questions asked in the lesson, oldest first. */
  asked: z.array(askedQuestionSchema),
  /** Questions by their first answers, sorted by how many are not right, descending. */
  missed: z.array(
    z.object({
      Item_ID: z.string(),
      right: z.int(),
      partly: z.int(),
      wrong: z.int(),
      misconceptions: z.array(z.object({ text: z.string(), count: z.int() })),
    }),
  ),
  /** Up to five students, sorted by how many of their first answers are not right, descending. */
  help: z.array(z.string()),
  letter: letterSchema,
});
export type TutorRoom = z.infer<typeof tutorRoomSchema>;

/** The question that is open, otherwise the one asked last; null before the first. */
export const currentQuestion = ({ asked }: Pick<TutorRoom, 'asked'>): AskedQuestion | null =>
  asked.find(({ state }) => state === 'asked') ?? asked.at(-1) ?? null;

/**
 * What the tutor sees of a student's answer to a question asked in the lesson: while it is open,
 * that there is one in this round; then the result of their last. Null without an answer.
 */
export function answerOf(
  { state, round, answers }: AskedQuestion,
  studentId: string,
): 'answered' | Exclude<ItemResult, 'done'> | null {
  const answer = answers.find((one) => one.Student_ID === studentId);
  if (answer === undefined || (state === 'asked' && answer.round < round)) return null;
  return state === 'asked' ? 'answered' : (answer.result ?? 'answered');
}

/** The questions of the topic that were not asked in the lesson yet, in order. */
export function questionsLeft({
  items,
  asked,
}: Pick<TutorRoom, 'items' | 'asked'>): TopicQuestion[] {
  const before = new Set(asked.map(({ Item_ID: itemId }) => itemId));
  return items.filter(
    (item) => item.kind === 'question' && !before.has(item.id),
  ) as TopicQuestion[];
}

/**
 * The question to ask next: the first one for the lesson after the one asked last, otherwise the
 * first one left. Null when all of them were asked.
 */
export function nextQuestion(room: Pick<TutorRoom, 'items' | 'asked'>): TopicQuestion | null {
  const left = questionsLeft(room).filter(({ use }) => use === 'live');
  const last = room.items.findIndex(({ id }) => id === room.asked.at(-1)?.Item_ID);
  return left.find((item) => room.items.indexOf(item) > last) ?? left[0] ?? null;
}

/** What the tutor does with a question, in this order. */
export const steps = ['close', 'again', 'reveal', 'next'] as const;
export type Step = (typeof steps)[number];

/** Why no question can be asked now, or null when one can. */
export function refuseAsking({ lesson: { state }, asked }: Pick<TutorRoom, 'lesson' | 'asked'>) {
  if (state === 'before')
    return `Questions can be asked from ${ROOM_MINUTES.before} minutes before the start.`;
  if (state === 'after') return 'The lesson is over.';
  return asked.some((one) => one.state === 'asked')
    ? 'Close the question that is open first.'
    : null;
}

/** Why the tutor cannot take this step now, or null when they can. */
export function refuseStep(room: TutorRoom, step: Step): string | null {
  const current = currentQuestion(room);
  if (step === 'next') {
    const reason = refuseAsking(room);
    if (reason !== null) return reason;
    return nextQuestion(room) === null ? 'Every question for the lesson was asked.' : null;
  }
  if (current === null) return 'No question was asked yet.';
  const to = step === 'close' ? 'closed' : step === 'again' ? 'asked' : 'revealed';
  if (current.state === to) return to === 'asked' ? 'Close the question first.' : `It is ${to}.`;
  const reason = refuseQuestionChange(current, to);
  if (reason === 'no_more_rounds') return 'It had its second round.';
  return reason === null ? null : 'Its answer was revealed.';
}

/** The step that usually follows; null when none does. */
export function proposeStep(room: TutorRoom): Step | null {
  const { state } = currentQuestion(room) ?? { state: 'revealed' };
  const step = state === 'asked' ? 'close' : state === 'closed' ? 'reveal' : 'next';
  return refuseStep(room, step) === null ? step : null;
}
