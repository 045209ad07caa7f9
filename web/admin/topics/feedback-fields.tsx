// <FeedbackFields>: what a student reads after this answer, and the misconception behind a wrong
// one.
import { TextField } from '../../ui/forms/text-field.tsx';
import { type DraftForm, FormulaField } from './formula-field.tsx';

interface FeedbackFieldsProps {
  readonly form: DraftForm;
  /** The answer that they belong to. */
  readonly answer: `question.${'choices' | 'known'}.${number}`;
  readonly isRight?: boolean;
}

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
          autoComplete="off"
          hint="For you alone, in the summary of a lesson."
        />
      )}
    </div>
  );
}
