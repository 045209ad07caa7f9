// What a lesson costs in each package.
import { PACKAGES } from '../../domain/limits.ts';
import { spokenPrice } from './lesson-facts.ts';

interface LessonPrice {
  readonly credits: number;
  /** For one lesson, such as '£28'. */
  readonly each: string;
}

export const lessonPrices: readonly LessonPrice[] = PACKAGES.map(({ credits, pence }) => ({
  credits,
  each: spokenPrice(pence / credits),
}));
