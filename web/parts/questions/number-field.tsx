// <NumberAnswerField>: a typed number with its unit. Shows how it is read before it is sent, and
// has keys for what the keyboard of a phone lacks, all above that keyboard. <Quantity>: a number
// with its unit.
import { useRef, useState, Fragment } from 'react';

import { MAX_TYPED, readNumber, type TypedNumber } from '../../../domain/marking/number-reading.ts';
import { chooseUnit, readUnit, type Unit } from '../../../domain/marking/unit.ts';
import type { VisibleQuestion } from '../../../domain/topics/item.ts';
import { Field } from '../../ui/forms/field.tsx';
import { useSettled } from '../../ui/hooks/hooks.ts';
import { Rendered } from '../../ui/rendered.tsx';

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
  question: VisibleQuestion;
  error: string | null;
}

export function NumberAnswerField({ question, error }: NumberFieldProps) {
  const { unit_html, unit_asked } = question;
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
      <Field label="Your answer" hint={hintFor(question)} error={error ?? undefined}>
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
      <MoreKeys keys={[...NUMBER_KEYS, ...(unit_asked ? UNIT_KEYS : [])]} onInsert={insert} />
    </div>
  );
}

interface MoreKeysProps {
  keys: readonly Key[];
  onInsert: (text: string) => void;
}

/** <MoreKeys>: types what the keyboard of a phone hides or lacks. */
function MoreKeys({ keys, onInsert }: MoreKeysProps) {
  return (
    <fieldset
      aria-label="More keys"
      className="mt-1.5 flex min-w-0 flex-wrap gap-2 max-[30rem]:grid max-[30rem]:grid-cols-4"
    >
      {keys.map(({ label, types, shows }) => (
        <button
          key={types}
          type="button"
          aria-label={label}
          className="min-h-11 min-w-11 max-[30rem]:nth-2:col-span-2 max-[30rem]:nth-last-2:first:col-span-2 cursor-pointer rounded-md border border-rule bg-sheet px-3 figures hover:border-ink"
          // The field keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onInsert(types)}
        >
          {shows ?? types}
        </button>
      ))}
    </fieldset>
  );
}

/** What the question itself says is not said again. */
function hintFor({ unit_asked, figures_asked, html }: VisibleQuestion): string | undefined {
  const units = [
    unit_asked && !/give the unit/i.test(html) ? 'Give the unit.' : null,
    figures_asked ? 'The number of significant figures counts.' : null,
  ].filter((text) => text !== null);
  return units.length === 0 ? undefined : units.join(' ');
}

interface ReadingLineProps {
  question: VisibleQuestion;
  typed: string;
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
  { unit_html }: Pick<VisibleQuestion, 'unit_html'>,
  typed: string,
): Reading | { readonly fault: string } =>
  readTyped(typed, unit_html === null ? null : unitOf(unit_html));

interface QuantityProps {
  reading: Reading;
  /** The unit printed beside the field, for an answer typed without one. */
  unitHtml: string | null;
}

/** <Quantity>: a number with its power of ten and its unit, as it was read. */
export function Quantity({ reading: { mantissa, exponent, units }, unitHtml }: QuantityProps) {
  return (
    <span className="figures">
      {mantissa}
      {exponent !== null && (
        <>
          {' × 10'}
          <sup>{signed(exponent)}</sup>
        </>
      )}
      {(units.length > 0 || unitHtml !== null) && ' '}
      {units.map((unit, index) => (
        <Fragment key={unit}>
          {index > 0 && ' or '}
          <UnitText unit={unit} />
        </Fragment>
      ))}
      {units.length === 0 && unitHtml !== null && (
        <Rendered as="span" className="inline!" html={unitHtml} />
      )}
    </span>
  );
}

/** The letters of a quantity without spaces, to compare it with another. */
export function plainText({ mantissa, exponent, units }: Reading, unitHtml: string | null): string {
  const power = exponent === null ? '' : `×10${signed(exponent)}`;
  const typed = units.join('or').replaceAll(/[ ^]/g, '').replaceAll('-', '−');
  const unit = typed === '' ? (unitHtml ?? '') : typed;
  return plainHtml(mantissa + power + unit);
}

export const plainHtml = (html: string): string => html.replaceAll(/<[^>]*>|\s|&nbsp;/g, '');

export const signed = (power: number | string) => String(power).replace('-', '−');

/** 'm s^-1' with its powers raised. */
export function UnitText({ unit }: { unit: string }) {
  return unit.split(' ').map((factor, index) => {
    const [symbol, power] = factor.split('^');
    return (
      <Fragment key={factor}>
        {index > 0 && ' '}
        {symbol}
        {power !== undefined && <sup>{signed(power)}</sup>}
      </Fragment>
    );
  });
}

/**
 * How a typed number is read, in words for the student, while it is typed: the rules are those by
 * which the server marks it.
 */
interface Reading {
  /** With a decimal point and a real minus: '−1.60'. */
  readonly mantissa: string;
  /** The power of ten; null when the mantissa is the whole number. */
  readonly exponent: number | null;
  /** Every way to read the unit, such as 'm s^-1'; empty without one. */
  readonly units: readonly string[];
  /** '3 significant figures', or '2 to 5'; null for zero, whose figures do not count. */
  readonly figures: string | null;
}

interface Fault {
  readonly fault: string;
}

/** From here down and up a plain decimal is harder to read than a power of ten. */
const SMALLEST_PLAIN = -3;
const LARGEST_PLAIN = 6;

/** `unit` is that of the question; null when the student has to give it. */
export function readTyped(typed: string, unit: string | null): Reading | Fault {
  const number = readNumber(typed);
  if ('fault' in number) return number;
  const units = readUnits(number.rest, unit);
  if ('fault' in units) return units;
  return {
    ...writeDigits(number),
    units: units.map(({ text }) => text).filter((text) => text !== ''),
    figures: describeFigures(number.figures),
  };
}

function readUnits(typed: string, unit: string | null): readonly Unit[] | Fault {
  const [right] = unit === null ? [] : valid(readUnit(unit));
  if (right !== undefined) {
    const chosen = chooseUnit(typed, right);
    return 'fault' in chosen ? chosen : [chosen];
  }
  const units = readUnit(typed);
  if ('fault' in units || /[\d⁰¹²³⁴-⁹]/.test(typed)) return units;
  // Without a power, a symbol that stands for itself is that one: 'ms' is no metre second.
  const whole = units.filter(({ split }) => split === null);
  return whole.length > 0 ? whole : units;
}

const valid = (units: readonly Unit[] | Fault): readonly Unit[] => ('fault' in units ? [] : units);

/** With every digit that was typed, so that significant figures show. */
function writeDigits({ digits, power }: TypedNumber): Pick<Reading, 'mantissa' | 'exponent'> {
  const sign = digits < 0n ? '−' : '';
  const all = String(digits < 0n ? -digits : digits);
  const exponent = all.length - 1 + power;
  const isPlain = power <= 0 && exponent >= SMALLEST_PLAIN && exponent < LARGEST_PLAIN;
  if (digits === 0n) return { mantissa: '0', exponent: null };
  return isPlain
    ? { mantissa: sign + withPoint(all, power), exponent: null }
    : { mantissa: sign + withPoint(all, 1 - all.length), exponent };
}

/** The digits with a decimal point this many places from their end; `power` is 0 or negative. */
function withPoint(digits: string, power: number): string {
  if (power === 0) return digits;
  const padded = digits.padStart(1 - power, '0');
  return `${padded.slice(0, power)}.${padded.slice(power)}`;
}

function describeFigures([from, to]: readonly [number, number]): string | null {
  if (from === 0) return null;
  if (from === to) return `${to} significant ${to === 1 ? 'figure' : 'figures'}`;
  return `${from} to ${to} significant figures`;
}

/** The typed spelling of a unit that the server sends as HTML: 'm s<sup>−1</sup>' is 'm s^-1'. */
export const unitOf = (html: string): string =>
  html.replaceAll(/<sup>(.*?)<\/sup>/g, '^$1').replaceAll('−', '-');
