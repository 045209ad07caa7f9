// <ChoiceFields>: the choices of a question, which are right, and what each wrong one tells.
// <PointFields>: the points of a worked answer.
import { QUESTION } from '../../../domain/topics/item.ts';
import { Choice } from '../../ui/forms/choice.tsx';
import { boxClass, FieldRows } from '../../ui/forms/field-rows.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { type DraftForm, FormulaField } from './formula-field.tsx';
import { type ChoiceDraft, emptyChoice, type QuestionDraft, emptyPoint } from './question-draft.ts';

interface ChoiceFieldsProps {
  form: DraftForm;
  draft: QuestionDraft;
  hidden: boolean;
}

export function ChoiceFields({ form, draft: { several, choices }, hidden }: ChoiceFieldsProps) {
  const change = (next: ChoiceDraft[]) => form.setValue('question.choices', next);
  const markRight = (marked: number, isRight: boolean) =>
    change(
      choices.map((choice, index) => ({
        ...choice,
        is_right: index === marked ? isRight : several && choice.is_right,
      })),
    );
  const allow = (isAllowed: boolean) => {
    form.setValue('question.several', isAllowed);
    if (isAllowed) return;
    const first = choices.findIndex(({ is_right }) => is_right);
    change(choices.map((choice, index) => ({ ...choice, is_right: index === first })));
  };
  return (
    <FieldRows
      form={form}
      name="question.choices"
      rows={choices}
      onChange={change}
      legend="Choices"
      label="Choice"
      {...QUESTION.choices}
      hidden={hidden}
      empty={emptyChoice}
      before={
        <div className={boxClass}>
          <Choice type="checkbox" name="several" checked={several} onChange={allow}>
            Several choices may be right
          </Choice>
        </div>
      }
    >
      {(index) => {
        const isRight = choices[index]?.is_right === true;
        return (
          <>
            <div className="-mx-3.5 -my-2">
              <Choice
                type={several ? 'checkbox' : 'radio'}
                name="is_right"
                checked={isRight}
                onChange={(checked) => markRight(index, checked)}
              >
                <span className={isRight ? 'font-bold text-positive' : ''}>Right answer</span>
              </Choice>
            </div>
            <FormulaField form={form} name={`question.choices.${index}.text`} label="Text" />
            <FeedbackFields form={form} answer={`question.choices.${index}`} isRight={isRight} />
          </>
        );
      }}
    </FieldRows>
  );
}

interface FeedbackFieldsProps {
  form: DraftForm;
  /** The answer that they belong to. */
  answer: `question.${'choices' | 'known'}.${number}`;
  isRight?: boolean;
}

/**
 * <FeedbackFields>: what a student reads after this answer, and the misconception behind a wrong
 * one.
 */
export function FeedbackFields({ form, answer, isRight = false }: FeedbackFieldsProps) {
  return (
    <div className={`grid grid-cols-1 items-start gap-4 ${isRight ? '' : 'sm:grid-cols-2'}`}>
      <FormulaField form={form} name={`${answer}.feedback`} label="Feedback" optional />
      {!isRight && (
        <TextField
          form={form}
          name={`${answer}.misconception`}
          label="Misconception"
          optional
          hint="For you alone, in the summary of a lesson."
        />
      )}
    </div>
  );
}

interface PointFieldsProps {
  form: DraftForm;
  points: QuestionDraft['points'];
  hidden: boolean;
}

/** <PointFields>: the points of a full answer in a student's own words. */
export function PointFields({ form, points, hidden }: PointFieldsProps) {
  return (
    <FieldRows
      form={form}
      name="question.points"
      rows={points}
      onChange={(rows) => form.setValue('question.points', rows)}
      legend="Points"
      hint="What a full answer says. Students compare their own answer with it."
      label="Point"
      {...QUESTION.points}
      hidden={hidden}
      empty={emptyPoint}
    >
      {(index) => (
        <FormulaField form={form} name={`question.points.${index}.text`} label="Text" labelHidden />
      )}
    </FieldRows>
  );
}
