// <LiveFigure>: the hero's figure with its caption and readings. Prerendered; the interactive parts
// come with the script.
import { useState, type ReactNode } from 'react';

import { fringeSpacing } from '../../domain/lessons/two-slits.ts';
import { Readings, Slider } from './figure-readings.tsx';
import { InterferenceFigure } from './interference-figure.tsx';
import { LambdaLetter } from './lambda.tsx';
import { lightColour } from './light-colour.ts';
import { SlitHandles } from './slit-handles.tsx';
import { Still } from './still.tsx';
import { useAwake } from './use-awake.ts';

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
  readonly caption: ReactNode;
}

export function LiveFigure({ caption }: LiveFigureProps) {
  const [separation, setSeparation] = useState(0.4);
  const [wavelength, setWavelength] = useState(600);
  const isAwake = useAwake();
  const spacing = fringeSpacing(
    { wavelength: wavelength / NM_PER_MM, separation },
    DISTANCE_M * MM_PER_M,
  );
  const shown = {
    separation: `${separation.toFixed(2)} mm`,
    wavelength: `${wavelength} nm`,
    spacing: `${spacing.toFixed(1)} mm`,
  };
  const announced = `fringe spacing ${shown.spacing}`;
  const move = (units: number) => {
    const { min, max } = separations;
    // Rounded to the slider's steps, without binary fraction errors.
    const wanted = Number((units / UNITS_PER_MM).toFixed(2));
    setSeparation(Math.min(max, Math.max(min, wanted)));
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
      <Readings {...shown} distance={`${DISTANCE_M.toFixed(1)} m`}>
        {isAwake && (
          <>
            <Slider
              label="Slit separation"
              letter={<i className="font-display font-semibold">d</i>}
              value={separation}
              shown={shown.separation}
              announced={announced}
              range={separations}
              onChange={setSeparation}
            />
            <Slider
              label="Wavelength"
              letter={<LambdaLetter />}
              value={wavelength}
              shown={shown.wavelength}
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
