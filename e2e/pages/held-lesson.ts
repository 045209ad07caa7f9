// A lesson that the tutor teaches, with questions to ask and a family that answers.
import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import type { Family } from '../people.ts';
import { test as base } from '../test.ts';
import { asked, doubling, falling, slides } from './room.ts';

const later = { ...doubling, use: 'live' } as const;

export const test = base.extend<{ held: AdminLesson }>({
  /** A lesson with two questions to ask, booked by the family; it starts in five minutes. */
  held: async ({ bookTopic }, use) => {
    const { lesson } = await bookTopic([falling, asked, later, slides], 5);
    await use(lesson);
  },
});

/** The family's student chooses these answers to what is asked. */
export async function reply(family: Family, { id }: AdminLesson, ...places: number[]) {
  const { asked: now } = (await family.call(endpoints.getRoom, { params: { id } })).room;
  const answer = places.map((place) => now?.question.choices[place]?.id ?? '');
  const body = { Asked_ID: now?.id ?? '', round: now?.round ?? 0, answer };
  await family.call(endpoints.answerAsked, { params: { id }, body });
}
