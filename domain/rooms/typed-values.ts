// The numbers that a class has typed, as they were read, without names.
import * as z from 'zod/mini';

import type { ReadAnswer } from '../marking/marking.ts';

/** How many different numbers are sent. */
export const MAX_TYPED_VALUES = 50;

/** The most frequent number first. */
export const typedValuesSchema = z.array(
  z.object({ value: z.string(), unit: z.string(), count: z.int() }),
);
export type TypedValues = z.infer<typeof typedValuesSchema>;

/** Equally frequent numbers are sorted by their texts, which tells nobody who answered first. */
export function countValues(answers: readonly Pick<ReadAnswer, 'value' | 'unit'>[]): TypedValues {
  const values = new Map<string, TypedValues[number]>();
  for (const { value, unit } of answers) {
    const text = `${value} ${unit}`;
    values.set(text, { value, unit, count: (values.get(text)?.count ?? 0) + 1 });
  }
  return [...values]
    .toSorted(([one, a], [other, b]) => b.count - a.count || (one < other ? -1 : 1))
    .slice(0, MAX_TYPED_VALUES)
    .map(([, value]) => value);
}
