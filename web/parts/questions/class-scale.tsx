// <ClassScale>: the numbers of a class as dots on a ruler around the right value, and as a table.
import { type CSSProperties, useId } from 'react';

import type { ReadAnswer } from '../../../domain/marking/marking.ts';
import { type Dot, type Scale, scaleOf } from '../../../domain/rooms/scale.ts';
import type { TypedValues } from '../../../domain/rooms/typed-values.ts';
import type { RightValue } from '../../../domain/topics/item.ts';
import { Quantity, readTyped, signed, UnitText } from './number-field.tsx';

interface ClassScaleProps {
  right: RightValue;
  values: TypedValues;
  /** Those of the first round, in the second. */
  earlier?: TypedValues | null;
  /** The student's own answer. */
  own?: Pick<ReadAnswer, 'value' | 'unit'> | null;
  isRevealed: boolean;
}

export default function ClassScale({
  right,
  values,
  earlier = null,
  own = null,
  isRevealed,
}: ClassScaleProps) {
  const titleId = useId();
  if (values.length === 0 && (earlier ?? []).length === 0) return null;
  const scale = scaleOf(right, values, earlier ?? []);
  return (
    <figure aria-labelledby={titleId} className="grid grid-cols-1 gap-[0.25em]">
      <figcaption id={titleId} className="label-mark text-[0.82em]!">
        The class on a scale
      </figcaption>
      <div aria-hidden="true" className="mx-[1.5em] grid grid-cols-1">
        <Dots
          dots={scale.dots}
          from={scale.earlier}
          own={own === null ? null : scale.placeOf(own)}
        />
        <Ruler scale={scale} isRevealed={isRevealed} />
        {earlier !== null && <EarlierDots dots={scale.earlier} />}
      </div>
      <p className="text-[0.875em] leading-snug text-pencil">
        {earlier !== null && 'Circles are round 1. '}
        {own !== null && (
          <>
            <span className="filled inline-block size-[0.75em] rounded-full bg-signal" />
            <span className="sr-only">The coloured dot</span> is your answer.{' '}
          </>
        )}
        The {right.tolerance_percent === 0 ? 'line' : 'bar'} marks the right answer
        {right.tolerance_percent > 0 && ` ± ${right.tolerance_percent}%`}.{' '}
        <ScaleUnit scale={scale} unit={right.unit} />
      </p>
      <ValueTable {...{ right, values, earlier }} />
    </figure>
  );
}

/** The size of a dot, and how high dots pile up, in em. */
const DOT = 0.75;
const MAX_HEIGHT = 8;

const heightOf = (dots: readonly Dot[]) => Math.max(0, ...dots.map(({ level }) => level));
const left = (at: number) => `${(at * 100).toFixed(2)}%`;

interface DotsProps {
  dots: readonly Dot[];
  /** Where the answers stood in the first round. */
  from: readonly Dot[];
  /** The place of the student's own answer. */
  own: number | null;
}

/** In a second round each dot comes from where one of the first round stood. */
function Dots({ dots, from, own }: DotsProps) {
  const top = heightOf(dots);
  const step = Math.min(DOT + 0.05, MAX_HEIGHT / (top + 1));
  const ownDot = dots.findLast(({ at }) => at === own);
  return (
    <div
      className="relative transition-[height] duration-500"
      style={{ height: `${top * step + DOT}em` }}
    >
      {dots.map((dot, index) => (
        <span
          // Dots have no names: the leftmost stays the leftmost.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={`filled absolute bottom-(--up) left-(--at) -ml-[0.375em] size-[0.75em] rounded-full border border-sheet transition-[left,bottom] duration-500 animate-[from-earlier_500ms] ${dot === ownDot ? 'z-1 bg-signal' : 'bg-ink'}`}
          style={
            {
              '--at': left(dot.at),
              '--from': left((from[index] ?? dot).at),
              '--up': `${dot.level * step}em`,
            } as CSSProperties
          }
        />
      ))}
    </div>
  );
}

function EarlierDots({ dots }: { dots: readonly Dot[] }) {
  const top = heightOf(dots);
  const step = Math.min(DOT + 0.05, MAX_HEIGHT / 2 / (top + 1));
  return (
    <div className="relative mt-[0.25em]" style={{ height: `${top * step + DOT}em` }}>
      {dots.map(({ at, level }, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="absolute -ml-[0.375em] size-[0.75em] rounded-full border border-rule bg-sheet"
          style={{ left: left(at), top: `${level * step}em` }}
        />
      ))}
    </div>
  );
}

/** The right answer as an error bar over the line, the ticks with their labels beneath. */
function Ruler({ scale: { right, ticks }, isRevealed }: { scale: Scale; isRevealed: boolean }) {
  const colour = `filled ${isRevealed ? 'bg-positive' : 'bg-ink'}`;
  return (
    <>
      <div className="relative mt-[0.2em] h-[0.9em] border-b border-rule">
        <span
          className={`absolute bottom-[0.4em] h-[2px] ${colour}`}
          style={{ left: left(right.from), width: left(right.to - right.from) }}
        />
        {(['from', 'to'] as const).map((end) => (
          <span
            key={end}
            className={`absolute bottom-[0.15em] -ml-px h-[0.6em] w-[2px] ${colour}`}
            style={{ left: left(right[end]) }}
          />
        ))}
        <span
          className={`absolute bottom-0 -ml-[1.5px] h-[0.9em] w-[3px] ${colour}`}
          style={{ left: left(right.at) }}
        />
        {ticks.map(({ at }) => (
          <span
            key={at}
            className="absolute top-full h-[0.35em] border-l border-rule"
            style={{ left: left(at) }}
          />
        ))}
      </div>
      {/* Large text on a phone has space for two of them. */}
      <div className="figures @container relative mt-[0.4em] h-[1.4em] text-[0.8em] leading-[1.4]">
        {ticks.map(({ at, label, power }) => (
          <span
            key={at}
            className="absolute -translate-x-1/2 @max-[12em]:even:hidden @max-[8em]:[&:not(:first-child,:last-child)]:hidden @max-[8em]:last:block"
            style={{ left: left(at) }}
          >
            {label}
            {power !== null && <sup>{signed(power)}</sup>}
          </span>
        ))}
      </div>
    </>
  );
}

function ScaleUnit({ scale: { power }, unit }: { scale: Scale; unit: string }) {
  if (power === 0 && unit === '') return null;
  return (
    <span className="figures">
      The numbers are in{' '}
      {power !== 0 && (
        <>
          10<sup>{signed(power)}</sup>
        </>
      )}
      {power !== 0 && unit !== '' && ' '}
      <UnitText unit={unit} />.
    </span>
  );
}

type ValueTableProps = Pick<ClassScaleProps, 'right' | 'values'> & { earlier: TypedValues | null };

function ValueTable({ right, values, earlier }: ValueTableProps) {
  const isSame = (one: TypedValues[number]) => (other: TypedValues[number]) =>
    one.value === other.value && one.unit === other.unit;
  const countIn = (all: TypedValues, one: TypedValues[number]) => all.find(isSame(one))?.count ?? 0;
  const rows = [...values, ...(earlier ?? []).filter((one) => !values.some(isSame(one)))];
  const cell = 'border-t border-line py-1 pr-6 text-left';
  return (
    <details className="text-[0.875em]">
      <summary className="min-h-11 w-fit cursor-pointer content-center font-bold underline decoration-rule underline-offset-4 print:hidden">
        The answers as a table
      </summary>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col" className={cell}>
              Answer
            </th>
            {earlier !== null && (
              <th scope="col" className={cell}>
                Round 1
              </th>
            )}
            <th scope="col" className={cell}>
              {earlier === null ? 'How often' : 'Round 2'}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.value} ${row.unit}`}>
              <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
                <Value value={row.value} unit={row.unit} right={right.unit} />
              </th>
              {earlier !== null && <td className={cell}>{countIn(earlier, row)}</td>}
              <td className={cell}>{countIn(values, row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Value({ value, unit, right }: { value: string; unit: string; right: string }) {
  const reading = readTyped(`${value} ${unit}`, right);
  return 'fault' in reading ? value : <Quantity reading={reading} unitHtml={null} />;
}
