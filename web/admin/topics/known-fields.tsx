// <KnownFields>: the wrong values that the tutor expects for a number, with their feedback.
import { QUESTION } from '../../../domain/topics/item.ts';
import { FieldRows } from '../../ui/forms/field-rows.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { FeedbackFields } from './feedback-fields.tsx';
import type { DraftForm } from './formula-field.tsx';
import { emptyKnown, type QuestionDraft } from './question-draft.ts';

interface KnownFieldsProps {
  readonly form: DraftForm;
  readonly known: QuestionDraft['known'];
}

export function KnownFields({ form, known }: KnownFieldsProps) {
  return (
    <FieldRows
      form={form}
      name="question.known"
      rows={known}
      onChange={(rows) => form.setValue('question.known', rows)}
      legend="Known wrong values"
      hint="Mistakes that you expect, each with its own feedback. They are in the unit of the answer."
      label="Wrong value"
      min={0}
      max={QUESTION.known.max}
      empty={emptyKnown}
    >
      {(index) => (
        <>
          <TextField
            form={form}
            name={`question.known.${index}.value`}
            label="Value"
            autoComplete="off"
            spellCheck={false}
          />
          <FeedbackFields form={form} answer={`question.known.${index}`} />
        </>
      )}
    </FieldRows>
  );
}
