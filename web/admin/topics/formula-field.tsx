// <FormulaField>: a text with formulas. A faulty formula is shown with its place, and a button that
// leads there.
import { useRef } from 'react';
import { get } from 'react-hook-form';

import { Button } from '../../ui/button.tsx';
import type { FieldTexts } from '../../ui/forms/field.tsx';
import type { AppForm } from '../../ui/forms/form.tsx';
import { type FieldOf, TextArea } from '../../ui/forms/text-field.tsx';
import type { Draft } from './question-draft.ts';

export interface DraftForm extends AppForm<Draft> {
  /** What the preview shows differently from the typed text of this field. */
  readonly noticeOf: (name: string) => string | undefined;
}

type FormulaFieldProps = FieldTexts &
  Pick<FieldOf<Draft, string>, 'name'> & { form: DraftForm; rows?: number };

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

const PLACE = /^Formula, character (\d+): /;
/** So many characters are shown on each side. */
const AROUND = 14;

interface FormulaFault {
  /** The place of the faulty character in the field, from 0. */
  readonly index: number;
  readonly before: string;
  readonly character: string;
  readonly after: string;
}

/** The place of a fault in `typed`; null for messages of other kinds. */
export function placeOf(message: string, typed: string): FormulaFault | null {
  const counted = PLACE.exec(message)?.[1];
  if (counted === undefined) return null;
  // The server counts from 1, without the spaces before the text.
  const index = Number(counted) - 1 + typed.length - typed.trimStart().length;
  const start = Math.max(0, index - AROUND);
  const end = index + 1 + AROUND;
  return {
    index,
    before: (start > 0 ? '…' : '') + typed.slice(start, index),
    character: typed.charAt(index),
    after: typed.slice(index + 1, end) + (end < typed.length ? '…' : ''),
  };
}
