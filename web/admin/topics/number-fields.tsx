// <NumberFields>: the right value of a number with its unit, how exactly it must be met, and the
// wrong values that are known.
import { get } from 'react-hook-form';

import { QUESTION } from '../../../domain/topics/item.ts';
import { proposeFigures } from '../../../domain/topics/question.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/forms/choice.tsx';
import { boxClass, messageClass, messageOf, FieldRows } from '../../ui/forms/field-rows.tsx';
import { NumberField, TextField } from '../../ui/forms/text-field.tsx';
import { FeedbackFields } from './choice-fields.tsx';
import type { DraftForm } from './formula-field.tsx';
import { type QuestionDraft, emptyKnown } from './question-draft.ts';

interface NumberFieldsProps {
  form: DraftForm;
  draft: QuestionDraft;
  hidden: boolean;
}

export function NumberFields({ form, draft, hidden }: NumberFieldsProps) {
  return (
    <div hidden={hidden} className="grid grid-cols-1 gap-6">
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="sr-only">Right answer</legend>
        <div className="grid grid-cols-2 items-start gap-x-4">
          <TextField
            form={form}
            name="question.value"
            label="Right value"
            spellCheck={false}
            placeholder="1.35e5"
          />
          <TextField
            form={form}
            name="question.unit"
            label="Unit"
            optional
            autoCapitalize="none"
            spellCheck={false}
            placeholder="m s^-1"
          />
        </div>
        <div className={boxClass}>
          <Choice
            type="checkbox"
            name="unit_asked"
            checked={draft.unit_asked}
            onChange={(isAsked) => form.setValue('question.unit_asked', isAsked)}
          >
            Students give the unit themselves
          </Choice>
        </div>
        <div className="max-w-64">
          <NumberField
            form={form}
            name="question.tolerance_percent"
            label="Tolerance in percent"
            inputMode="decimal"
            step="any"
            min={0}
            max={QUESTION.tolerancePercent.max}
            hint="A rounded answer is right too."
          />
        </div>
        <Figures form={form} draft={draft} />
      </fieldset>
      <KnownFields form={form} known={draft.known} />
    </div>
  );
}

const USUAL = { min: 2, max: 3 } as const;

function Figures({ form, draft: { text, figures } }: Omit<NumberFieldsProps, 'hidden'>) {
  const proposed = proposeFigures(text);
  const isProposed =
    proposed === null || (proposed.min === figures?.min && proposed.max === figures.max);
  const name = 'question.figures';
  const fault =
    messageOf(get(form.formState.errors, name)) ?? form.getFieldState(name).error?.message;
  return (
    <fieldset>
      <legend className="sr-only">Significant figures</legend>
      <div className={boxClass}>
        <Choice
          type="checkbox"
          name="figures"
          checked={figures !== null}
          onChange={(count) =>
            form.setValue('question.figures', count ? (proposed ?? USUAL) : null)
          }
        >
          Significant figures count
        </Choice>
      </div>
      {figures !== null && (
        <div className="mt-4 grid max-w-64 grid-cols-2 items-start gap-x-4">
          <NumberField form={form} name="question.figures.min" label="From" {...QUESTION.figures} />
          <NumberField form={form} name="question.figures.max" label="To" {...QUESTION.figures} />
        </div>
      )}
      <p role="alert" className={`mt-1.5 ${messageClass}`}>
        {fault}
      </p>
      {figures !== null && proposed !== null && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm leading-snug text-pencil">
          The least precise number in the question has {proposed.max}.
          {isProposed ? (
            ` AQA asks for ${rangeOf(proposed)}, as set here.`
          ) : (
            <Button
              variant="quiet"
              size="flush"
              onClick={() => form.setValue('question.figures', proposed)}
            >
              Take {rangeOf(proposed)}, as AQA does
            </Button>
          )}
        </p>
      )}
    </fieldset>
  );
}

const rangeOf = ({ min, max }: { min: number; max: number }) =>
  min === max ? String(min) : `${min} or ${max}`;

/** <KnownFields>: the wrong values that the tutor expects for a number, with their feedback. */
function KnownFields({ form, known }: { form: DraftForm; known: QuestionDraft['known'] }) {
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
            spellCheck={false}
          />
          <FeedbackFields form={form} answer={`question.known.${index}`} />
        </>
      )}
    </FieldRows>
  );
}
