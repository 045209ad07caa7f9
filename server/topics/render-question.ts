// Turns a question that the tutor typed into what is stored: with the HTML of each text, and with
// an id for each choice and point.
import { type FieldFault, Refusal } from '../../domain/errors.ts';
import type { NewQuestion, TutorQuestion } from '../../domain/topics/question.ts';
import { newId } from '../base/ids.ts';
import { renderText } from './render.ts';

/**
 * Renders a question. Choices and points that `before` has too keep their ids. Throws
 * validation_failed with a detail for each text with a faulty formula.
 */
export const renderQuestion = (
  question: NewQuestion,
  before: TutorQuestion | null = null,
): TutorQuestion => renderWith(question, keepIds(before)).question;

/**
 * Renders a question that is not saved: choices and points keep the ids that were sent, and new
 * ones are c0, c1 or p0, p1, by their place. The notices name texts that are not shown as typed.
 * Throws what renderQuestion throws.
 */
export const renderUnsavedQuestion = (question: NewQuestion): RenderedQuestion =>
  renderWith(question, keepSent());

interface RenderedQuestion {
  readonly question: TutorQuestion;
  readonly notices: FieldFault[];
}

function renderWith(question: NewQuestion, nameId: NameId): RenderedQuestion {
  const faults: FieldFault[] = [];
  const notices: FieldFault[] = [];
  const render = (name: string, source: string): string => {
    const field = `question.${name}`;
    const rendered = renderText(source);
    if ('fault' in rendered) {
      faults.push({ field, message: rendered.fault });
      return '';
    }
    if (rendered.notice !== null) notices.push({ field, message: rendered.notice });
    return rendered.html;
  };
  const rendered = withHtml(question, render, nameId);
  if (faults.length > 0) throw new Refusal('validation_failed', { details: faults });
  return { question: rendered, notices };
}

type Render = (field: string, source: string) => string;
type NameId = (id: string | undefined, place: string) => string;

/** Names each id once: as it was sent, if the question had it before, otherwise a new one. */
function keepIds(before: TutorQuestion | null): NameId {
  const ids = new Set(partsOf(before).map(({ id }) => id));
  return (id) => (id !== undefined && ids.delete(id) ? id : newId());
}

function keepSent(): NameId {
  const usedIds = new Set<string>();
  return (id, place) => {
    if (id === undefined || usedIds.has(id)) return place;
    usedIds.add(id);
    return id;
  };
}

function partsOf(question: TutorQuestion | null): readonly { readonly id: string }[] {
  if (question === null || question.kind === 'number') return [];
  return question.kind === 'choice' ? question.choices : question.points;
}

function withHtml(question: NewQuestion, render: Render, nameId: NameId): TutorQuestion {
  const texts = {
    text_html: render('text', question.text),
    hint_html: render('hint', question.hint),
    explanation_html: render('explanation', question.explanation),
  };
  switch (question.kind) {
    case 'choice':
      return {
        ...question,
        ...texts,
        choices: question.choices.map((choice, index) => ({
          ...choice,
          id: nameId(choice.id, `c${index}`),
          text_html: render(`choices.${index}.text`, choice.text),
          feedback_html: render(`choices.${index}.feedback`, choice.feedback),
        })),
      };
    case 'number':
      return {
        ...question,
        ...texts,
        known: question.known.map((value, index) => ({
          ...value,
          feedback_html: render(`known.${index}.feedback`, value.feedback),
        })),
      };
    case 'points':
      return {
        ...question,
        ...texts,
        points: question.points.map((point, index) => ({
          id: nameId(point.id, `p${index}`),
          text: point.text,
          text_html: render(`points.${index}.text`, point.text),
        })),
      };
  }
}
