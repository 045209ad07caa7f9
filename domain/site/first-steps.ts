// What a tutor does in the first hour, ticked by facts.
import * as z from 'zod/mini';

/** In the order in which they are best done. */
export const firstSteps = [
  'name',
  'contact',
  'portrait',
  'price',
  'times',
  'terms',
  'payments',
  'email',
  'two_factor',
  'lesson',
] as const;
export type FirstStep = (typeof firstSteps)[number];

export const firstStepsSchema = z.array(
  z.object({ step: z.enum(firstSteps), is_done: z.boolean() }),
);
