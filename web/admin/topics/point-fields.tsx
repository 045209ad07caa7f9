// <PointFields>: the points of a full answer in a student's own words.
import { QUESTION } from '../../../domain/topics/item.ts';
import { FieldRows } from '../../ui/forms/field-rows.tsx';
import { type DraftForm, FormulaField } from './formula-field.tsx';
import { emptyPoint, type QuestionDraft } from './question-draft.ts';

interface PointFieldsProps {
  readonly form: DraftForm;
  readonly points: QuestionDraft['points'];
  readonly hidden: boolean;
}

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
      min={QUESTION.points.min}
      max={QUESTION.points.max}
      hidden={hidden}
      empty={emptyPoint}
    >
      {(index) => (
        <FormulaField form={form} name={`question.points.${index}.text`} label="Text" labelHidden />
      )}
    </FieldRows>
  );
}
