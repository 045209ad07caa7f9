// What a family sees of a topic's items. Everything that would give an answer away stays out until
// the student's own answer is final, or the tutor has revealed it.
import { explainRatio } from '../../domain/marking/ratio.ts';
import type { QuestionItem, RoomItem, RoomState } from '../../domain/rooms/room.ts';
import type { Attempt } from '../../domain/topics/attempt.ts';
import type { VisibleQuestion, Solution } from '../../domain/topics/item.ts';
import { triesLeft } from '../../domain/topics/lesson-topic.ts';
import type { TutorQuestion } from '../../domain/topics/question.ts';
import type { Item, TopicQuestion } from '../../domain/topics/topic.ts';

/**
 * Whether a lesson of the student asks the question, or this one has revealed it. Neither gives
 * another try.
 */
type Publicity = 'not asked' | 'open' | 'revealed';

/** What one student did with an item. */
export interface Progress {
  /** Watched or read, for videos and slides. */
  readonly isTicked: boolean;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
}

/** An item as the student sees it; null when it is not for students yet. */
export function viewItem(
  item: Item,
  { isTicked, attempts }: Progress,
  {
    state,
    isLive,
    publicity,
  }: {
    state: RoomState;
    /** Whether this lesson has asked the question. */
    isLive: boolean;
    publicity: Publicity;
  },
): RoomItem | null {
  switch (item.kind) {
    case 'video':
      return { ...item, done: isTicked };
    case 'slides':
      return { ...item, address: state === 'after' ? item.address : null, done: isTicked };
    case 'question':
      if (item.use === 'live' && !isLive && state !== 'after') return null;
      return viewQuestion(item, attempts, publicity);
  }
}

export function viewQuestion(
  { id, use, question }: TopicQuestion,
  attempts: readonly Attempt[],
  publicity: Publicity,
): QuestionItem {
  const tries = attempts.filter(({ mode }) => mode === 'room');
  const isRight = tries.some(({ result }) => result === 'right');
  const own = triesLeft(question.kind, { isRight, tries: tries.length });
  const isFinal = tries.length > 0 && own === 0;
  const needsHint = tries.some(({ result }) => result !== null && result !== 'right');
  const tries_left = publicity === 'not asked' ? own : 0;
  return {
    id,
    kind: 'question',
    use,
    question: viewVisible(question),
    attempts: [...attempts],
    tries_left,
    hint_html: needsHint && question.hint_html !== '' ? question.hint_html : null,
    solution: isFinal || publicity === 'revealed' ? viewSolution(question, attempts.at(-1)) : null,
    done: tries_left === 0,
  };
}

export function viewVisible(question: TutorQuestion): VisibleQuestion {
  const isNumber = question.kind === 'number';
  return {
    kind: question.kind,
    html: question.text_html,
    several: question.kind === 'choice' && question.several,
    choices:
      question.kind === 'choice'
        ? question.choices.map(({ id, text_html }) => ({ id, html: text_html }))
        : [],
    unit_html: isNumber && !question.unit_asked ? unitHtml(question.unit) : null,
    unit_asked: isNumber && question.unit_asked,
    figures_asked: isNumber && question.figures !== null,
  };
}

/** `own` is the student's last attempt: the solution explains it if it can. */
export function viewSolution(question: TutorQuestion, own?: Attempt): Solution {
  const { explanation_html } = question;
  switch (question.kind) {
    case 'choice':
      return {
        choices: question.choices.map(({ id, text_html, is_right, feedback_html }) => ({
          id,
          html: text_html,
          is_right,
          feedback_html,
        })),
        explanation_html,
      };
    case 'number':
      return {
        value_html: valueHtml(question.value, question.unit),
        right: {
          value: question.value,
          unit: question.unit,
          tolerance_percent: question.tolerance_percent,
        },
        ...explainOwn(question, own),
        explanation_html,
      };
    case 'points':
      return {
        points: question.points.map(({ id, text_html }) => ({ id, html: text_html })),
        explanation_html,
      };
  }
}

/** A wrong number that neither the tutor nor the marking has explained. */
function explainOwn(
  question: Extract<TutorQuestion, { kind: 'number' }>,
  own: Attempt | undefined,
): Pick<Solution, 'ratio'> {
  if (own === undefined || own.result !== 'wrong' || own.reason !== null || own.read === null)
    return {};
  const { value, unit, figures } = own.read;
  const [min = 0, max = 0] = figures;
  const ratio = explainRatio(question, question.text, { value, unit, figures: [min, max] });
  return ratio === null ? {} : { ratio };
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const superscript = (power: string): string => `<sup>${power.replace('-', '−')}</sup>`;

/** 'm s^-1' and 'm s^{-1}' as 'm s<sup>−1</sup>'. */
const unitHtml = (unit: string): string =>
  escapeHtml(unit).replace(/(?:\^|\*\*)? ?[({]? ?([-−]?\d+) ?[)}]?/g, (_, power: string) =>
    superscript(power),
  );

/** A value as the tutor typed it: '3.0e8' as '3.0 × 10<sup>8</sup>', with its unit. */
export function valueHtml(value: string, unit: string): string {
  const number = escapeHtml(value)
    .replace(/^-/, '−')
    .replace(/ ?[eE]\+?(-?\d+)$/, (_, power: string) => ` × 10${superscript(power)}`);
  return unit === '' ? number : `${number} ${unitHtml(unit)}`;
}
