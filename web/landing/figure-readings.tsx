// Beneath the hero's figure: its quantities in real units, and the sliders that change them.
import { useId, type ReactNode } from 'react';

import { LambdaLetter } from './lambda.tsx';

interface SliderProps {
  readonly label: string;
  /** The quantity's symbol in the figure. */
  readonly letter: ReactNode;
  readonly value: number;
  /** Formatted with its unit. */
  readonly shown: string;
  /** Announced by screen readers at each step. */
  readonly announced: string;
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  readonly onChange: (value: number) => void;
}

/** A row of a table of readings. */
export function Slider({ label, letter, value, shown, announced, range, onChange }: SliderProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>
        {label} {letter}
      </label>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={`${shown}, ${announced}`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="slider"
      />
      <span aria-hidden="true" className="text-right font-bold">
        {shown}
      </span>
    </>
  );
}

interface ReadingsProps {
  /** Formatted values. */
  readonly wavelength: string;
  readonly distance: string;
  readonly separation: string;
  readonly spacing: string;
  /** The sliders; there is space for two. */
  readonly children: ReactNode;
}

export function Readings({ wavelength, distance, separation, spacing, children }: ReadingsProps) {
  return (
    <div className="figures bg-paper text-note">
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-2">
        <span>
          Fringe spacing <LetterFormula />
        </span>
        <span>
          {`${wavelength} × ${distance} / ${separation} = `}
          <strong>{spacing}</strong>
        </span>
      </p>
      <div className="grid min-h-22 grid-cols-[auto_1fr_auto] items-center gap-x-4 noscript:hidden print:hidden">
        {children}
      </div>
    </div>
  );
}

function LetterFormula() {
  return (
    <i aria-hidden="true" className="font-display font-semibold">
      <LambdaLetter />
      D/d
    </i>
  );
}
