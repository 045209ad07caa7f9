// <NumberField>: a typed number with its unit. Shows how it is read before it is sent, and has keys
// for what the keyboard of a phone lacks, all above that keyboard.
import { useRef, useState } from 'react';

import { MAX_TYPED } from '../../../domain/marking/number-reading.ts';
import type { ShownQuestion } from '../../../domain/topics/item.ts';
import { Field } from '../../ui/forms/field.tsx';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { Rendered } from '../../ui/rendered.tsx';
import { Quantity } from './quantity.tsx';
import { type Reading, readTyped, unitOf } from './reading.ts';

interface Key {
  readonly label: string;
  readonly types: string;
  readonly shows?: string;
}

const NUMBER_KEYS: readonly Key[] = [
  { label: 'Minus', types: '-', shows: '−' },
  { label: '× 10^, times ten to the power', types: '×10^', shows: '× 10^' },
];
const UNIT_KEYS: readonly Key[] = [
  { label: 'To the power', types: '^' },
  { label: 'Per', types: '/' },
  { label: 'Ohm', types: 'Ω' },
  { label: 'Degree', types: '°' },
  { label: 'Micro', types: 'µ' },
];

/** A reader of the screen hears the reading once typing pauses. */
const PAUSE_MS = 500;

interface NumberFieldProps {
  readonly question: ShownQuestion;
  readonly error: string | null;
}

export function NumberField({ question, error }: NumberFieldProps) {
  const { unit_html, unit_asked, figures_asked } = question;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const settled = useSettled(typed, PAUSE_MS);
  const insert = (text: string) => {
    const field = input.current;
    if (field === null) return;
    const { selectionStart: start, selectionEnd: end, value } = field;
    field.setRangeText(text, start ?? value.length, end ?? value.length, 'end');
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div>
      <Field
        label="Your answer"
        hint={hintFor({ unit_asked, figures_asked })}
        error={error ?? undefined}
      >
        {(control) => (
          <span className="flex items-center gap-3">
            <input
              {...control}
              ref={input}
              name="answer"
              className={`${control.className} max-w-72 figures`}
              // The unit needs letters.
              inputMode={unit_asked ? 'text' : 'decimal'}
              maxLength={MAX_TYPED}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
            {unit_html !== null && <Rendered as="span" className="shrink-0" html={unit_html} />}
          </span>
        )}
      </Field>
      <output className="mt-1 block min-h-7 empty:hidden">
        {error === null && settled.trim() === '' && (
          <span className="text-sm text-pencil">
            Type 3.2 × 10<sup>5</sup> as 3.2 × 10^5 or 3.2e5.
          </span>
        )}
        {error === null && settled.trim() !== '' && (
          <ReadingLine question={question} typed={settled} />
        )}
      </output>
      <fieldset aria-label="More keys" className="mt-1.5 flex min-w-0 flex-wrap gap-2">
        {[...NUMBER_KEYS, ...(unit_asked ? UNIT_KEYS : [])].map(({ label, types, shows }) => (
          <button
            key={types}
            type="button"
            aria-label={label}
            className="min-h-11 min-w-11 cursor-pointer rounded-md border border-rule bg-sheet px-3 figures hover:border-ink"
            // The field keeps the focus, and a phone its keyboard.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => insert(types)}
          >
            {shows ?? types}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function hintFor({
  unit_asked,
  figures_asked,
}: Pick<ShownQuestion, 'unit_asked' | 'figures_asked'>): string | undefined {
  const asked = [
    unit_asked ? 'Give the unit.' : null,
    figures_asked ? 'The number of significant figures counts.' : null,
  ].filter((text) => text !== null);
  return asked.length === 0 ? undefined : asked.join(' ');
}

interface ReadingLineProps {
  readonly question: ShownQuestion;
  readonly typed: string;
}

function ReadingLine({ question: { unit_html, figures_asked }, typed }: ReadingLineProps) {
  const reading = readFor({ unit_html }, typed);
  if ('fault' in reading) return <span className="text-pencil">{reading.fault}</span>;
  return (
    <>
      <span className="text-pencil">Read as </span>
      <strong>
        <Quantity reading={reading} unitHtml={unit_html} />
      </strong>
      {figures_asked && reading.figures !== null && (
        <span className="text-pencil">, {reading.figures}</span>
      )}
    </>
  );
}

/** Reads an answer to this question. */
export const readFor = (
  { unit_html }: Pick<ShownQuestion, 'unit_html'>,
  typed: string,
): Reading | { readonly fault: string } =>
  readTyped(typed, unit_html === null ? null : unitOf(unit_html));
