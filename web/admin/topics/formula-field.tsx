// <FormulaField>: a text with formulas. A faulty formula is shown with its place, and a button that
// leads there.
import { useRef } from 'react';
import { get } from 'react-hook-form';

import { Button } from '../../ui/button.tsx';
import { type FieldTexts } from '../../ui/forms/field.tsx';
import type { AppForm } from '../../ui/forms/form.tsx';
import { type FieldOf, TextArea } from '../../ui/forms/text-field.tsx';
import { placeOf } from './formula-fault.ts';
import type { Draft } from './question-draft.ts';

export interface DraftForm extends AppForm<Draft> {
  /** What of the text of the field of this name is not shown as it was typed. */
  readonly noticeOf: (name: string) => string | undefined;
}

type FormulaFieldProps = FieldTexts &
  Pick<FieldOf<Draft, string>, 'name'> & { readonly form: DraftForm; readonly rows?: number };

export function FormulaField({ rows = 2, ...props }: FormulaFieldProps) {
  const { form, name } = props;
  const container = useRef<HTMLDivElement>(null);
  const { error } = form.getFieldState(name, form.formState);
  const typed: unknown = get(form.getValues(), name);
  const place = placeOf(error?.message ?? '', typeof typed === 'string' ? typed : '');
  const goThere = (index: number) => {
    const field = container.current?.querySelector('textarea');
    field?.setSelectionRange(index, index + 1);
    field?.focus();
  };
  return (
    <div ref={container}>
      <TextArea {...props} rows={rows} />
      <output className="mt-1.5 block text-sm leading-snug wrap-anywhere empty:hidden">
        {form.noticeOf(name)}
      </output>
      {place !== null && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4">
          <code className="min-w-0 rounded-sm border border-line bg-paper px-2.5 py-1 wrap-anywhere whitespace-pre-wrap">
            {place.before}
            <mark className="rounded-sm bg-negative px-0.5 font-bold text-paper">
              {place.character === '' ? ' ' : place.character}
            </mark>
            {place.after}
          </code>
          <Button variant="quiet" size="flush" onClick={() => goThere(place.index)}>
            Go to character {place.index + 1}
          </Button>
        </div>
      )}
    </div>
  );
}
