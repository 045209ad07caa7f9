// The topic of a lesson as families see it, and what of it students have done.
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
export const isToPrepare = (part: Media | Question): boolean =>
  part.kind === 'video' || (part.kind === 'question' && part.use === 'before');

/** Counts what a student has prepared of these items. */
export function countPrepared(
  all: readonly { readonly part: Part; readonly doings: Doings }[],
): PreparedCount {
  const partsToPrepare = all.filter(({ part }) => isToPrepare(part));
  const done = partsToPrepare.filter(({ part, doings }) =>
    part.kind === 'question' ? triesLeft(part.question.kind, doings) === 0 : doings.isTicked,
  );
  return { done: done.length, all: partsToPrepare.length };
}
