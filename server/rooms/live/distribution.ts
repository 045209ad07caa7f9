// Counts the answers to a question asked live.
import type { Distribution } from '../../../domain/rooms/room.ts';
import type { TutorQuestion } from '../../../domain/topics/question.ts';
import type { StoredMarking } from '../../topics/mark.ts';
import { valueHtml } from '../../topics/quantity-html.ts';

/** How each key of a number's marking reads. */
const NUMBER_KEYS: Readonly<Record<string, string>> = {
  right: 'Right',
  unit_missing: 'Unit missing',
  unit_wrong: 'Wrong unit',
  too_few_figures: 'Too few figures',
  too_many_figures: 'Too many figures',
  sign: 'Wrong sign',
  power_of_ten: 'Wrong power of ten',
  other: 'Other',
};

/** Counts the answers by choice, by point, or by what a number was, in the question's own order. */
export function countAnswers(
  question: TutorQuestion,
  markings: readonly StoredMarking[],
): Distribution {
  const counts = new Map<string, number>();
  for (const { keys } of markings)
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keysOf(question).flatMap(({ key, html }) => {
    const count = counts.get(key) ?? 0;
    return question.kind === 'number' && count === 0 ? [] : { key, html, count };
  });
}

function keysOf(question: TutorQuestion): { readonly key: string; readonly html: string }[] {
  switch (question.kind) {
    case 'choice':
      return question.choices.map(({ id, text_html }) => ({ key: id, html: text_html }));
    case 'points':
      return question.points.map(({ id, text_html }) => ({ key: id, html: text_html }));
    case 'number': {
      const { right = '', other = '', ...reasons } = NUMBER_KEYS;
      return [
        { key: 'right', html: right },
        ...question.known.map(({ value }, index) => ({
          key: `known.${index}`,
          html: valueHtml(value, question.unit),
        })),
        ...Object.entries(reasons).map(([key, html]) => ({ key, html })),
        { key: 'other', html: other },
      ];
    }
  }
}
