// The topic of a lesson as families see it, what students prepare of it, and what they have done.
// Apart from topic.ts, whose rules for questions these pages need not load.
import * as z from 'zod/mini';

/** How often a student may answer a question before it counts as done. */
export const TRIES = { choice: 2, number: 2, points: 1 } as const;

export const lessonTopicSchema = z.object({
  id: z.string(),
  name: z.string(),
  reference: z.string(),
});
export type LessonTopic = z.infer<typeof lessonTopicSchema>;

/** Items done, of all those for before the lesson. */
export const preparedSchema = z.object({ done: z.int(), all: z.int() });
export type PreparedCount = z.infer<typeof preparedSchema>;

type Media = { readonly kind: 'video' | 'slides' };
interface Question {
  readonly kind: 'question';
  readonly use: 'before' | 'live';
}
/** An item, as far as these rules need it. */
export type Part =
  | Media
  | (Question & { readonly question: { readonly kind: keyof typeof TRIES } });

/** What a student has done with an item. Only answers in the room count. */
interface Doings {
  readonly isTicked: boolean;
  readonly isRight: boolean;
  readonly tries: number;
}

/** How many tries are left before the question is done. */
export const triesLeft = (
  kind: keyof typeof TRIES,
  { isRight, tries }: Pick<Doings, 'isRight' | 'tries'>,
): number => (isRight ? 0 : Math.max(0, TRIES[kind] - tries));

/** Videos are watched and some questions answered before the lesson. */
const isToPrepare = (part: Media | Question): boolean =>
  part.kind === 'video' || (part.kind === 'question' && part.use === 'before');

/** Counts what a student has prepared of these items. */
export function countPrepared(all: { part: Part; doings: Doings }[]): PreparedCount {
  const partsToPrepare = all.filter(({ part }) => isToPrepare(part));
  const done = partsToPrepare.filter(({ part, doings }) =>
    part.kind === 'question' ? triesLeft(part.question.kind, doings) === 0 : doings.isTicked,
  );
  return { done: done.length, all: partsToPrepare.length };
}

/** An item of a topic, as the tutor or a student sees it. */
type Preparable =
  | { readonly kind: 'video'; readonly minutes: number }
  | { readonly kind: 'question'; readonly use: 'before' | 'live' }
  | { readonly kind: 'slides' };

const countWords = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

/**
 * What students prepare for a lesson of a topic with these items, and how long its videos take:
 * '2 videos (14 minutes) and 3 questions'. Null when there is nothing.
 */
export function describePreparation(items: Preparable[]): string | null {
  const itemsToPrepare = items.filter(isToPrepare);
  const videos = itemsToPrepare.flatMap((item) => (item.kind === 'video' ? [item.minutes] : []));
  const questions = itemsToPrepare.filter(({ kind }) => kind === 'question');
  const [duration] = countWords(
    videos.reduce((sum, one) => sum + one, 0),
    'minute',
  );
  const parts = [
    ...countWords(videos.length, 'video').map((words) => `${words} (${duration ?? ''})`),
    ...countWords(questions.length, 'question'),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}
