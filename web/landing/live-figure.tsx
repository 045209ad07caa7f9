// <LiveFigure>: the hero's figure with its caption and readings. Prerendered; the interactive parts
// come with the script.
import { useState, type ReactNode, useId, type PointerEvent, useRef } from 'react';

import { fringeSpacing } from '../../domain/lessons/two-slits.ts';
import { lightColour } from './fringes.ts';
import { InterferenceFigure, AXIS, BARRIER, LambdaLetter } from './interference-figure.tsx';
import { Still, useAwake } from './still.tsx';

/** In millimetres; a whole number of hundredths. */
const separations = { min: 0.25, max: 0.6, step: 0.01 } as const;
/** In nanometres. */
const wavelengths = { min: 450, max: 650, step: 10 } as const;
const DISTANCE_M = 2;
const MM_PER_M = 1000;
const NM_PER_MM = 1_000_000;
/** The drawing is not to scale. */
const UNITS_PER_MM = 220;
const UNITS_PER_NM = 22 / 600;

interface LiveFigureProps {
  /** The text beneath the drawing, when the whole page is rendered. */
  caption: ReactNode;
}

export function LiveFigure({ caption }: LiveFigureProps) {
  const [separation, setSeparation] = useState(0.4);
  const [wavelength, setWavelength] = useState(600);
  const isAwake = useAwake();
  const spacing = fringeSpacing(
    { wavelength: wavelength / NM_PER_MM, separation },
    DISTANCE_M * MM_PER_M,
  );
  const current = {
    separation: `${separation.toFixed(2)} mm`,
    wavelength: `${wavelength} nm`,
    spacing: `${spacing.toFixed(1)} mm`,
  };
  const announced = `fringe spacing ${current.spacing}`;
  const move = (units: number) => {
    const { min, max } = separations;
    // Rounded to the slider's steps, without binary fraction errors.
    const next = Number((units / UNITS_PER_MM).toFixed(2));
    setSeparation(Math.min(max, Math.max(min, next)));
  };
  return (
    <>
      <figure>
        <InterferenceFigure
          label="Young's two-slit experiment: waves, their bright lines and the pattern on a screen"
          slits={{ wavelength: wavelength * UNITS_PER_NM, separation: separation * UNITS_PER_MM }}
          colour={lightColour(wavelength)}
        >
          {isAwake && <SlitHandles separation={separation * UNITS_PER_MM} onMove={move} />}
        </InterferenceFigure>
        <Still
          name="caption"
          as="figcaption"
          className="mt-3 bg-paper pt-1 pb-4 text-note leading-snug text-pencil"
        >
          {caption}
        </Still>
      </figure>
      <Readings {...current} distance={`${DISTANCE_M.toFixed(1)} m`}>
        {isAwake && (
          <>
            <Slider
              label="Slit separation"
              letter={<i className="font-display font-semibold">d</i>}
              value={separation}
              valueText={current.separation}
              announced={announced}
              range={separations}
              onChange={setSeparation}
            />
            <Slider
              label="Wavelength"
              letter={<LambdaLetter />}
              value={wavelength}
              valueText={current.wavelength}
              announced={announced}
              range={wavelengths}
              onChange={setWavelength}
            />
          </>
        )}
      </Readings>
    </>
  );
}

interface SliderProps {
  label: string;
  /** The quantity's symbol in the figure. */
  letter: ReactNode;
  value: number;
  /** Formatted with its unit. */
  valueText: string;
  /** Announced by screen readers at each step. */
  announced: string;
  range: { min: number; max: number; step: number };
  onChange: (value: number) => void;
}

/** A row of a table of readings. */
function Slider({ label, letter, value, valueText, announced, range, onChange }: SliderProps) {
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
        aria-valuetext={`${valueText}, ${announced}`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="slider"
      />
      <span aria-hidden="true" className="text-right font-bold">
        {valueText}
      </span>
    </>
  );
}

interface ReadingsProps {
  /** Formatted values. */
  wavelength: string;
  distance: string;
  separation: string;
  spacing: string;
  /** The sliders; there is space for two. */
  children: ReactNode;
}

function Readings({ wavelength, distance, separation, spacing, children }: ReadingsProps) {
  return (
    <div className="figures text-note">
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line bg-paper pt-2">
        <span>
          Fringe spacing <LetterFormula />
        </span>
        <span>
          {`${wavelength} × ${distance} / ${separation} = `}
          <strong>{spacing}</strong>
        </span>
      </p>
      <div className="grid min-h-22 not-empty:bg-paper grid-cols-[auto_1fr_auto] items-center gap-x-4 noscript:hidden print:hidden">
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

/**
 * The hit area around a slit, in drawing units: a finger's width on the small figure of a phone.
 */
const ROOM = 42;

interface SlitHandlesProps {
  /** In drawing units. */
  separation: number;
  onMove: (separation: number) => void;
}

/**
 * Stops a drag on the handle from scrolling the page, which can still be scrolled everywhere else
 * on the figure. SVG elements have no touch-action, and React's listeners are passive.
 */
function holdPage(handle: SVGElement | null): (() => void) | undefined {
  if (handle === null) return undefined;
  const hold = (event: TouchEvent) => {
    if (event.touches.length === 1) event.preventDefault();
  };
  handle.addEventListener('touchstart', hold, { passive: false });
  return () => handle.removeEventListener('touchstart', hold);
}

/**
 * <SlitHandles>: drags the two slits of the hero's figure apart and together with any pointer. The
 * keyboard has a slider.
 */
function SlitHandles(props: SlitHandlesProps) {
  return (
    <>
      <Handle side={-1} {...props} />
      <Handle side={1} {...props} />
    </>
  );
}

function Handle({ side, separation, onMove }: SlitHandlesProps & { side: -1 | 1 }) {
  /** The pointer's offset from the slit at the start of the drag. */
  const grabOffset = useRef(0);
  const slit = AXIS + (side * separation) / 2;
  const heightOf = ({ clientY, currentTarget }: PointerEvent<SVGElement>) => {
    const toPage = currentTarget.ownerSVGElement?.getScreenCTM();
    return toPage ? (clientY - toPage.f) / toPage.d : slit;
  };
  return (
    <path
      data-part="handle"
      d={`M${BARRIER - ROOM} ${AXIS}V${slit + side * ROOM}H${BARRIER + ROOM}V${AXIS}Z`}
      ref={holdPage}
      className="cursor-ns-resize"
      pointerEvents="all"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grabOffset.current = heightOf(event) - slit;
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onMove(2 * side * (heightOf(event) - grabOffset.current - AXIS));
      }}
    />
  );
}
