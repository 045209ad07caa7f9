// <PointFields>: the points of a full answer in a student's own words.
import { QUESTION } from '../../../domain/limits.ts';
import { FieldRows } from './field-rows.tsx';
import { type DraftForm, FormulaField } from './formula-field.tsx';
import { emptyPoint } from './question-draft.ts';

interface PointFieldsProps {
  readonly form: DraftForm;
  readonly hidden: boolean;
}

export function PointFields({ form, hidden }: PointFieldsProps) {
  return (
    <FieldRows
      form={form}
      name="question.points"
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
